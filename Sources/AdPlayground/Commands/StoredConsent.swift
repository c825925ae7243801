import AdEngine
import AdRendering

/// What `IABTCF_*` keys in a file of JSON say; they are read as an SDK reads them (IAB Tech Lab, CMP API 2.2, February 2026).
///
/// Only two of the keys decide: the others follow from the string, and are there for those who do not read strings.
struct StoredConsent: Equatable {
  /// Whether the user has to be asked.
  let regulation: ConsentStore.Regulation
  /// What was chosen; a string that is empty is none.
  let choice: ConsentChoice
  /// Whether the keys say themselves that the law applies, as they do before the user has chosen.
  let isAsked: Bool

  /// Reads the keys.
  init(_ bytes: [UInt8]) throws(ConsentFileError) {
    let value = try restating(try JSONReader.read(bytes, .strict)) { (error: JSONError) in
      ConsentFileError(description: "\(error)")
    }
    guard case .object(let keys) = value else {
      throw ConsentFileError(description: "expected an object with the IABTCF_* keys")
    }
    switch keys["IABTCF_gdprApplies"] {
    case nil, .number(1): regulation = .gdpr
    case .number(0): regulation = .none
    default: throw ConsentFileError(description: "IABTCF_gdprApplies: expected the number 0 or 1")
    }
    isAsked = keys["IABTCF_gdprApplies"] == .number(1)
    var string = keys["IABTCF_TCString"]
    let isEmpty = string == nil || string == .null || string == .text("")
    if isEmpty, case .text(let text)? = keys["IABGPP_HDR_GppString"], !text.isEmpty {
      let section = try restating(try GPPString(text).tcString) { (error: TCStringError) in
        ConsentFileError(description: "IABGPP_HDR_GppString: \(error)")
      }
      string = section.map { .text($0) }
      if string == nil, keys["IABTCF_gdprApplies"] == nil {
        throw ConsentFileError(
          description: "IABGPP_HDR_GppString: has no section of the TCF in the European Union (2)")
      }
    }
    switch string {
    // Where the law does not apply no string counts.
    case _ where regulation == .none, nil, .null, .text(""): choice = .unset
    case .text(let text):
      let string = try restating(try ConsentString(text)) { (error: TCStringError) in
        ConsentFileError(description: "IABTCF_TCString: \(error)")
      }
      choice = .tcString(string)
    default: throw ConsentFileError(description: "IABTCF_TCString: expected a text")
    }
  }
}

/// Why keys cannot be read, in one sentence.
struct ConsentFileError: Error, CustomStringConvertible {
  let description: String
}
