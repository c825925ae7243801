/// A key press, as a terminal reports it.
package enum Key: Hashable, Sendable {
  /// A key that writes a character (space, letters, digits, …), as written: `"J"` is shift-j.
  case character(Character)
  /// A letter held with ctrl, in lower case: ctrl-c is `.control("c")`.
  case control(Character)
  /// The arrow keys; `shift` where the terminal reports it.
  case up, down, left, right, shiftLeft, shiftRight, shiftUp, shiftDown
  /// The keys of the middle block.
  case pageUp, pageDown, home, end, insert, delete
  /// The keys that every program gives a meaning of its own.
  case enter, escape, tab, backTab, backspace
  /// A function key, from 1.
  case function(Int)
}

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
    (self.action, self.column, self.row) = (action, column, row)
  }
}
