/// The targeting of one ad unit: keys with one or several values each (`S0.21`–`S0.26`, `S1.25`–`S1.30`).
///
/// Keys stand in the order in which they were first set (D8), so the script that is made of them is the same each time.
/// A key that is set again takes the new values and keeps its place. Each ad unit has a page of its own for its script,
/// so that two units never overwrite each other's targeting (D9).
public struct CustomTargeting: Hashable, Sendable {
  /// A key and its values; at least one value.
  public struct Entry: Hashable, Sendable {
    /// The key, at most 20 characters for an ad server to take it.
    public let key: String
    /// The values, in the order in which they were given.
    public fileprivate(set) var values: [String]
  }

  /// The keys with their values as given, in the order in which they were first set; what is shown of them must be scrubbed.
  public private(set) var entries: [Entry] = []
  /// The keys for which an empty list was given, in that order; it changed nothing (`S1.27`).
  public private(set) var emptyLists: [String] = []
  /// Where each key stands in `entries`.
  private var places: [Spelling: Int] = [:]

  /// Makes targeting without a key.
  public init() {}

  /// Whether no key is set.
  public var isEmpty: Bool { entries.isEmpty }

  /// The values of a key, if it is set.
  public subscript(key: String) -> [String]? { places[Spelling(key)].map { entries[$0].values } }

  /// Sets a key to one value, in place of those it had.
  public mutating func set(_ key: String, to value: String) { set(key, to: [value]) }

  /// Sets a key to these values, in place of those it had; an empty list changes nothing and is noted.
  public mutating func set(_ key: String, to values: [String]) {
    guard !values.isEmpty else {
      emptyLists.append(key)
      return
    }
    if let place = places[Spelling(key)] {
      entries[place].values = values
    } else {
      places[Spelling(key)] = entries.count
      entries.append(Entry(key: key, values: values))
    }
  }

  /// Adds a value to those of a key.
  public mutating func add(_ value: String, to key: String) {
    if let place = places[Spelling(key)] {
      entries[place].values.append(value)
    } else {
      set(key, to: value)
    }
  }

  /// A key, distinguished from others by its code points as an ad server does, not by what looks the same.
  private struct Spelling: Hashable {
    let bytes: [UInt8]
    init(_ key: String) { bytes = Array(key.utf8) }
  }
}

extension CustomTargeting {
  /// The script that sets the targeting in safe literals (D7), its queue first (D10); empty when there is none (`S1.28`).
  public var script: String {
    guard !isEmpty else { return "" }
    let calls = entries.map { entry in
      let key = ScriptLiteral.text(entry.key)
      let values =
        entry.values.count == 1
        ? ScriptLiteral.text(entry.values[0]) : ScriptLiteral.list(entry.values)
      return "    googletag.pubads().setTargeting(\(key), \(values));"
    }
    return """
      window.googletag = window.googletag || {cmd: []};
      googletag.cmd = googletag.cmd || [];
      googletag.cmd.push(function () {
      \(calls.joined(separator: "\n"))
      });
      """
  }
}
