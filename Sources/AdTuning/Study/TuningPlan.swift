/// Which settings are compared, and by what.
package struct TuningPlan: Hashable, Sendable {
  /// The fetch and the display thresholds, in points; of the pairs those count whose display is not above their fetch.
  package var fetches = Array(stride(from: 0.0, through: 2550, by: 50))
  package var displays = TuningPlan.usualDisplays
  /// What the best setting has most of; it is chosen before anything is looked at.
  package var objective = Objective.value
  /// How long answers take instead; `nil` leaves it as the page or the recording has it.
  package var latency: Latency?
  /// The seed of the simulated readers and of the resamples.
  package var seed: UInt64 = 1

  package init() {}

  /// Display thresholds make a difference where they are small.
  package static let usualDisplays: [Double] = [0, 25, 50, 100, 150, 200, 300, 400, 600, 800]
}
