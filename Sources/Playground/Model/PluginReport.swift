internal import AdSessions

/// The traces of ads, and the progress of the ads when the report was made.
struct PluginReport: Hashable, Sendable {
  enum Subject: Hashable, Sendable {
    case slot(Int)
    /// The screen banner and the interstitial.
    case hosts
  }

  /// The progress of an ad.
  struct Progress: Hashable, Sendable {
    let generation: Int
    let acts: Int
    let isAnswered: Bool
  }

  let subject: Subject
  let progress: [Progress]
  let lines: [OverlayBox.Line]

  init(_ model: Model, _ subject: Subject, _ traces: [AdTrace]) {
    self.subject = subject
    progress = traces.map(\.progress) + AdList.progress(model)
    lines =
      AdList(model).lines
      + traces.flatMap { [OverlayBox.Line(text: "")] + AdTraceView($0).lines }
  }

  /// The slot of the report, unless it is about the hosts.
  var slot: Int? { if case .slot(let slot) = subject { slot } else { nil } }
}
