import Glibc

/// The date and the time of day, which only names and marks of files need.
enum WallClock {
  /// The day of now in UTC, counted from 1970-01-01.
  static var today: Int { time(nil) / 86_400 }

  /// A time in seconds since 1970, now by default, in UTC and in a format of `strftime`.
  static func text(_ format: String, at seconds: Int = time(nil)) -> String {
    var seconds = seconds
    var parts = tm()
    gmtime_r(&seconds, &parts)
    var text = [CChar](repeating: 0, count: 64)
    let count = strftime(&text, text.count, format, &parts)
    return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
