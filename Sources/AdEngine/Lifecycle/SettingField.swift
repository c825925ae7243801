/// One of the lazy-loading settings, to compare changes of settings field by field and to copy some of their fields.
package struct SettingField: Sendable {
  /// Its name in sessions and in front matter.
  package let key: String
  package let isOfSlot: Bool
  package let isSame: @Sendable (LazyLoadingChange, LazyLoadingChange) -> Bool
  /// Copies the field from the first change to the second, `nil` included.
  package let copy: @Sendable (LazyLoadingChange, inout LazyLoadingChange) -> Void

  private init<Value: Equatable & SendableMetatype>(
    _ key: String, _ path: any WritableKeyPath<LazyLoadingChange, Value?> & Sendable,
    isOfSlot: Bool = false
  ) {
    (self.key, self.isOfSlot) = (key, isOfSlot)
    isSame = { $0[keyPath: path] == $1[keyPath: path] }
    copy = { $1[keyPath: path] = $0[keyPath: path] }
  }

  package static let all = [
    SettingField("fetchThreshold", \.fetchThreshold, isOfSlot: true),
    SettingField("displayThreshold", \.displayThreshold, isOfSlot: true),
    SettingField("unloadThreshold", \.unloadThreshold, isOfSlot: true),
    SettingField("unloadingEnabled", \.unloadingEnabled, isOfSlot: true),
    SettingField("mobileScaling", \.mobileScaling),
    SettingField("requests", \.requests),
    SettingField("fetchAfter", \.fetchAfter),
    SettingField("horizontalMargin", \.horizontalMargin),
    SettingField("auction", \.auction),
  ]
}
