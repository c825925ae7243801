import CZlib

/// Expands gzip (RFC 1952) as its bytes come, in parts of the length asked for; all else passes through.
final class GzipReader {
  private enum State {
    case beginning
    case plain
    /// Inside a member.
    case member
    /// Behind a member; another one may follow.
    case between
  }

  static let mark: [UInt8] = [0x1F, 0x8B]

  private let path: String
  private var state = State.beginning
  private var stream = z_stream()
  private var isOpen = false
  /// Bytes that were read and not expanded yet.
  private var pending: [UInt8] = []

  /// Makes a reader of the file at a path, which stands before what is wrong with it.
  init(_ path: String) { self.path = path }

  deinit { if isOpen { inflateEnd(&stream) } }

  /// Whether it expands, as far as is known.
  var isCompressed: Bool { state == .member || state == .between }

  /// The next expanded bytes, up to a limit; none at the end.
  func read(
    atMost count: Int, from source: () throws(FileError) -> [UInt8]
  ) throws(FileError) -> [UInt8] {
    while true {
      if state == .plain, !pending.isEmpty {
        defer { pending = [] }
        return pending
      }
      if state == .plain { return try source() }
      let isAtEnd = try pending.isEmpty ? fill(source) : false
      if state == .beginning {
        try begin()
        continue
      }
      if isAtEnd {
        guard state == .between else { throw FileError(path: path, reason: .cut) }
        return []
      }
      let bytes = try expand(atMost: count)
      if !bytes.isEmpty { return bytes }
    }
  }

  /// Reads what comes next; returns whether there is nothing more.
  private func fill(_ source: () throws(FileError) -> [UInt8]) throws(FileError) -> Bool {
    // The mark may come in two pieces.
    repeat {
      let bytes = try source()
      if bytes.isEmpty { return pending.isEmpty || state != .beginning }
      pending += bytes
    } while state == .beginning && pending.count < Self.mark.count
    return false
  }

  private func begin() throws(FileError) {
    guard pending.starts(with: Self.mark) else {
      state = .plain
      return
    }
    try open()
  }

  private func open() throws(FileError) {
    if isOpen { inflateEnd(&stream) }
    stream = z_stream()
    guard adview_inflate_gzip(&stream) == Z_OK else {
      throw FileError(path: path, reason: .corrupt)
    }
    isOpen = true
    state = .member
  }

  private func expand(atMost count: Int) throws(FileError) -> [UInt8] {
    if state == .between {
      // Some archives are padded with zeros.
      pending = Array(pending.drop { $0 == 0 })
      if pending.isEmpty { return [] }
      try open()
    }
    var result: Int32 = Z_OK
    var used = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { output, filled in
      pending.withUnsafeMutableBufferPointer { input in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(count)
        result = inflate(&stream, Z_NO_FLUSH)
        used = input.count - Int(stream.avail_in)
        filled = count - Int(stream.avail_out)
      }
    }
    pending.removeFirst(used)
    switch result {
    case Z_STREAM_END: state = .between
    case Z_OK: break
    // It needs more bytes.
    case Z_BUF_ERROR where pending.isEmpty: break
    default: throw FileError(path: path, reason: .corrupt)
    }
    return bytes
  }
}
