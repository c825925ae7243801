import AdEngine

/// What `--tcf` was given: a TC string, or the name of a file that says what the user chose.
enum TCFArgument {
  /// A file may be as long as the longest string, and some more for the keys beside it.
  private static let maxFileLength = 2 * TCString.maxLength

  /// The choice; a file of that name comes before a string.
  static func choice(_ text: String, _ console: Console) throws(CommandError) -> ConsentChoice {
    guard let bytes = try file(text, console) else {
      return try string(text, in: "--tcf: no file of that name; as a string")
    }
    guard bytes.first(where: { !$0.isASCIISpace }) == UInt8(ascii: "{") else {
      return try string(String(decoding: bytes, as: UTF8.self), in: text)
    }
    let stored = try orFail(try StoredConsent(bytes)) { .data("\(text): \($0)") }
    switch (stored.regulation, stored.choice) {
    case (ConsentStore.Regulation.none, _): return .granted
    case (.gdpr, .status(.unset)) where stored.isAsked: return .unset
    case (.gdpr, .status(.unset)):
      throw .data(
        "\(text): holds no choice: expected IABTCF_TCString, IABGPP_HDR_GppString or IABTCF_gdprApplies"
      )
    case (.gdpr, let choice): return choice
    }
  }

  private static func string(
    _ text: String, in place: String
  ) throws(CommandError) -> ConsentChoice {
    let text = String(text.filter { !$0.isWhitespace })
    let form = try restating(try ConsentForm(text)) { (error: CommandError) in error.named(place) }
    guard let string = form.tcString else {
      throw .data("\(place): says nothing about the TCF: expected a TC string")
    }
    return .tcString(
      try orFail(try ConsentString(string)) { .data("\(place): TC string: \($0)") })
  }

  /// What is in the file of that name; `nil` if there is none.
  private static func file(_ path: String, _ console: Console) throws(CommandError) -> [UInt8]? {
    // A string may be longer than any name.
    guard FileIdentity(path) != nil else { return nil }
    let bytes = try InputFile(path, console).readAll(beyond: Self.maxFileLength)
    guard bytes.count <= Self.maxFileLength else {
      throw .file(FileError(path: path, reason: .tooLong(limit: Self.maxFileLength)))
    }
    return bytes
  }
}
