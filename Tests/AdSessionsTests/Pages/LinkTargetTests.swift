import AdSessions
import Testing

@Suite struct LinkTargetTests {
  @Test(
    arguments: [
      ("other.md", "other.md", nil), ("a/b.md#top", "a/b.md", "top"), ("#the-end", "", "the-end"),
      ("#", "", nil), ("", "", nil), ("b.md?x=1#y", "b.md", "y"),
      ("my%20page.md", "my page.md", nil), ("#caf%C3%A9", "", "café"), ("100%.md", "100%.md", nil),
      ("a.md#b#c", "a.md", "b#c"), ("https://example.com/", nil, nil),
      ("mailto:x@example.com", nil, nil), ("//host/x", nil, nil),
      ("javascript:alert(1)#x", nil, "x"), ("å:b.md", "å:b.md", nil),
    ] as [(String, String?, String?)])
  func `a link is a path and a heading, or leads elsewhere`(
    link: String, path: String?, fragment: String?
  ) {
    let target = LinkTarget(link)
    #expect(target.path == path)
    #expect(target.fragment == fragment)
  }
}
