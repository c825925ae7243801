/// A purpose of the TCF in plain words (IAB Europe, TCF 2.3, 2025: Policies 5).
public struct TCFPurpose: Hashable, Sendable {
  /// The number in the framework's list, 1…11.
  public let id: Int
  /// What it is about, in a few words of this project's own.
  public let name: String
  /// What the SDK of a page calls it.
  public let key: String
  /// Whether a vendor may claim legitimate interest for it (not for 1 nor, since TCF 2.2 of May 2023, for 3 to 6).
  public let allowsLegitimateInterest: Bool

  /// All purposes, in the order of their numbers.
  public static let all: [TCFPurpose] = [
    (1, "keep data on this device", "cookies", false),
    (2, "choose ads by little data", "select_basic_ads", true),
    (3, "make a profile of you for ads", "create_ads_profile", false),
    (4, "choose ads by your profile", "select_personalized_ads", false),
    (5, "make a profile of you for content", "create_content_profile", false),
    (6, "choose content by your profile", "select_personalized_content", false),
    (7, "measure what ads achieve", "measure_ad_performance", true),
    (8, "measure what content achieves", "measure_content_performance", true),
    (9, "understand audiences by statistics", "market_research", true),
    (10, "develop and improve services", "improve_products", true),
    (11, "choose content by little data", "use_limited_data_to_select_content", true),
  ].map { TCFPurpose(id: $0, name: $1, key: $2, allowsLegitimateInterest: $3) }

  /// The purpose of a number, if there is one.
  public static func numbered(_ id: Int) -> TCFPurpose? { all.first { $0.id == id } }
}
