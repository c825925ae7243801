import AdEngine

extension LabRecord {
  /// The record as a list of what happened, one thing a line, with the time since the fetch.
  package var table: String {
    remarks.map { remark in
      let at = time(of: remark)
      return String(repeating: " ", count: max(0, 9 - at.count)) + at + "  " + remark.text + "\n"
    }.joined()
  }

  /// What became of the ads of a session, as one line of JSON.
  package static func json(_ records: [LabRecord]) -> String {
    let ads = records.map { record in
      func moment(_ key: String, _ instant: Instant?) -> String {
        "\"\(key)\":" + (instant.map { String($0.milliseconds) } ?? "null")
      }
      let moments = [
        moment("fetchedAt", record.fetchedAt), moment("arrivedAt", record.arrivedAt),
        moment("readyAt", record.readyAt), moment("presentedAt", record.presentedAt),
        moment("autoplayAt", record.autoplay?.at), moment("impressionAt", record.impression?.at),
      ]
      func timing(_ key: String, _ activity: Activity?) -> String {
        "\"\(key)\":" + (activity.map { jsonText($0.timing.rawValue) } ?? "null")
      }
      let timings = [
        timing("autoplay", record.autoplay), timing("impression", record.impression),
      ]
      return "{\"unit\":\(jsonText(record.unit))," + (moments + timings).joined(separator: ",")
        + ","
        + LabOutcome(record).jsonFields + "}"
    }
    return "{\"ads\":[" + ads.joined(separator: ",") + "]}\n"
  }
}
