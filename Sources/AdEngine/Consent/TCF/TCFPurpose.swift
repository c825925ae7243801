/// A purpose of the TCF in plain words.
public struct TCFPurpose: Hashable, Sendable {
  /// The number in the framework's list, 1…11.
  public let id: Int
  /// What it is about, in a few words of this project's own.
  public let name: String
  /// What the SDK of a page calls it.
  public let key: String
  /// Whether a vendor may claim legitimate interest for it (TCF 2.2: not for 1 and 3 to 6).
  public let allowsLegitimateInterest: Bool

  private init(_ id: Int, _ name: String, _ key: String, interest: Bool) {
    self.id = id
    self.name = name
    self.key = key
    allowsLegitimateInterest = interest
  }

  /// All purposes, in the order of their numbers.
  public static let all = [
    TCFPurpose(1, "keep data on this device", "cookies", interest: false),
    TCFPurpose(2, "choose ads by little data", "select_basic_ads", interest: true),
    TCFPurpose(3, "make a profile of you for ads", "create_ads_profile", interest: false),
    TCFPurpose(4, "choose ads by your profile", "select_personalized_ads", interest: false),
    TCFPurpose(5, "make a profile of you for content", "create_content_profile", interest: false),
    TCFPurpose(
      6, "choose content by your profile", "select_personalized_content", interest: false),
    TCFPurpose(7, "measure what ads achieve", "measure_ad_performance", interest: true),
    TCFPurpose(8, "measure what content achieves", "measure_content_performance", interest: true),
    TCFPurpose(9, "understand audiences by statistics", "market_research", interest: true),
    TCFPurpose(10, "develop and improve services", "improve_products", interest: true),
    TCFPurpose(
      11, "choose content by little data", "use_limited_data_to_select_content", interest: true),
  ]

  /// The purpose of a number, if there is one.
  public static func numbered(_ id: Int) -> TCFPurpose? { all.first { $0.id == id } }
}
