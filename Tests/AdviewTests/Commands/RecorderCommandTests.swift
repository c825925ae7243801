import ArgumentParser
import FoundationEssentials
import TestSupport
import Testing

@testable import AdPlayground

/// `adview recorder` from its arguments to its exit code; what the script does in a browser is in `RecorderAgreement`.
@Suite struct RecorderCommandTests {
  @Test func `the script has at most 12.5 kB and its settings at its end`() throws {
    let run = try ProgramRun(
      "recorder", code: 0,
      output: .begins("// AdView recorder") & .ends("})({slots: \"gpt\", sample: 1.0});\n"))
    #expect(run.output.utf8.count <= 12_800)
  }

  @Test func `settings stay texts wherever the script is put`() throws {
    let run = try ProgramRun(
      "recorder", "--slots", "</script>\"'\n", "--endpoint", "https://a.example/<", "--sample",
      "0.01", "--hash-units", "--address")
    let settings =
      #"{slots: "\u003C/script\u003E\"'\n", sample: 0.01, "#
      + #"endpoint: "https://a.example/\u003C", hashUnits: true, address: true}"#
    #expect(run.output.hasSuffix("})(\(settings));\n"))
  }

  @Test func `the bookmark is the same script`() throws {
    let script = try ProgramRun("recorder", "--slots", "å .ad").output
    let bookmark = try ProgramRun("recorder", "--slots", "å .ad", "--bookmarklet").output
    let address = try #require(
      bookmark.hasPrefix("javascript:") ? bookmark.dropFirst(11).dropLast() : nil)
    #expect(!address.contains { " \"<>\n".contains($0) })
    var bytes: [UInt8] = []
    var rest = Array(address.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      bytes.append(try #require(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)))
      rest = rest.dropFirst(2)
    }
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == script.replacing("sample: 1.0}", with: "sample: 1.0, isBookmark: true}"),
      "a second click stops it")
  }

  @Test(arguments: [
    (["--slots", ""], "--slots: expected gpt or a CSS selector, such as '.ad'"),
    (["--sample", "0.5"], "--sample 0.5: expected a share above 0, at most 1, with --endpoint"),
    (
      ["--sample", "2", "--endpoint", "/x"],
      "--sample 2.0: expected a share above 0, at most 1, with --endpoint"
    ),
    (
      ["--endpoint", "javascript:1"],
      "--endpoint javascript:1: expected an address such as https://example.com/sessions"
    ),
    (["--endpoint", "http://x y"], "expected an address such as https://example.com/sessions"),
    (["--endpoint", "https://a\nb"], "expected an address such as https://example.com/sessions"),
    (["--endpoint", "https://"], "expected an address such as https://example.com/sessions"),
  ])
  func `settings that make no sense are refused`(arguments: [String], sentence: String) throws {
    try ProgramRun(["recorder"] + arguments, code: 64, errors: .has(sentence), output: "")
  }

  /// `adview record` before it starts a browser; the rest is in `RecordScenarios`.
  @Test func `the address of a file is decoded, and a path is not`() throws {
    let (folder, file) = try TemporaryFolder.holding("<p>", "a b%20.html")
    for page in ["file://\(folder.path)/a%20b%2520.html", file] {
      let command = try #require(
        try AdviewCommand.parseAsRoot(["record", page]) as? RecordCommand)
      #expect(command.path == file)
    }
  }
}
