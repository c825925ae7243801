import AdEngine
import AdRendering
import TestSupport
import Testing

/// URLs from hostile text, in their parts.
@Suite(.tags(.fast)) struct URLReaderTests {
  static let page = URLParts(
    scheme: "https", host: .domain("a.dk"), port: 8443, path: "/x/y", query: "q=1",
    text: "https://a.dk:8443/x/y?q=1")

  @Test(arguments: [
    ("https://a.dk", "https://a.dk/"), ("HTTP://A.DK:80/%7Ea", "http://a.dk/%7Ea"),
    ("https://a.dk:443/", "https://a.dk/"), ("https://a.dk:0443/", "https://a.dk/"),
    ("https://a.dk:/x", "https://a.dk/x"), ("https://user:pass@a.dk/x", "https://a.dk/x"),
    ("https://a.dk/a/./b/../c?d#e", "https://a.dk/a/c?d#e"),
    ("https://a.dk/../../%2e%2E/x/..", "https://a.dk/"), (#"https://a.dk/a\b"#, "https://a.dk/a/b"),
    ("https://a.dk?x", "https://a.dk/?x"),
    ("https://a.dk/æ ø<\">", "https://a.dk/%C3%A6%20%C3%B8%3C%22%3E"),
    ("https://a.dk/\u{202E}", "https://a.dk/%E2%80%AE"), ("https://a%2Edk/", "https://a.dk/"),
    ("https://a.dk./", "https://a.dk/"),
    ("https://[2001:DB8::1]:8080/", "https://[2001:db8::1]:8080/"),
    ("\n\t https://a.dk/ \r\n", "https://a.dk/"), ("tel:+45 12", "tel:+45%2012"),
    ("b/c", "https://a.dk:8443/x/b/c"), ("/b", "https://a.dk:8443/b"),
    (#"\b"#, "https://a.dk:8443/b"), ("?z", "https://a.dk:8443/x/y?z"),
    ("#z", "https://a.dk:8443/x/y?q=1#z"), ("../../..", "https://a.dk:8443/"),
    ("//b.dk", "https://b.dk/"), ("./", "https://a.dk:8443/x/"),
  ])
  func `a URL is written in one way`(text: String, expected: String) throws {
    #expect(try URLReader.read(text, relativeTo: Self.page).text == expected)
  }

  @Test(
    arguments: [
      ("http://127.1/", "127.0.0.1"), ("http://2130706433/", "127.0.0.1"),
      ("http://0x7f.0.0.1/", "127.0.0.1"), ("http://0177.0.0.1/", "127.0.0.1"),
      ("http://0X7F000001/", "127.0.0.1"), ("http://127.0.0.1./", "127.0.0.1"),
      ("http://%31%32%37.1/", "127.0.0.1"), ("http://192.168.257/", "192.168.1.1"),
      ("http://0/", "0.0.0.0"), ("http://0x/", "0.0.0.0"), ("http://1.2.3.4/", "1.2.3.4"),
      ("http://[::1]/", "[::1]"), ("http://[0:0:0:0:0:0:0:1]/", "[::1]"),
      ("http://[::ffff:127.0.0.1]/", "[::ffff:7f00:1]"), ("http://[::]/", "[::]"),
      ("http://[fe80::a:0:0:1]/", "[fe80::a:0:0:1]"), ("http://[1:0:0:2:0:0:0:3]", "[1:0:0:2::3]"),
      ("http://[1:2:3:4:5:6:7::]", "[1:2:3:4:5:6:7:0]"), ("http://LOCALHOST./", "localhost"),
      ("https://bücher.example", "xn--bcher-kva.example"),
      ("https://日本語。jp.example", nil), ("https://日本語.jp", "xn--wgv71a119e.jp"),
      ("https://straße.de", "xn--strae-oqa.de"), ("https://ÆØÅ.dk", "xn--5cab8c.dk"),
      ("https://XN--5CAB8C.dk", "xn--5cab8c.dk"), ("https://हिन्दी.example", "xn--j2bd4cyah0f.example"),
    ] as [(String, String?)])
  func `D30 a host has one form, however it is spelt`(text: String, host: String?) throws {
    #expect((try? URLReader.read(text))?.host?.description == host)
  }

  @Test(
    arguments: [
      ("", .empty), (" \n ", .empty),
      ("https://", .missingHost(scheme: "https")), ("https:///x", .missingHost(scheme: "https")),
      ("https:a.dk", .missingHost(scheme: "https")), ("http:/a.dk", .missingHost(scheme: "http")),
      ("https://user@/", .missingHost(scheme: "https")),
      ("https://:80/", .missingHost(scheme: "https")),
      (#"https:\\a.dk"#, .backslashInAuthority), (#"https:/\a.dk"#, .backslashInAuthority),
      (#"https://a.dk\@b.dk"#, .backslashInAuthority), (#"ssh://a\b"#, .backslashInAuthority),
      ("java\tscript:alert(1)", .controlCharacter(offset: 4)),
      ("\u{1}javascript:alert(1)", .controlCharacter(offset: 0)),
      (" https://a.dk/\u{7F}", .controlCharacter(offset: 14)),
      ("https://a.dk/\u{9B}", .controlCharacter(offset: 13)),
      ("https://a%0Ab/", .controlCharacter(offset: 8)),
      ("https://a b/", .host("a b")), ("https://a..b/", .host("a..b")), ("https://./", .host(".")),
      ("https://a%/", .host("a%")), ("https://a%FF/", .host("a%FF")),
      ("https://a<b/", .host("a<b")), ("https://[::1/", .host("[")),
      ("https://[1::2::3]/", .host("[1::2::3]")), ("https://[::1%25eth0]/", .host("[::1%25eth0]")),
      ("https://[1:2:3:4:5:6:7:8:9]/", .host("[1:2:3:4:5:6:7:8:9]")),
      ("https://[::127.0.0.01]/", .host("[::127.0.0.01]")),
      ("https://1.2.3.4.5/", .host("1.2.3.4.5")), ("https://256.1.1.1/", .host("256.1.1.1")),
      ("https://a.09/", .host("a.09")), ("https://4294967296/", .host("4294967296")),
      ("https://１２７.0.0.1/", .host("１２７.0.0.1")), ("https://ⓛocalhost/", .host("ⓛocalhost")),
      ("https://e\u{301}.dk/", .host("e\u{301}.dk")),
      ("https://\u{1100}\u{1161}.dk/", .host("\u{1100}\u{1161}.dk")),
      ("https://xn--.dk", .host("xn--.dk")),
      ("https://xn--a.dk", .host("xn--a.dk")), ("https://xn--localhost-", .host("xn--localhost-")),
      ("https://xn--99999999.dk", .host("xn--99999999.dk")),
      ("https://a\u{200D}b.dk/", .host("a\u{200D}b.dk")), ("https://🎯.dk/", .host("🎯.dk")),
      ("https://a.dk:x/", .port("x")), ("https://a.dk:65536/", .port("65536")),
      ("https://a.dk:8:8/", .port("8:8")), ("https://a.dk:-1/", .port("-1")),
      ("a.dk/x", .relative), ("//a.dk", .relative), ("1:2", .relative),
    ] as [(String, URLSyntaxError)])
  func `what is no URL is refused with its reason`(text: String, problem: URLSyntaxError) {
    #expect(throws: problem) { try URLReader.read(text) }
    #expect(!problem.description.isEmpty)
  }

  @Test(arguments: [#"\\b.dk"#, #"/\b.dk"#, #"\/b.dk"#, #"//a.dk\@b.dk"#])
  func `a relative URL does not slip to another host behind a backslash`(text: String) {
    #expect(throws: URLSyntaxError.backslashInAuthority) {
      try URLReader.read(text, relativeTo: Self.page)
    }
  }

  @Test func `names and labels have their greatest lengths`() throws {
    let label = String(repeating: "a", count: 63)
    #expect(try URLReader.read("https://\(label).dk/").host == .domain("\(label).dk"))
    #expect(throws: URLSyntaxError.self) { try URLReader.read("https://a\(label).dk/") }
    let long = [String](repeating: label, count: 4).joined(separator: ".")
    #expect(throws: URLSyntaxError.self) { try URLReader.read("https://\(long)/") }
    let longest = URLReader.maxBytes
    #expect(throws: URLSyntaxError.tooLong(limit: longest)) {
      try URLReader.read("data:" + String(repeating: "x", count: longest))
    }
    #expect(throws: URLSyntaxError.self) {
      try URLReader.read("https://" + String(repeating: "é", count: 100_000))
    }
  }

  @Test func `random text never traps, and what is read is plain ASCII that reads back the same`() {
    let pieces = [
      "http", "https", ":", "/", "//", "\\", "@", "[", "]", "::", ".", "..", "%", "%2e", "%00", "?",
      "#", "a", "é", "127", "0x", "e\u{301}", "\u{200D}", " ", "\t", "\u{0}", "xn--", "mraid:", "日",
      "ß", "ffff", "65535", "-", "data:", "&url=",
    ]
    var random = SeededGenerator(seed: 42)
    var read = 0
    for _ in 0..<50_000 {
      var text = random.flag() ? "https://" : ""
      for _ in 0..<random.below(10) { text += random.pick(pieces) }
      guard let url = try? URLReader.read(text, relativeTo: Self.page) else { continue }
      read += 1
      #expect(url.text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "\(text.debugDescription)")
      let again = try? URLReader.read(url.text)
      #expect(again?.text == url.text && again?.host == url.host, "\(text.debugDescription)")
    }
    #expect(read > 10_000)
  }
}
