import AdEngine
import AdRendering

/// What `IABTCF_*` keys in a file of JSON say; they are read as an SDK reads them (IAB TCF, CMP API v2).
///
/// Only two of the keys decide: the others follow from the string, and are there for those who do not read strings.
struct StoredConsent: Equatable {
  /// Whether the person has to be asked.
  var regulation: ConsentCentre.Regulation
  /// What was chosen; a string that is empty is none.
  var choice: ConsentChoice

  init(regulation: ConsentCentre.Regulation = .gdpr, choice: ConsentChoice) {
    self.regulation = regulation
    self.choice = choice
  }

  /// Reads the keys.
  init(_ bytes: [UInt8]) throws(UnreadableConsent) {
    let value: JSONValue
    do throws(InvalidJSON) {
      value = try JSONReader.read(bytes, .strict)
    } catch {
      throw UnreadableConsent(description: "\(error)")
    }
    guard case .object(let keys) = value else {
      throw UnreadableConsent(description: "expected an object with the IABTCF_* keys")
    }
    switch keys["IABTCF_gdprApplies"] {
    case nil, .number(1): regulation = .gdpr
    case .number(0): regulation = .none
    default: throw UnreadableConsent(description: "IABTCF_gdprApplies: expected 0 or 1")
    }
    switch keys["IABTCF_TCString"] {
    case nil, .text(""): choice = .unset
    case .text(let text):
      do throws(TCStringError) {
        choice = .tcString(try ConsentString(text))
      } catch {
        throw UnreadableConsent(description: "IABTCF_TCString: \(error)")
      }
    default: throw UnreadableConsent(description: "IABTCF_TCString: expected a text")
    }
  }

  /// The keys as a file of JSON, one on each line.
  var bytes: [UInt8] {
    let lines = IABTCFKeys(choice, regulation).entries.map { entry in
      let value: JSONText =
        switch entry.value {
        case .number(let number): .number(number)
        case .text(let text): .text(text)
        }
      return "  \(JSONText.text(entry.key).json): \(value.json)"
    }
    return Array("{\n\(lines.joined(separator: ",\n"))\n}\n".utf8)
  }
}

/// Why keys cannot be read, in one sentence.
struct UnreadableConsent: Error, CustomStringConvertible {
  let description: String
}
