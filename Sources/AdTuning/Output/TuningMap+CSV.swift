import AdRendering
import AdSessions

extension TuningMap {
  /// The metrics of a map that were counted, in the order of their keys.
  private var metrics: [Metric] { sums.keys.sorted { $0.rawValue < $1.rawValue } }

  /// A line for every setting as comma-separated values: its means a session, how far its value is from the best one's,
  /// and whether it can be distinguished from that.
  package var csv: String {
    let head =
      ["fetch", "display"] + metrics.map(\.rawValue)
      + ["toBest", "toBestLow", "toBestHigh", "isOpen"]
    var text = head.joined(separator: ",") + "\n"
    for cell in cells {
      let toBest = toBest(cell)
      var fields = [grid.fetches[cell.fetch].csv, grid.displays[cell.display].csv]
      fields += metrics.map { mean($0, cell)?.csv ?? "" }
      fields += [
        toBest?.mean.csv ?? "", toBest?.interval?.lowerBound.csv ?? "",
        toBest?.interval?.upperBound.csv ?? "", isOpen(cell) == true ? "true" : "false",
      ]
      text += fields.joined(separator: ",") + "\n"
    }
    return text
  }
}

extension Double {
  /// The number in the shortest form that reads back the same.
  fileprivate var csv: String { JSONText.number(self).json }
}
