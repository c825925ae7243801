package import AdTuning

/// What the playground is opened on.
package indirect enum Scene {
  case page(PageFile)
  /// A session of a page, read whole, and what the user should know about it; it plays at once.
  case session(Replay, warning: String? = nil)
  /// A session of the preload lab, read whole; it plays at once.
  case lab(LabReplay)
  case tuning(TuningSource, TuningPlan, over: PageFile?)

  /// What the user should know about it.
  package var warning: String? { if case .session(_, let warning) = self { warning } else { nil } }
}
