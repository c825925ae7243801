import Testing

@testable import AdPlayground

/// `adview explain url` from its arguments to its exit code.
@Suite struct ExplainURLTests {
  private func explain(_ arguments: String...) throws -> ProgramRun {
    try ProgramRun(["explain", "url", "--initial", "https://adops.stepdev.dk/t"] + arguments)
  }

  @Test func `the decision is the first word, and the reason follows`() throws {
    let run = try explain("--frame", "main", "--gesture", "https://u:p@evil.example/a b")
    run.expect(code: 0, errors: "")
    #expect(
      run.output == """
        external
        another host: evil.example
        warning: user info before the host was removed
        opens https://evil.example/a%20b

        """)
  }

  @Test func `gesture, frame and commit count`() throws {
    let url = "https://evil.example/"
    #expect(try explain("--frame", "main", url).output.hasPrefix("block\n"))
    #expect(try explain("--frame", "sub", url).output.hasPrefix("internal\n"))
    #expect(try explain("--frame", "none", "--gesture", url).output.hasPrefix("external\n"))
    #expect(try explain("--frame", "main", "--before-commit", url).output.hasPrefix("internal\n"))
    #expect(try explain("--frame", "main", "").output.hasPrefix("block\n"))
  }

  @Test func `S0.90 which hosts are the ad's own can be set`() throws {
    let (port, site) = ("https://adops.stepdev.dk:8443/", "https://m.stepdev.dk/")
    #expect(try explain("--frame", "main", port).output.hasPrefix("internal\n"))
    #expect(
      try explain("--frame", "main", "--gesture", "--strict-port", port).output.hasPrefix(
        "external\nanother port of adops.stepdev.dk\n"))
    #expect(
      try explain("--frame", "main", "--same-site", "stepdev.dk", site).output
        == "internal\nm.stepdev.dk is a host of the ad's own site\n")
    let refused = try explain("--frame", "main", "--same-site", "127.0.0.1", site)
    refused.expect(code: 65, errors: "adview: --same-site: expected a domain such as stepdev.dk\n")
  }

  @Test func `a command to the bridge is followed by what its address leads to`() throws {
    try explain("--frame", "main", "mraid://open?url=https%3A%2F%2Fevil.example").expect(
      output: .begins("internal\na command to the bridge\nits own address: block\n"))
  }

  @Test func `the same as one line of JSON`() throws {
    let run = try explain("--json", "--frame", "main", "--gesture", "https://stępdev.dk/<")
    let host = "xn--stpdev-x4a.dk"
    #expect(
      run.output == #"{"decision":"external","reason":"another host: \#(host)","warnings":[],"#
        + #""url":"https://\#(host)/%3C","host":"\#(host)","carried":[]}"# + "\n")
  }

  @Test(arguments: ["https://", "nonsense", "file:///etc/passwd", "", "https://a\\b/"])
  func `a page that is no address of the web is bad data`(page: String) throws {
    try ProgramRun(
      "explain", "url", "--initial", page, "--frame", "main", "https://a.dk/", code: 65,
      errors: .begins("adview: --initial: "), output: "")
  }

  @Test(arguments: [["--frame", "top", "x"], ["x"], ["--frame", "main"]])
  func `what is missing or no frame is wrong usage`(arguments: [String]) throws {
    try ProgramRun(["explain", "url", "--initial", "https://a.dk/"] + arguments, code: 64)
  }

  @Test func `hostile text is scrubbed`() throws {
    for url in ["https://\u{1B}[2J\u{202E}/", "https://a\u{202E}b/"] {
      try explain("--frame", "main", "--gesture", url).expect(
        output: .begins("block\n") & .scrubbed)
    }
  }
}
