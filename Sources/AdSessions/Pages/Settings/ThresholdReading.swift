import AdEngine

extension LazyLoadingChange {
  /// Reads the thresholds, and whether slots are unloaded, from a map of settings.
  init(reading keys: KeyReader) {
    self.init(
      fetchThreshold: keys.threshold("fetchThreshold"),
      displayThreshold: keys.threshold("displayThreshold"),
      unloadThreshold: keys.threshold("unloadThreshold"),
      unloadingEnabled: keys.flag("unloadingEnabled"))
  }
}

extension LazyLoadingOverride {
  /// Reads what an ad block says about lazy loading; `nil` where it says nothing.
  init?(reading keys: KeyReader) {
    if let isOn = keys.entry("lazyLoad")?.value.bool {
      if isOn { return nil }
      self = .off
      return
    }
    guard let thresholds = keys.map("lazyLoad", expected: "off, or a map of thresholds") else {
      return nil
    }
    let change = LazyLoadingChange(reading: thresholds)
    thresholds.reportUnknownKeys()
    if let error = change.errorOfSlot {
      keys.report("lazyLoad: \(error)", line: thresholds.line)
      return nil
    }
    guard change != LazyLoadingChange() else { return nil }
    self = .settings(change)
  }
}

extension KeyReader {
  func threshold(_ key: String) -> Threshold? {
    guard let value = entry(key)?.value, let sides = reader(of: value, place: "\(place): \(key)")
    else { return side(key).map { Threshold($0) } }
    let (ahead, behind) = (sides.side("ahead"), sides.side("behind"))
    sides.reportUnknownKeys()
    guard let ahead, let behind else {
      sides.report("expected thresholds ahead and behind, as in `{ ahead: 1200, behind: 200 }`")
      return nil
    }
    return .directional(ahead: ahead, behind: behind)
  }

  /// What is written for one side, or for both; behind a threshold `null` says something, an empty value does not.
  private func side(_ key: String) -> Threshold.Side? {
    if isNullWritten(key) { return .unlimited }
    return value(key, expected: Threshold.Side.expected) { value in
      value.number.map { Threshold.Side(written: $0) }
        ?? value.text.flatMap { $0.hasSuffix("%") ? Threshold.Side(written: $0) : nil }
    }
  }
}
