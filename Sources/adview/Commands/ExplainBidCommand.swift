import AdEngine
import AdRendering
import AdSessions
import ArgumentParser

/// `adview explain bid`: which bid of a response wins, and which renderer it is given to.
struct ExplainBidCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "bid",
    abstract:
      "Print the winning bid of a response and the renderer it is given to, or why there is none.",
    discussion: """
      The response is OpenRTB 2 as JSON. The winner is the first bid with the targeting keys hb_pb and hb_bidder. A \
      renderer is chosen by the name and the version in ext.prebid.meta; without one that is registered so, it is \
      PrebidRenderer. Those that come with AdView are registered, as they are for its pages.
      """)

  @Option(
    help: ArgumentHelp(
      "One more renderer that is registered, after those before it; may be repeated.",
      valueName: "name@version"),
    transform: RendererArgument.init)
  var renderer: [RendererArgument] = []

  @Flag(help: "The winner needs a cache id (hb_cache_id) too.")
  var cache = false

  @Flag(help: "Print the decision as one line of JSON.")
  var json = false

  @Argument(help: ArgumentHelp("A file with the response; - is standard input.", valueName: "file"))
  var file: String

  func execute(_ console: Console) throws(CommandFailure) {
    let input = try InputFile(file, console)
    let body = try input.readAll(beyond: BidResponseReader.maxBytes)
    var registered = RendererCatalog.standard.identities
    for identity in renderer.map(\.identity) {
      if identity.isFree(among: registered) {
        registered.append(identity)
      } else {
        console.complain("\(identity): the name is taken; the first registration holds")
      }
    }
    let report: BidReport
    do throws(BidError) {
      report = BidReport(try BidResponseReader.read(body), registered, needsCacheID: cache)
    } catch {
      guard error.isAnswer else { throw .data(Self.sentence(error, body, input.name)) }
      report = BidReport(error)
    }
    for problem in report.problems {
      let line = problem.offset(in: body).map { TextPlace($0, in: body).line }
      console.complain("\(input.name):\(line.map { "\($0):" } ?? "") \(problem)")
    }
    try console.write(json ? report.value.json + "\n" : report.text)
  }

  /// What is wrong with a body, and in which line and column.
  private static func sentence(_ error: BidError, _ body: [UInt8], _ name: String) -> String {
    guard let offset = error.offset(in: body) else { return "\(name): \(error)" }
    let place = TextPlace(offset, in: body)
    let words =
      switch error {
      case .notJSON(let problem): "expected \(problem.expected)"
      case .blank, .plainText: "expected a response as JSON: \(error)"
      default: "\(error)"
      }
    return "\(name):\(place.line):\(place.column): \(words)"
  }
}

/// A renderer by name and version, written `NAME@VERSION`.
struct RendererArgument: Equatable {
  let identity: RendererIdentity

  init(_ text: String) throws {
    guard let identity = RendererIdentity(text) else {
      throw ValidationError("expected a renderer as NAME@VERSION, such as CustomRenderer@2.0")
    }
    self.identity = identity
  }
}
