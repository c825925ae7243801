import AdEngine

extension LazyLoadingChange {
  /// Reads the thresholds, and whether slots are unloaded, from a map of settings.
  init(reading keys: inout KeyReader, _ problems: inout Problems) {
    self.init(
      fetchThreshold: keys.threshold("fetchThreshold", &problems),
      displayThreshold: keys.threshold("displayThreshold", &problems),
      unloadThreshold: keys.threshold("unloadThreshold", &problems),
      unloadingEnabled: keys.value(
        "unloadingEnabled", expected: "true or false", &problems, \.bool))
  }
}

extension LazyLoadingOverride {
  /// Reads what an ad block says about lazy loading; `nil` where it says nothing.
  init?(reading keys: inout KeyReader, _ problems: inout Problems) {
    if let entry = keys.entry("lazyLoad"), let isOn = entry.value.bool {
      if isOn { return nil }
      self = .off
      return
    }
    guard
      var thresholds = keys.map("lazyLoad", expected: "off, or a map of thresholds", &problems)
    else { return nil }
    let change = LazyLoadingChange(reading: &thresholds, &problems)
    thresholds.reportUnknownKeys(&problems)
    if let error = change.errorOfSlot {
      problems.add("ad block: lazyLoad: \(error)", line: thresholds.line)
      return nil
    }
    guard change != LazyLoadingChange() else { return nil }
    self = .settings(change)
  }
}

extension KeyReader {
  /// The threshold under a key.
  mutating func threshold(_ key: String, _ problems: inout Problems) -> Threshold? {
    if let entry = entry(key), case .map(let entries) = entry.value.content {
      var sides = KeyReader(entries, place: "\(place): \(key)", line: entry.value.line)
      let (ahead, behind) = (sides.side("ahead", &problems), sides.side("behind", &problems))
      sides.reportUnknownKeys(&problems)
      guard let ahead, let behind else {
        problems.add(
          "\(place): \(key): expected thresholds ahead and behind, as in `{ ahead: 1200, behind: 200 }`",
          line: entry.value.line)
        return nil
      }
      return .directional(ahead: ahead, behind: behind)
    }
    return side(key, &problems).map { Threshold($0) }
  }

  /// What is written for one side, or for both; behind a threshold `null` says something, an empty value does not.
  private mutating func side(_ key: String, _ problems: inout Problems) -> Threshold.Side? {
    if isNullWritten(key) { return .unlimited }
    return value(key, expected: Threshold.Side.expected, &problems) { value in
      value.number.map { Threshold.Side(written: $0) }
        ?? value.text.flatMap { $0.hasSuffix("%") ? Threshold.Side(written: $0) : nil }
    }
  }
}
