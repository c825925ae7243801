/// The pages of `Demos` as part of the program, so that the demo opens from any folder.
enum BuiltInDemo {
  /// Names and contents.
  static let pages: [(name: String, bytes: [UInt8])] = [
    ("home.md", PackageResources.home_md),
    ("harbour.md", PackageResources.harbour_md),
    ("lighthouse.md", PackageResources.lighthouse_md),
    ("market.md", PackageResources.market_md),
    ("tides.md", PackageResources.tides_md),
    ("classifieds.md", PackageResources.classifieds_md),
    ("fair.md", PackageResources.fair_md),
  ]
}
