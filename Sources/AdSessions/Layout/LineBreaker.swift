/// Wraps text to columns: at a blank, which is dropped, beside a wide character, or within a word that is too long.
struct LineBreaker {
  let columns: Int

  /// Calls `body` with each line, at least one, and whether it ends in a hyphen; `breaks` are places in words.
  func paragraph(
    _ text: UTF8Bytes, _ range: Range<Int>, _ breaks: ArraySlice<Document.Break> = [],
    _ body: (Range<Int>, _ isHyphenated: Bool) -> Void
  ) {
    var breaks = breaks
    var nextBreak = breaks.first.map { Int($0.position) } ?? .max
    var start = range.lowerBound
    var position = start
    var used = 0
    // Where the line may be broken: it would end at `end`, and the next begin at `next`, `used` columns on.
    var chance: (end: Int, next: Int, used: Int, isHyphen: Bool)?
    while position < range.upperBound {
      while position >= nextBreak {
        let isHyphen = breaks.removeFirst().isHyphen
        if position == nextBreak, used + (isHyphen ? 1 : 0) <= columns {
          chance = (position, position, used, isHyphen)
        }
        nextBreak = breaks.first.map { Int($0.position) } ?? .max
      }
      // The ASCII characters of a word are passed at once, as far as there is room.
      let room = min(range.upperBound, nextBreak, position + max(0, columns - used))
      var end = position
      while end < room, text[end] > 0x20, text[end] < 0x7F { end += 1 }
      if end > position {
        used += end - position
        position = end
        continue
      }
      let byte = text[position]
      if byte == 0x20 {
        chance = (position, position + 1, used + 1, false)
        used += 1
        position += 1
        continue
      }
      if byte == 0x0A {
        body(start..<trimmed(text, start..<position), false)
        position += 1
        start = position
        used = 0
        chance = nil
        continue
      }
      var next = position
      let width = CharacterWidth.cells(UTF8Reader.next(text, &next))
      if width == 2, position > start, chance?.next != position {
        chance = (position, position, used, false)
      }
      if used + width > columns, position > start {
        let end = chance ?? (position, position, used, false)
        body(start..<end.end, end.isHyphen)
        start = end.next
        used -= end.used
        chance = nil
        // The character is read again: the carried-over text may still be too long.
        continue
      }
      used += width
      // A combining mark belongs to the wide character before it.
      let isAfterWide = width == 2 || width == 0 && chance?.next == position
      position = next
      if isAfterWide { chance = (position, position, used, false) }
    }
    body(start..<trimmed(text, start..<range.upperBound), false)
  }

  /// Calls `body` with each row of a code block; one that continues the row above is two columns shorter, for a mark.
  func code(
    _ text: UTF8Bytes, _ range: Range<Int>,
    _ body: (Range<Int>, _ continues: Bool) -> Void
  ) {
    var start = range.lowerBound
    var position = start
    var used = 0
    var continues = false
    while position < range.upperBound {
      if text[position] == 0x0A {
        body(start..<position, continues)
        position += 1
        start = position
        used = 0
        continues = false
        continue
      }
      var next = position
      let width = CharacterWidth.cells(UTF8Reader.next(text, &next))
      if used + width > (continues ? columns - 2 : columns), position > start {
        body(start..<position, continues)
        start = position
        used = 0
        continues = true
      }
      used += width
      position = next
    }
    body(start..<range.upperBound, continues)
  }

  private func trimmed(_ text: UTF8Bytes, _ range: Range<Int>) -> Int {
    var end = range.upperBound
    while end > range.lowerBound, text[end - 1] == 0x20 { end -= 1 }
    return end
  }
}
