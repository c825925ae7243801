import AdEngine
import AdRendering
import Glibc
import TestSupport
import Testing

@testable import AdPlayground

/// The program run in process, with files for its standard streams.
struct ProgramRun: CustomStringConvertible {
  private let arguments: [String]
  /// The exit code.
  let code: Int32
  /// What was written to standard output.
  let output: String
  /// What was written to standard error.
  let errors: String

  /// Runs the program with these arguments and this standard input, and expects this of it.
  @discardableResult init(
    _ arguments: String..., app: PlaygroundApp = PlaygroundApp(), input: String = "",
    code: Int32? = nil, errors: ExpectedText? = nil, output: ExpectedText? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try self.init(
      arguments, app: app, input: input, code: code, errors: errors, output: output,
      sourceLocation: sourceLocation)
  }

  /// Runs the program with these arguments and this standard input, and expects this of it.
  @discardableResult init(
    _ arguments: [String], app: PlaygroundApp = PlaygroundApp(), input: String = "",
    code expectedCode: Int32? = nil, errors expectedErrors: ExpectedText? = nil,
    output expectedOutput: ExpectedText? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let streams = [try TemporaryFile(input), try TemporaryFile(), try TemporaryFile()]
    let descriptors = streams.map { open($0.path, O_RDWR) }
    defer { for descriptor in descriptors { close(descriptor) } }
    self.arguments = arguments
    code = AdviewCommand.run(
      arguments,
      Console(app: app, input: descriptors[0], output: descriptors[1], errors: descriptors[2]))
    output = try streams[1].text()
    errors = try streams[2].text()
    expect(
      code: expectedCode, errors: expectedErrors, output: expectedOutput,
      sourceLocation: sourceLocation)
  }

  /// Expects this of the run.
  @discardableResult func expect(
    code expectedCode: Int32? = nil, errors expectedErrors: ExpectedText? = nil,
    output expectedOutput: ExpectedText? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) -> ProgramRun {
    if let expectedCode {
      #expect(code == expectedCode, "\(self)", sourceLocation: sourceLocation)
    }
    let faults =
      (expectedErrors?.faults(of: errors) ?? []).map { "standard error \($0)" }
      + (expectedOutput?.faults(of: output) ?? []).map { "standard output \($0)" }
    for fault in faults {
      Issue.record("expected: \(fault)\n\(self)", sourceLocation: sourceLocation)
    }
    return self
  }

  /// Standard output as JSON.
  var json: JSONValue { get throws { try JSONReader.read(Array(output.utf8)) } }

  var description: String { "adview \(arguments): exit code \(code)\n\(output)\(errors)" }

  /// Runs the program with standard output going to this descriptor.
  init(_ arguments: [String], output descriptor: Int32) throws {
    let stream = try TemporaryFile()
    let errors = open(stream.path, O_RDWR)
    defer { close(errors) }
    self.arguments = arguments
    code = AdviewCommand.run(arguments, Console(input: -1, output: descriptor, errors: errors))
    output = ""
    self.errors = try stream.text()
  }
}

/// What is expected of a text: a literal is all of it.
struct ExpectedText: ExpressibleByStringInterpolation, Sendable {
  enum Condition {
    case `is`(String)
    case begins(String)
    case ends(String)
    case has(String)
    case lacks(String)
    case isScrubbed
  }

  private let conditions: [Condition]

  private init(_ conditions: [Condition]) { self.conditions = conditions }

  init(stringLiteral text: String) { self = .is(text) }

  static func `is`(_ text: String) -> Self { Self([.is(text)]) }
  static func begins(_ text: String) -> Self { Self([.begins(text)]) }
  static func ends(_ text: String) -> Self { Self([.ends(text)]) }

  /// All of these are in it.
  static func has(_ parts: String...) -> Self { Self(parts.map { .has($0) }) }

  /// None of these is in it.
  static func lacks(_ parts: String...) -> Self { Self(parts.map { .lacks($0) }) }

  /// Nothing is in it that a terminal obeys or that no one sees.
  static let scrubbed = Self([.isScrubbed])

  /// Both are expected.
  static func & (first: Self, second: Self) -> Self { Self(first.conditions + second.conditions) }

  /// What does not hold.
  func faults(of text: String) -> [Condition] {
    conditions.filter { condition in
      switch condition {
      case .is(let whole): text != whole
      case .begins(let part): !text.hasPrefix(part)
      case .ends(let part): !text.hasSuffix(part)
      case .has(let part): !text.contains(part)
      case .lacks(let part): text.contains(part)
      case .isScrubbed: text.unicodeScalars.contains { $0 != "\n" && Scrubbing.isUnsafe($0) }
      }
    }
  }
}

/// A file that is gone when the test is.
final class TemporaryFile {
  private let folder: TemporaryFolder
  /// Where the file is.
  let path: String

  init(_ text: String = "") throws {
    folder = try TemporaryFolder()
    path = try folder.write(text, "file")
  }

  /// What the file holds.
  func text() throws -> String { try folder.text("file") }
}

extension JSONValue {
  /// The values of a list; none if this is no list.
  var items: [JSONValue] { if case .list(let items) = self { items } else { [] } }

  /// A value of a list; `nil` if there is none.
  subscript(index: Int) -> JSONValue? { items.indices.contains(index) ? items[index] : nil }
}
