import AdEngine
import AdPages

/// A screen of an app; under another key its second ad is loaded again.
func examplePage(adKey: String = "7b1d") -> Page {
  NavigationView {
    ScrollView {
      VStack(spacing: 32) {
        // Header ad with custom targeting
        WebAdView(adUnitId: "div-gpt-ad-mobile_1", initialHeight: 320)
          .customTargeting("section", "homepage")
          .customTargeting("tags", ["breaking", "featured", "local"])
          .showAdLabel(true, text: "artikel forsætter efter annonce")
          .frame(maxWidth: .infinity, alignment: .top)
        // Content between ads
        Text("Article Content")
          .padding()
        // Mid-article ad with different targeting
        WebAdView(adUnitId: "div-gpt-ad-mobile_2")
          .customTargeting("position", "mid-article")
          .customTargeting("categories", ["tech", "mobile"])
          .showAdLabel(true)
          .id(adKey)
          .frame(maxWidth: .infinity, alignment: .top)
      }
      .padding()
    }
    .lazyLoadAd()
    .navigationTitle("Demo")
  }
}
