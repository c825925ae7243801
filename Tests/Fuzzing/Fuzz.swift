import Glibc

/// The entry of libFuzzer: `ADVIEW_FUZZ` names the reader that gets the bytes.
private let reader: FuzzedReader = {
  let name = getenv("ADVIEW_FUZZ").map { String(cString: $0) } ?? ""
  guard let reader = FuzzedReader(rawValue: name) else {
    fatalError("ADVIEW_FUZZ: expected \(FuzzedReader.allCases.map(\.rawValue))")
  }
  return reader
}()

@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  reader.read(Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}
