import FoundationEssentials
import Testing

@testable import adview

@Suite struct BuiltInDemoTests {
  @Test func `every page of the demos can be opened from any folder`() throws {
    let demos = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Demos")
    let names = try FileManager.default.contentsOfDirectory(atPath: demos.path)
      .filter { $0.hasSuffix(".md") }
    #expect(names.sorted() == BuiltInDemo.pages.map(\.name).sorted())
    for (name, bytes) in BuiltInDemo.pages {
      #expect(try Data(contentsOf: demos.appending(path: name)) == Data(bytes), "\(name)")
    }
  }
}
