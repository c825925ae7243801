/// A string of the Global Privacy Platform (IAB Tech Lab, GPP 1.0, November 2023): the texts of its sections by their ids.
public struct GPPString: Hashable, Sendable {
  /// A section: a string of one law or framework.
  public struct Section: Hashable, Sendable {
    /// The number of the section, such as 2 for TCF EU.
    public let id: Int
    /// Its own string.
    public let text: String
  }

  /// The id of the section that is a TC string of the European Union.
  public static let tcfEU = 2
  /// The id of the section that is a US Privacy string.
  public static let usPrivacy = 6
  /// The id of the section of the United States as a whole.
  public static let usNational = 7
  /// The greatest id of a section that is read; chosen.
  static let maxID = 4096
  /// The names of the sections, by their ids (IAB Tech Lab, "Section Information", November 2026).
  public static let names: [Int: String] = [
    1: "TCF EU 1", tcfEU: "TCF EU", 5: "TCF Canada", usPrivacy: "US Privacy",
    usNational: "US national",
    8: "California", 9: "Virginia", 10: "Colorado", 11: "Utah", 12: "Connecticut", 13: "Florida",
    14: "Montana", 15: "Oregon", 16: "Texas", 17: "Delaware", 18: "Iowa", 19: "Nebraska",
    20: "New Hampshire", 21: "New Jersey", 22: "Tennessee", 23: "Minnesota", 24: "Maryland",
    25: "Indiana", 26: "Kentucky", 27: "Rhode Island",
  ]

  /// The sections, in ascending order of their ids.
  public let sections: [Section]

  /// The TC string of the European Union, if there is one.
  public var tcString: String? { sections.first { $0.id == Self.tcfEU }?.text }

  /// Whether a text begins as such strings do.
  public static func isMeant(by text: String) -> Bool { text.hasPrefix("DB") }

  /// Reads the header (type 3, version 1), which says which sections there are, and splits them.
  public init(_ text: String) throws(TCStringError) {
    let parts = text.split(separator: "~", omittingEmptySubsequences: false).map(String.init)
    var bits = try TCBitReader(Array(parts[0].utf8)[...], at: 0)
    let type = try bits.number(6, "type")
    guard type == 3 else { throw bits.problem("type \(type): expected 3") }
    let version = try bits.number(6, "version")
    guard version == 1 else { throw bits.problem("version \(version): expected 1") }
    var ids: [Int] = []
    for _ in 0..<(try bits.number(12, "sections")) {
      let isRange = try bits.flag("sections")
      let first = (ids.last ?? 0) + (try bits.fibonacci("sections"))
      let count = isRange ? try bits.fibonacci("sections") : 0
      guard first + count <= Self.maxID else {
        throw bits.problem("section \(first + count): expected at most \(Self.maxID)")
      }
      ids += Array(first...first + count)
    }
    guard ids.count == parts.count - 1 else {
      throw TCStringError(reason: "the segment ends inside sections", offset: text.utf8.count)
    }
    sections = zip(ids, parts.dropFirst()).map { Section(id: $0, text: $1) }
  }

  /// What the section of the United States as a whole says, field by field; `nil` without one.
  ///
  /// Its versions are 1 and 2 (IAB Tech Lab, "US National", December 2022 and October 2024).
  public func nationalFacts() throws(TCStringError) -> [(name: String, answer: String)]? {
    guard let text = sections.first(where: { $0.id == Self.usNational })?.text else { return nil }
    let segments = text.split(separator: ".", omittingEmptySubsequences: false)
    var bits = try TCBitReader(Array(segments[0].utf8)[...], at: 0)
    let version = try bits.number(6, "version")
    guard (1...2).contains(version) else {
      throw bits.problem("version \(version): expected 1 or 2")
    }
    var facts: [(name: String, answer: String)] = []
    func answer(_ answers: [String], _ code: Int) -> String {
      answers.indices.contains(code) ? answers[code] : "not valid"
    }
    let notices = [
      "sharing", "sale", "sharing opt-out", "advertising", "sensitive data", "its limits",
    ]
    for name in notices {
      facts.append(
        ("notice of \(name)", answer(["not applicable", "yes", "no"], try bits.number(2, name))))
    }
    for name in ["sale", "sharing", "targeted advertising"] {
      facts.append(
        (name, answer(["not applicable", "opted out", "not opted out"], try bits.number(2, name))))
    }
    facts.append(("not read", "sensitive data, known children, personal data, MSPA"))
    for segment in segments.dropFirst() {
      var bits = try TCBitReader(Array(segment.utf8)[...], at: 0)
      // The other kind of segment is not defined.
      guard try bits.number(2, "segment") == 1 else { continue }
      facts.append(("Global Privacy Control", try bits.flag("GPC") ? "on" : "off"))
    }
    return facts
  }
}

extension TCBitReader {
  /// Reads a number in Fibonacci coding (GPP 1.0): it ends with two ones.
  fileprivate mutating func fibonacci(_ name: String) throws(TCStringError) -> Int {
    var (sum, here, next, last) = (0, 1, 2, false)
    for _ in 0..<32 {
      let isOne = try flag(name)
      if isOne, last { return sum }
      if isOne { sum += here }
      (here, next, last) = (next, here + next, isOne)
    }
    throw problem("the segment ends inside \(name)")
  }
}
