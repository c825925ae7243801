import AdSessions

/// Reads a page from lines of text.
func read(_ text: String, ads: AdRule? = nil) -> (page: Page, problems: [Problem]) {
  Page.read(Array(text.utf8), name: "demos/page.md", options: ReadingOptions(ads: ads))
}

/// The problems of a page, each as `line: sentence`.
func problems(of text: String, ads: AdRule? = nil) -> [String] {
  read(text, ads: ads).problems.map { "\($0.line): \($0.sentence)" }
}

/// The problems of a page whose front matter is this; its first line is line 2.
func problems(ofFrontMatter yaml: String) -> [String] { problems(of: "---\n\(yaml)\n---\nText\n") }

/// The problems of a page with one `ad` block whose first key stands on line 2.
func problems(ofAd yaml: String) -> [String] { problems(of: "```ad\n\(yaml)\n```\n") }

/// The slot of a page with one `ad` block.
func slot(_ yaml: String) -> DeclaredSlot? {
  read("```ad\nunit: u\n\(yaml)\n```\n").page.slots.first
}
