import AdEngine
import AdRendering

/// What `IABTCF_*` keys in a file of JSON say; they are read as an SDK reads them (IAB TCF, CMP API v2).
///
/// Only two of the keys decide: the others follow from the string, and are there for those who do not read strings.
struct StoredConsent: Equatable {
  /// Whether the user has to be asked.
  var regulation: ConsentStore.Regulation
  /// What was chosen; a string that is empty is none.
  var choice: ConsentChoice
  /// The values of others' keys, as they were written.
  var others: [String: JSONText]

  init(
    regulation: ConsentStore.Regulation = .gdpr, choice: ConsentChoice,
    others: [String: JSONText] = [:]
  ) {
    self.regulation = regulation
    self.choice = choice
    self.others = others
  }

  /// Reads the keys.
  init(_ bytes: [UInt8]) throws(ConsentFileError) {
    let object: (fields: [String: JSONValue], texts: [String: JSONText])?
    do throws(JSONError) {
      object = try JSONReader.object(bytes, .strict)
    } catch {
      throw ConsentFileError(description: "\(error)")
    }
    guard let (keys, texts) = object else {
      throw ConsentFileError(description: "expected an object with the IABTCF_* keys")
    }
    others = texts.filter { !Self.isOwn($0.key) }
    switch keys["IABTCF_gdprApplies"] {
    case nil, .number(1): regulation = .gdpr
    case .number(0): regulation = .none
    default: throw ConsentFileError(description: "IABTCF_gdprApplies: expected 0 or 1")
    }
    switch keys["IABTCF_TCString"] {
    case nil, .text(""): choice = .unset
    case .text(let text):
      do throws(TCStringError) {
        choice = .tcString(try ConsentString(text))
      } catch {
        throw ConsentFileError(description: "IABTCF_TCString: \(error)")
      }
    default: throw ConsentFileError(description: "IABTCF_TCString: expected a text")
    }
  }

  /// The keys as a file of JSON, one on each line; values of others as they were written.
  var bytes: [UInt8] {
    Self.bytes(IABTCFKeys(choice, regulation).fields + others.sorted { $0.key < $1.key })
  }

  static func bytes(_ fields: JSONText.Fields) -> [UInt8] {
    let lines = fields.map { "  \(JSONText.text($0).json): \($1.json)" }
    return Array("{\n\(lines.joined(separator: ",\n"))\n}\n".utf8)
  }

  /// Whether a key is one that a TC string leads to: it goes when the string does.
  private static func isOwn(_ key: String) -> Bool {
    guard key.hasPrefix("IABTCF_") else { return false }
    let name = key.dropFirst("IABTCF_".count)
    return ownNames.contains(name) || name.hasPrefix("PublisherRestrictions")
  }

  private static let ownNames: Set<Substring> = [
    "CmpSdkID", "CmpSdkVersion", "PolicyVersion", "gdprApplies", "PublisherCC",
    "PurposeOneTreatment", "UseNonStandardTexts", "TCString", "VendorConsents",
    "VendorLegitimateInterests", "DisclosedVendors", "PurposeConsents",
    "PurposeLegitimateInterests", "SpecialFeaturesOptIns", "PublisherConsent",
    "PublisherLegitimateInterests", "PublisherCustomPurposesConsents",
    "PublisherCustomPurposesLegitimateInterests",
  ]
}

/// Why keys cannot be read, in one sentence.
struct ConsentFileError: Error, CustomStringConvertible {
  let description: String
}

extension IABTCFKeys {
  /// The keys with their values.
  var fields: JSONText.Fields {
    entries.map { entry in
      switch entry.value {
      case .number(let number): (entry.key, .number(number))
      case .text(let text): (entry.key, .text(text))
      }
    }
  }
}
