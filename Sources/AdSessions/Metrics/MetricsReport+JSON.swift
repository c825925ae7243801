import AdEngine
package import AdRendering

extension MetricsReport {
  /// The metrics that are numbers in JSON, by their keys in alphabetical order.
  private static let metricsInJSON = Metric.allCases.map { ($0.rawValue, $0.definition) }
    .filter { $0.1.json != .never }.sorted { $0.0 < $1.0 }

  /// The report as one line of JSON, keys in alphabetical order; a rate of nothing is `null`.
  package var json: String { JSONText.object(fields).json }

  /// The fields of the JSON.
  package var fields: JSONText.Fields {
    let failed = AdFailure.allCases.sorted { $0.rawValue < $1.rawValue }
      .map { ($0.rawValue, JSONText.number(failures($0))) }
    var fields = Self.metricsInJSON.filter { auctions > 0 || $0.1.json == .always }
      .map { ($0.0, JSONText.optional($0.1.value(self))) }
    fields.append(("failures", .object(failed)))
    return fields.sorted { $0.0 < $1.0 }
  }
}
