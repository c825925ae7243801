internal import AdEngine
import AdRendering
internal import AdSessions
internal import AdSimulation

/// A demo, a session or a page that the shell has found.
package struct FoundFile: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    case demo, session, page
  }

  package let kind: Kind
  /// The name under which the shell opens it: that of a demo, or a path.
  package let name: String
  /// What it shows, in a few words.
  package let preview: String

  package init(_ kind: Kind, _ name: String, preview: String) {
    (self.kind, self.name, self.preview) = (kind, name, preview)
  }
}

/// What can be chosen inside: what is opened, and what the page is looked at with, answered and scrolled by.
enum Choice: Hashable, Sendable {
  case file(FoundFile)
  /// The viewport of a device; `nil` for that of the page, or of the session that is replayed.
  case device(Device?)
  /// The network to the ad server; `nil` for none beside the page's own latency.
  case network(NetworkProfile?)
  /// Whether the scroll position is adjusted when an ad above the viewport changes its height.
  case scrollAnchoring(Bool)
  /// A simulated reader who scrolls the page.
  case reader(Reader)
  /// The simulated world that answers.
  case seed(UInt64)
}

extension Choice {
  /// What it is called in the list: its kind, then its name.
  var name: String {
    switch self {
    case .file(let file): "\(file.kind.rawValue) \(file.name)".scrubbed
    case .device(let device): "device \(device?.name ?? "none")"
    case .network(let network): "network \(network?.rawValue ?? "none")"
    case .scrollAnchoring(let isOn): "scroll anchoring \(isOn ? "on" : "off")"
    case .reader(let reader): "reader \(reader.rawValue)"
    case .seed(let seed): "seed \(seed)"
    }
  }

  /// What it is, in a few words behind the name.
  var words: String {
    switch self {
    case .file: ""
    case .device(let device?): "viewport \(device.screen.words) pt"
    case .device(nil): "viewport: the page's, or the session's"
    case .network(let network?):
      network.words
    case .network(nil): "the page's own latency"
    case .scrollAnchoring(true): "text stays in place when an ad above it grows, as in browsers"
    case .scrollAnchoring(false): "text moves when an ad above it grows, as in apps"
    case .reader(let reader): reader.words
    case .seed: "other answers of the ad server"
    }
  }

  /// What is shown of it under the list.
  var preview: [String] {
    switch self {
    case .file(let file): [file.preview]
    case .device: [words]
    case .reader: [words, "", "the page starts over, and a key that scrolls it takes over"]
    case .network, .scrollAnchoring, .seed:
      [words, "", "all ads are requested again; a replay is decided again"]
    }
  }

  /// Whether it is what counts now.
  func isCurrent(in model: Model) -> Bool {
    switch self {
    case .file(let file): file.name == model.top.file.location
    case .device(let device): device == model.visit.device
    case .network(let network): network == model.visit.network
    case .scrollAnchoring(let isOn): isOn == model.engine.scrollAnchoring
    case .reader(let reader): reader == model.visit.pages.motion.reader?.reader
    case .seed(let seed): seed == model.top.initialSetup.world?.seed
    }
  }

  /// What is offered on a stage: files everywhere, the rest where a page is on the screen.
  static func all(in model: Model, typed text: String = "") -> [Choice] {
    let files = model.shared.files.map { Choice.file($0) }
    guard model.stage == .page || model.stage == .replay else { return files }
    let networks = [nil] + NetworkProfile.allCases.map { $0 }
    let devices = [nil] + Device.all.map { $0 }
    var choices = files + networks.map { .network($0) } + devices.map { .device($0) }
    // The positions of a bare session are measurements.
    if !model.top.layout.isPlaced { choices += [true, false].map { .scrollAnchoring($0) } }
    if model.stage == .page { choices += Reader.allCases.map { .reader($0) } }
    var seeds: [UInt64] = Array(1...5)
    if let typed = seed(typed: text), !seeds.contains(typed) { seeds.insert(typed, at: 0) }
    return choices + seeds.map { .seed($0) }
  }

  private static func seed(typed text: String) -> UInt64? {
    let words = text.split(separator: " ")
    guard words.count == 2, words[0].lowercased() == "seed" else { return nil }
    return WrittenNumber.whole(String(words[1]), in: 0...UInt64(largestWhole))
  }
}

extension Reader {
  var words: String {
    switch self {
    case .slow: "reads everything, a few lines at a time"
    case .skimmer: "reads parts and flings past the rest"
    case .flinger: "mostly flings and hardly reads"
    }
  }
}
