import AdEngine
import AdRendering
import Foundation
import TestSupport
import Testing

/// Strings that others have published, read where a machine has them: in the folder that `ADVIEW_VECTORS` names.
///
/// `urltestdata.json` is that of web-platform-tests (`url/resources`); the Markdown files are those of the IAB's
/// GDPR-Transparency-and-Consent-Framework. Neither is copied here.
@Suite(.tags(.terminal)) struct PublishedVectors {
  private static let folder = ProcessInfo.processInfo.environment["ADVIEW_VECTORS"]
  private static let missing: Comment =
    "SKIPPED: published vectors were NOT read: ADVIEW_VECTORS names no folder with them"

  @Test(.enabled(if: folder != nil, missing))
  func `no URL of the standard's test data has another host than there`() throws {
    let folder = try #require(Self.folder)
    let bytes = try Data(contentsOf: URL(filePath: "\(folder)/urltestdata.json"))
    // The data holds lone surrogates, which no text of ours can.
    let text = String(decoding: bytes, as: UTF8.self)
      .replacing(try Regex("\\\\u[dD][89a-fA-F][0-9a-fA-F]{2}"), with: "\\\\uFFFD")
    guard case .list(let entries) = try JSONReader.read(text)
    else { throw TestSupportError("expected a list") }
    var (count, readCount) = (0, 0)
    for entry in entries {
      guard let input = entry["input"]?.text, entry["base"]?.text == nil else { continue }
      let judged = entry["failure"] != nil ? nil : URLJudgement(entry)
      count += 1
      if (try? URLReader.read(input)) != nil { readCount += 1 }
      let difference = URLJudgement.difference(reading: input, from: judged)
      #expect(difference == nil, "\(input.debugDescription): \(difference ?? "")")
    }
    #expect(count > 300 && readCount > 100)
  }

  @Test(.enabled(if: folder != nil, missing))
  func `the IAB's examples of TC strings are read, and written the same`() throws {
    let folder = try #require(Self.folder)
    let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    var examples: Set<String> = []
    for file in files where file.hasSuffix(".md") {
      let text = String(
        decoding: try Data(contentsOf: URL(filePath: "\(folder)/\(file)")), as: UTF8.self)
      // A core segment has 213 bits at least, and version 2 begins with C.
      for match in text.matches(of: try Regex("\\bC[A-Za-z0-9_-]{35,}(\\.[A-Za-z0-9_-]+)*")) {
        examples.insert(String(text[match.range]))
      }
    }
    #expect(!examples.isEmpty)
    for example in examples {
      var string = try TCString(example)
      (string.publisherRestrictions, string.allowedVendors, string.publisher) = ([], nil, nil)
      // The same vendors can be written as bits and as ranges.
      #expect(try TCString(string.encoded()) == string, "\(example)")
    }
  }
}

/// URLs made of hostile pieces, which node reads by the URL Standard.
@Suite(.tags(.terminal), .enabled(if: JavaScript.isInstalled, JavaScript.missing))
struct JudgedURLs {
  private static let pieces = [
    "http:", "https:", "HTTP:", "ftp:", "ws:", "file:", "javascript:", "mailto:", "about:", "/",
    "//", "///", "\\", "\\\\", "a", "b.example", "EXAMPLE.com", "xn--nxasmq6b", "bücher.example",
    "ß.de", "faß", "127.1", "0x7f.1", "256.1.1.1", "1.2.3.4.5", "[::1]", "[::ffff:1.2.3.4]", "[1",
    "]", ":80", ":443", ":65536", ":0", ":", "@", "user@", "u:p@", "%41", "%00", "%2e", "..", ".",
    "?", "#", "q=1", " ", "\t", "\n", "\u{200D}", "\u{AD}", "%", "0", "é", "..example", "a..b",
    "-a", "a-", "_", "*", "|", "^", "<", ">", "％41", "。", "Ａ",
  ]

  @Test(arguments: 1...4)
  func `what is read has the scheme, the host and the port that node reads`(seed: Int) throws {
    var draw = SeededGenerator(seed: seed)
    let inputs = (0..<3000).map { _ in
      let start = draw.pick([
        "", "http://", "https://b.example", "https://u@B.example:", "ws://127.1",
        "HTTPS:\\\\a.example/",
      ])
      return start + (0...draw.number(0...6)).map { _ in draw.pick(Self.pieces) }.joined()
    }
    let list = inputs.map { JSONText.text($0).json }.joined(separator: ",\n")
    let answers = try JavaScript.output(
      of: """
        for (const input of [\(list)]) {
          try {
            const {protocol, hostname, port} = new URL(input);
            console.log(JSON.stringify({protocol, hostname, port}));
          } catch { console.log("null"); }
        }

        """)
    let lines = answers.split(separator: "\n")
    try #require(lines.count == inputs.count)
    #expect(inputs.count { (try? URLReader.read($0)) != nil } > 300)
    for (input, line) in zip(inputs, lines) {
      let judged = try URLJudgement(JSONReader.read(String(line)))
      let difference = URLJudgement.difference(reading: input, from: judged)
      #expect(difference == nil, "\(input.debugDescription): \(difference ?? "")")
    }
  }
}

/// What the URL Standard says of a URL.
private struct URLJudgement {
  var scheme: String
  var host: String
  var port: String

  /// Takes it from the fields of a `URL` of JavaScript; `nil` if there are none.
  init?(_ value: JSONValue) {
    guard let scheme = value["protocol"]?.text, let host = value["hostname"]?.text,
      let port = value["port"]?.text
    else { return nil }
    (self.scheme, self.host, self.port) = (String(scheme.dropLast()), host, port)
  }

  /// What is wrong with how the program reads a URL; `nil` for the standard refused it.
  ///
  /// The program may refuse more than the standard does. It must not read what the standard refuses as an address of the
  /// web, nor see another host in it.
  static func difference(reading input: String, from judged: URLJudgement?) -> String? {
    guard let parts = try? URLReader.read(input) else { return nil }
    let webSchemes = ["http", "https", "ws", "wss", "ftp"]
    guard let judged else {
      return webSchemes.contains(parts.scheme) ? "is refused, read as \(parts.text)" : nil
    }
    guard judged.scheme == parts.scheme else {
      return "scheme \(judged.scheme), read as \(parts.scheme)"
    }
    guard webSchemes.contains(parts.scheme) else { return nil }
    // A dot at the end of a host names the same host.
    let host = judged.host.hasSuffix(".") ? String(judged.host.dropLast()) : judged.host
    guard "\(parts.host.map { "\($0)" } ?? "")" == host else {
      return "host \(judged.host), read as \(parts.host.map { "\($0)" } ?? "none")"
    }
    let port = parts.port.map { "\($0)" } ?? ""
    return port == judged.port ? nil : "port \(judged.port), read as \(port)"
  }
}
