import Glibc

/// Makes pictures of pixels with `rsvg-convert` of librsvg, an installed program, which is given the picture by a pipe.
enum PictureConverter {
  private static let program = "rsvg-convert"

  /// A picture of SVG as PNG, with two pixels for each unit.
  static func png(_ svg: String) throws(CommandError) -> [UInt8] {
    let (input, output) = (try Descriptor.pipe(), try Descriptor.pipe())
    var process: pid_t = 0
    do throws(SystemError) {
      process = try ChildProgram.start(
        [program, "--zoom", "2"],
        descriptors: [STDIN_FILENO: input.reading.number, STDOUT_FILENO: output.writing.number])
    } catch {
      throw .unavailable(
        "--format png: \(program) cannot be started (\(error)): expected librsvg (Debian: librsvg2-bin)"
      )
    }
    input.reading.close()
    output.writing.close()
    var picture: [UInt8] = []
    var (status, ended): (Int32, pid_t) = (0, 0)
    do throws(SystemError) {
      defer {
        output.reading.close()
        ended = retrying { waitpid(process, &status, 0) }
      }
      // It reads all of its input before it writes.
      do {
        defer { input.writing.close() }
        try input.writing.write(Array(svg.utf8))
      }
      while case let bytes = try output.reading.read(atMost: 1 << 16), !bytes.isEmpty {
        picture += bytes
      }
    } catch {
      throw .inputOutput("--format png: \(program): \(error)")
    }
    guard ended == process, status == 0 else {
      throw .inputOutput("--format png: \(program) could not draw the picture")
    }
    return picture
  }
}
