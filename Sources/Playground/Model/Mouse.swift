/// The mouse, which is the terminal's until the user asks for it to be ours.
struct Mouse: Hashable, Sendable {
  /// What the button that is down holds.
  enum Grip: Hashable, Sendable {
    /// A slider, with the value at its right end when it was taken hold of, in points.
    case slider(ThresholdKind, end: Double)
    case map
  }

  var isOn = false
  var grip: Grip?
}
