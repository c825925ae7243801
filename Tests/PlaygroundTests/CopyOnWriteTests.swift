import Testing

@testable import Playground

@Suite struct CopyOnWriteTests {
  /// A value that says where it lies.
  private struct Screen {
    @CopyOnWrite var rows = [1, 2, 3]

    var place: Int { rows.withUnsafeBytes { Int(bitPattern: $0.baseAddress) } }
  }

  @Test func `a copy keeps its value when the other is changed`() {
    var screen = Screen()
    let copy = screen
    screen.rows[0] = 9
    #expect(screen.rows == [9, 2, 3] && copy.rows == [1, 2, 3])
    screen.rows = []
    #expect(screen.rows == [] && copy.rows == [1, 2, 3])
    var other = copy
    other.rows.append(4)
    #expect(copy.rows == [1, 2, 3] && other.rows == [1, 2, 3, 4])
  }

  @Test func `an only owner changes its value in place`() {
    var screen = Screen()
    let place = screen.place
    screen.rows[1] = 7
    #expect(screen.place == place)
    let copy = screen
    screen.rows[1] = 8
    #expect(screen.place != place && copy.place == place)
  }
}
