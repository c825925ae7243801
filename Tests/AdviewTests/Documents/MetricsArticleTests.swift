import AdRendering
import AdSessions
import TestSupport
import Testing

@testable import Playground

/// The table of the article "Metrics" is what the program counts and what it calls that.
@Suite struct MetricsArticleTests {
  private let rows: [[String]]

  init() throws { rows = try Document.article("Metrics").rows(cells: 5) }

  @Test func `each name and each key stands in the table once`() {
    #expect(Set(rows.map { $0[0] }).count == rows.count)
    let keys = rows.map { $0[1] }.filter { $0 != "–" }
    #expect(Set(keys).count == keys.count)
  }

  @Test func `the keys are those of the report as JSON`() throws {
    var auctions = MetricsReport()
    (auctions.auctions, auctions.refreshes) = (1, 1)
    let report = try JSONReader.read(Array(auctions.json.utf8))
    guard case .object(let fields) = report else { throw TestSupportError("no object") }
    #expect(rows.flatMap { codeWords($0[1]) }.sorted() == fields.keys.sorted())
  }

  @Test func `the names are those of the pane and of the table of a run`() {
    let names = Set(rows.map { $0[0] })
    for metric in Metric.ofPane { #expect(names.contains(metric.name), "\(metric.name)") }
    var auctions = MetricsReport()
    (auctions.auctions, auctions.refreshes) = (1, 1)
    for row in auctions.rows { #expect(names.contains(row.metric.name), "\(row.metric.name)") }
  }
}
