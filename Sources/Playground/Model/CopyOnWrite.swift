/// A large value in a box: copied when one of its owners changes it, not when it is handed on.
@propertyWrapper
struct CopyOnWrite<Value: Sendable>: Sendable {
  /// Changed by its only owner alone.
  private final class Box: @unchecked Sendable {
    var value: Value
    init(_ value: Value) { self.value = value }
  }

  private var box: Box

  init(wrappedValue: Value) { box = Box(wrappedValue) }

  var wrappedValue: Value {
    _read { yield box.value }
    set { box = Box(newValue) }
    _modify {
      if !isKnownUniquelyReferenced(&box) { box = Box(box.value) }
      yield &box.value
    }
  }
}
