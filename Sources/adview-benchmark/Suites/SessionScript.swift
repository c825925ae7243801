import AdEngine

/// The session that is measured: a steady scroll down the page, until the last slot is passed.
struct SessionScript {
  static let frames = 3600
  static let slotCount = 50
  /// How long the ad server takes, in milliseconds.
  static let latency: Int64 = 800

  static let page = BenchmarkPage(slotCount: slotCount)
  static let pointsPerFrame = page.frame(of: slotCount - 1).maxY / Double(frames)

  /// Every third ad has another size than its slot, so that the page moves under the reader.
  static func deliveredSize(to slot: Int) -> Size {
    slot.isMultiple(of: 3) ? Size(width: 300, height: 250) : Size(width: 320, height: 320)
  }
}

/// What is counted in a session; both ways to run it must count the same.
struct SessionCounts: Equatable {
  var fetches = 0
  var loads = 0
  var renders = 0
  var impressions = 0
  var viewables = 0
  var releases = 0
}
