/// The containers that have bounds of their own; most slots have none and take the size of their ad.
struct Containers: Sendable {
  private struct Container: Sendable {
    var constraints: ContainerConstraints
    /// The slot's size before its first ad.
    var initial: Size
  }

  private var containers: [Int32: Container] = [:]
  /// Those that lost their ad and are to take their initial size.
  private var released: [Int32] = []

  /// Whether any slot is to take its initial size.
  var isAnyReleased: Bool { !released.isEmpty }

  mutating func set(_ constraints: ContainerConstraints, of handle: Int32, initial: Size) {
    containers[handle] =
      constraints == .none ? nil : Container(constraints: constraints, initial: initial)
  }

  mutating func remove(_ handle: Int32) {
    if !containers.isEmpty { containers[handle] = nil }
  }

  func frame(of handle: Int32, for ad: Size) -> Size {
    // Most pages have no bounds, and to find that out by hashing costs as much as a step.
    guard !containers.isEmpty, let container = containers[handle] else { return ad }
    return container.constraints.frame(for: ad)
  }

  func collapses(_ handle: Int32) -> Bool {
    (containers[handle]?.constraints.collapse ?? .never) != .never
  }

  /// Notes that the slot lost its ad.
  mutating func released(_ handle: Int32) {
    guard !containers.isEmpty, containers[handle]?.constraints.placeholder == .initial else {
      return
    }
    released.append(handle)
  }

  /// Takes the slots that are to take their initial size, in the order in which they lost their ads.
  mutating func takeReleased() -> [(handle: Int32, size: Size)] {
    defer { released.removeAll(keepingCapacity: true) }
    return released.compactMap { handle in containers[handle].map { (handle, $0.initial) } }
  }
}
