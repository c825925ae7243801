import AdEngine
import Glibc

/// What `--tcf` was given: a TC string, or the name of a file that says what the person chose.
enum TCFArgument {
  /// A file may be as long as the longest string, and some more for the keys beside it.
  private static let longestFile = 2 * TCString.longest

  /// The choice; a file of that name comes before a string.
  static func choice(_ text: String) throws(CommandFailure) -> ConsentChoice {
    guard let bytes = try file(text) else {
      return try string(text, in: "--tcf: no file of that name; as a string")
    }
    guard bytes.first(where: { !isSpace($0) }) == UInt8(ascii: "{") else {
      return try string(String(decoding: bytes, as: UTF8.self), in: text)
    }
    let stored: StoredConsent
    do throws(UnreadableConsent) {
      stored = try StoredConsent(bytes)
    } catch {
      throw .data("\(text): \(error)")
    }
    switch (stored.regulation, stored.choice) {
    case (ConsentCentre.Regulation.none, _): return .granted
    case (.gdpr, .status(.unset)):
      throw .data("\(text): says nothing: expected IABTCF_TCString, or IABTCF_gdprApplies 0")
    case (.gdpr, let choice): return choice
    }
  }

  private static func string(
    _ text: String, in place: String
  ) throws(CommandFailure) -> ConsentChoice {
    do throws(TCStringError) {
      return .tcString(try ConsentString(text))
    } catch {
      throw .data("\(place): TC string: \(error)")
    }
  }

  /// What is in the file of that name; `nil` if there is none.
  private static func file(_ path: String) throws(CommandFailure) -> [UInt8]? {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    guard facts.st_mode & S_IFMT == S_IFREG else { throw .noInput("\(path): is not a file") }
    guard facts.st_size <= Self.longestFile else {
      throw .data("\(path): \(facts.st_size) bytes: expected at most \(Self.longestFile)")
    }
    do {
      return try WholeFile.read(path)
    } catch {
      throw .inputOutput("\(error)")
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }
}
