/// How often ads may be refreshed.
enum RefreshInterval {
  /// Milliseconds: from 30 s, the shortest that Google's buyers accept (Ad Manager Help, November 2026), to an hour.
  static let range: ClosedRange<Int64> = 30_000...3_600_000

  /// The interval that stands under `refresh`; 0 for `off`, `nil` where nothing stands there that could be one.
  static func read(_ keys: KeyReader) -> Int64? {
    let expected = "off, or a time from 30s, the shortest that Google Ad Manager allows, to 1h"
    return keys.value("refresh", expected: expected) { value in
      if value.bool == false { return 0 }
      return value.text.flatMap { Measures.time($0) }.flatMap { range.contains($0) ? $0 : nil }
    }
  }
}
