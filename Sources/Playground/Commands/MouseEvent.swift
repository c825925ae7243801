/// A mouse event, as a terminal reports it.
package struct MouseEvent: Hashable, Sendable {
  package enum Action: Hashable, Sendable {
    /// The left button went down.
    case pressed
    /// The mouse moved while the left button was down.
    case dragged
    /// The left button went up.
    case released
    /// The wheel was turned by a notch.
    case wheelUp, wheelDown
  }

  package var action: Action
  /// The cell, counted from the top left of the screen; a terminal may name one that is not on it.
  package var column, row: Int

  package init(_ action: Action, column: Int, row: Int) {
    self.action = action
    self.column = column
    self.row = row
  }
}
