import AdRendering
import ArgumentParser
import Playground

/// `adview explain bid`: which bid of a response wins, and which renderer it is given to.
struct ExplainBidCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "bid",
    abstract:
      "Print the winning bid of a response and the renderer it is given to, or why there is none.",
    discussion: """
      The response is OpenRTB 2 as JSON. The winner is the first bid with the targeting keys hb_pb and hb_bidder. It is \
      given to the renderer with the name and the version in ext.prebid.meta, as on a page; if there is none, or it makes \
      no ad of the bid, to PrebidRenderer. Those that come with AdView are registered, and those of the app that the \
      program was built for. Where no bid wins, the reason and the code of Prebid's SDK are printed.
      """)

  @Flag(
    help: "The winner needs a cache id (hb_cache_id) too: useCacheForReportingWithRenderingAPI.")
  var cache = false

  @Flag(help: "Bids without ext.prebid.cache do not count: requireServerSideBidCache.")
  var serverCache = false

  @Flag(help: "The ad covers the page, instead of standing in it.")
  var interstitial = false

  @Flag(help: "Print the decision as one line of JSON.")
  var json = false

  @Argument(help: .value("file", "A file with the response; - is standard input."))
  var file: String

  func execute(_ console: Console) throws(CommandError) {
    let input = try InputFile(file, console)
    let body = try input.readAll(beyond: BidResponseReader.maxBytes)
    guard !input.name.hasSuffix(".md"), !body.starts(with: Array("---\n".utf8)) else {
      throw .data("\(input.name): is a page: expected a response to a bid request, as JSON")
    }
    guard !body.contains(0), String(validating: body, as: UTF8.self) != nil else {
      throw .data("\(input.name): is not text: expected a response to a bid request, as JSON")
    }
    let catalog = console.app.catalog
    for identity in catalog.makeRegistry(timeline: AdTimeline()).refused {
      console.complain("\(identity): the name is taken; the first registration holds")
    }
    let report: BidReport
    do throws(BidError) {
      report = BidReport(
        try BidResponseReader.read(body), catalog, cacheRule,
        type: interstitial ? .interstitial : .inlineBanner)
    } catch {
      guard error.isAnswer else { throw .data(Self.sentence(error, body, input.name)) }
      report = BidReport(error)
    }
    for problem in report.problems {
      let line = problem.offset(in: body).map { TextPlace($0, in: body).line }
      console.complain("\(input.name):\(line.map { "\($0):" } ?? "") \(problem)")
    }
    try json
      ? console.write(report.value.json + "\n") : console.write(prose: report.text)
  }

  private var cacheRule: Auction.CacheRule {
    [cache ? .needsCacheID : [], serverCache ? .needsCachedBids : []]
  }

  /// What is wrong with a body, in which line and column, and the code of Prebid's SDK.
  private static func sentence(_ error: BidError, _ body: [UInt8], _ name: String) -> String {
    guard let offset = error.offset(in: body) else { return "\(name): \(error) (\(error.code))" }
    let place = TextPlace(offset, in: body)
    let words =
      if case .notJSON(let problem) = error { "expected \(problem.expected)" } else { "\(error)" }
    return "\(name):\(place.line):\(place.column): \(words) (\(error.code))"
  }
}
