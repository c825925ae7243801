import Glibc
import TestSupport
import Testing

@testable import AdPlayground

/// The program run in process, with files for its standard streams.
struct ProgramRun {
  /// The exit code.
  let code: Int32
  /// What was written to standard output.
  let output: String
  /// What was written to standard error.
  let errors: String

  /// Runs the program with these arguments and this standard input, and expects this of it.
  init(
    _ arguments: String..., app: PlaygroundApp = PlaygroundApp(), input: String = "",
    code: Int32? = nil, errors: String? = nil,
    output: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try self.init(
      arguments, app: app, input: input, code: code, errors: errors, output: output,
      sourceLocation: sourceLocation)
  }

  /// Runs the program with these arguments and this standard input, and expects this of it.
  init(
    _ arguments: [String], app: PlaygroundApp = PlaygroundApp(), input: String = "",
    code expectedCode: Int32? = nil,
    errors expectedErrors: String? = nil, output expectedOutput: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let streams = [try TemporaryFile(input), try TemporaryFile(), try TemporaryFile()]
    let descriptors = streams.map { open($0.path, O_RDWR) }
    defer { for descriptor in descriptors { close(descriptor) } }
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
    code expectedCode: Int32? = nil, errors expectedErrors: String? = nil,
    output expectedOutput: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) -> ProgramRun {
    if let expectedCode { #expect(code == expectedCode, sourceLocation: sourceLocation) }
    if let expectedErrors { #expect(errors == expectedErrors, sourceLocation: sourceLocation) }
    if let expectedOutput { #expect(output == expectedOutput, sourceLocation: sourceLocation) }
    return self
  }

  /// Runs the program with standard output going to this descriptor.
  init(_ arguments: [String], output descriptor: Int32) throws {
    let stream = try TemporaryFile()
    let errors = open(stream.path, O_RDWR)
    defer { close(errors) }
    code = AdviewCommand.run(arguments, Console(input: -1, output: descriptor, errors: errors))
    output = ""
    self.errors = try stream.text()
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
