/// The mouse, which is the terminal's until the person asks for it to be ours.
struct Mouse: Hashable, Sendable {
  /// What the button that is down holds.
  enum Grip: Hashable, Sendable {
    /// A slider, with the value at its right end when it was taken hold of, in points.
    case slider(ThresholdKind, end: Double)
    /// The map.
    case map
  }

  /// Whether it is ours.
  var isOn = false
  /// What is being dragged.
  var grip: Grip?
}
