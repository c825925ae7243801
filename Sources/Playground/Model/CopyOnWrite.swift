/// A large value in a box: it is copied when one of its owners changes it, not when it is handed on.
///
/// The screen is a value that every view holds. Without boxes each copy of it would count some hundred references, and
/// the compiler would write out that copy for every type that holds one.
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
