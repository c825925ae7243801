import Glibc
import TestSupport
import Testing

@testable import AdPlayground

/// What a page may have opened: files of its folder, and others only when they are allowed.
@Suite struct PageReachTests {
  private let outside: TemporaryFolder
  private let folder: TemporaryFolder
  private static let secret = "SECRET_TOKEN=hunter2hunter2"

  init() throws {
    outside = try TemporaryFolder()
    folder = try TemporaryFolder()
    try outside.write(Self.secret + "\nsecond line\n", "secret")
  }

  private func page(bids: String) throws -> String {
    try folder.write(
      "---\nadServer: { bids: '\(bids)' }\n---\n# T\n\n```ad\nunit: a\n```\n", "p.md")
  }

  @Test func `responses lie in the page's folder, unless others are allowed`() throws {
    let name = outside.path.split(separator: "/").last.map(String.init) ?? ""
    for path in ["\(outside.path)/secret", "../\(name)/secret", outside.path, "/proc/self/environ"]
    {
      let page = try page(bids: path)
      try ProgramRun(
        "run", page,
        errors: .has("lies outside the page's folder; --allow-outside lets pages name it")
          & .lacks("hunter2"))
    }
    let allowed = try ProgramRun(
      "run", "--allow-outside", page(bids: "\(outside.path)/secret"),
      errors: .has("the server answered with text: \(Self.secret)\n"))
    #expect(!allowed.errors.contains("second"), "no more than the first line")
  }

  @Test func `a symbolic link does not lead out of the folder either`() throws {
    #expect(symlink("\(outside.path)/secret", "\(folder.path)/bids.json") == 0)
    try ProgramRun(
      "run", page(bids: "bids.json"),
      errors: .has("lies outside the page's folder") & .lacks("hunter"))
  }

  @Test func `links are followed in the folder of the pages, and not out of it`() throws {
    try outside.write("# Outside\n", "o.md")
    let page = try folder.write("# Page\n\n[out](\(outside.path)/o.md)\n", "page.md")
    try ProgramRun(
      ["play", "--linear", page], input: "next\nopen\nwhere\n",
      output: .has("o.md: lies outside the page's folder"))
    try ProgramRun(
      ["play", "--linear", "--allow-outside", page], input: "next\nopen\nwhere\n",
      output: .has("Outside"))
  }
}
