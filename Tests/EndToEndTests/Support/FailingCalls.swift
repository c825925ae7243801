import FoundationEssentials
import Glibc
import TestSupport

/// A call of the system that is to fail.
struct FailingCalls {
  /// The library that lets calls fail, built with the system's C compiler; `nil` where there is none.
  static let library: String? = {
    let source = #filePath.split(separator: "/").dropLast().map { "/" + $0 }.joined()
    let library = BuiltProgram.path + "-failing-calls.so"
    let build = try? run([
      "cc", "-shared", "-fPIC", "-O1", "-o", library, source + "/FailingCalls.c", "-ldl",
    ])
    guard build?.status == 0 else {
      print("*** There is no C compiler: NO CALL OF THE SYSTEM FAILS IN THE TESTS. ***")
      return nil
    }
    return library
  }()

  /// A call and what it fails with.
  struct Fault: CustomStringConvertible, Sendable {
    let call: String
    /// The number of an error (5 EIO, 28 ENOSPC, 4 EINTR, 11 EAGAIN), `short` for a part of what was asked for, or `halfway`
    /// for a part of what was to be written and ENOSPC for the rest.
    let error: String

    /// Whether it can be called again, and succeeds then.
    var isTemporary: Bool { ["4", "short"].contains(error) || (error == "11" && call == "write") }

    /// What the user reads of it.
    var message: String {
      switch (call, error) {
      // Some files of the system look ordinary and have nothing to say.
      case ("read", "11"): "is not an ordinary file"
      case (_, "halfway"), ("ftruncate", _): String(cString: strerror(ENOSPC))
      default: String(cString: strerror(Int32(error) ?? 0))
      }
    }

    var description: String { "\(call) fails with \(error)" }
  }

  /// The kinds of call.
  ///
  /// A file to which lines are appended is shortened only after a write went halfway: the write is counted, and both fail.
  static let calls = ["open", "read", "write", "fsync", "rename", "ftruncate"]

  /// What a call may fail with.
  static func faults(of call: String) -> [Fault] {
    let errors =
      switch call {
      case "read": ["5", "4", "11", "short"]
      case "write": ["5", "28", "4", "11", "short", "halfway"]
      case "ftruncate": ["5", "4"]
      default: ["5", "28", "4"]
      }
    return errors.map { Fault(call: call, error: $0) }
  }

  let environment: [String: String]
  private let mark: String

  /// Lets the call of this number fail, counted from 1.
  init(_ fault: Fault, _ number: Int, in folder: TemporaryFolder) {
    mark = BuiltProgram.path + "-call-failed"
    unlink(mark)
    environment = [
      "LD_PRELOAD": Self.library ?? "", "FAILING_FOLDER": folder.path, "FAILING_CALL": fault.call,
      "FAILING_AT": String(number), "FAILING_WITH": fault.error, "FAILING_MARK": mark,
    ]
  }

  /// The call that failed with what it was for, such as `fsync folder /tmp/f`; `nil` when there were not so many.
  var failed: String? {
    (try? String(contentsOf: URL(filePath: mark), encoding: .utf8)).map { String($0.dropLast()) }
  }
}
