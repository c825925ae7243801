import Glibc

/// Why a command ended before it was done: an exit code and a sentence.
struct CommandError: Error, Equatable {
  /// The exit code, from sysexits.h.
  var code: Int32
  /// What to say on standard error; it may quote anything, since it is scrubbed on its way out.
  var reason: String?
  /// Lines of our own that follow the sentence.
  var more: [String] = []

  /// The arguments do not make sense.
  static func usage(_ reason: String) -> CommandError { Self(code: EX_USAGE, reason: reason) }

  /// A file holds what it may not hold.
  static func data(_ reason: String) -> CommandError { Self(code: EX_DATAERR, reason: reason) }

  /// A file is not there, or is no file.
  static func noInput(_ reason: String) -> CommandError { Self(code: EX_NOINPUT, reason: reason) }

  /// Something that is needed is not there.
  static func unavailable(_ reason: String) -> CommandError {
    Self(code: EX_UNAVAILABLE, reason: reason)
  }

  static func inputOutput(_ reason: String) -> CommandError { Self(code: EX_IOERR, reason: reason) }

  /// A check failed, or something that was said already went wrong: no reason to say more.
  static func ended(_ code: Int32) -> CommandError { CommandError(code: code, reason: nil) }

  /// Standard output is closed: exit without a message.
  static let brokenPipe = CommandError(code: EX_IOERR, reason: nil)

  /// The same with the name of the file that it is about, where the sentence does not begin with it.
  func named(_ name: String) -> CommandError {
    guard let reason, name != "-", !reason.hasPrefix(name + ":") else { return self }
    var failure = self
    failure.reason = "\(name): \(reason)"
    return failure
  }
}

/// What a call returns; an error of it ends the command with a failure that quotes it.
func orFail<Value>(
  _ call: @autoclosure () throws -> Value, _ failure: (any Error) -> CommandError
) throws(CommandError) -> Value {
  do {
    return try call()
  } catch {
    throw failure(error)
  }
}
