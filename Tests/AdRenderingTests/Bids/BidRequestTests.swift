import AdEngine
import AdRendering
import TestSupport
import Testing

/// What a request tells about renderers, as Prebid's SDK does it (S4.1, D60).
@Suite(.tags(.fast)) struct BidRequestTests {
  private let renderers = [
    RendererAnnouncement(RendererIdentity(name: "MockRenderer1", version: "0.0.1")),
    RendererAnnouncement(RendererIdentity.sdk),
    RendererAnnouncement(
      RendererIdentity(name: "MockRenderer2", version: "0.0.2"), data: ["token": .text("t")]),
  ]

  @Test func `S4.1 renderers are told of in the order of their registration, the SDK's own is not`()
  {
    let request = BidRequest(id: "r", account: "acc", ads: [unit("a")], renderers: renderers)
    #expect(
      request.value["ext"]?["prebid"]?.json == """
        {"sdk":{"renderers":[{"name":"MockRenderer1","version":"0.0.1"},{"data":{"token":"t"},\
        "name":"MockRenderer2","version":"0.0.2"}]},"storedrequest":{"id":"acc"}}
        """)
  }

  @Test func `without renderers and without an account nothing is told of them`() {
    let none = BidRequest(id: "r", account: "acc", ads: [unit("a")])
    #expect(none.value["ext"]?["prebid"]?["sdk"] == nil)
    let own = BidRequest(id: "r", account: "acc", ads: [], renderers: [renderers[1]])
    #expect(own.value["ext"]?["prebid"]?["sdk"] == nil)
    #expect(BidRequest(id: "r", ads: [], renderers: renderers).value["ext"] == nil)
  }

  @Test func `an impression says what is asked for`() throws {
    let request = BidRequest(id: "r", ads: [unit("a"), unit("b", isInterstitial: true)])
    #expect(
      request.json == """
        {"id":"r","imp":[{"banner":{"format":[{"h":320,"w":320}]},"ext":{"prebid":{"storedrequest":\
        {"id":"unit"}}},"id":"a","secure":1},{"banner":{"format":[{"h":320,"w":320}]},"ext":\
        {"prebid":{"storedrequest":{"id":"unit"}}},"id":"b","instl":1,"secure":1}],"tmax":2000}
        """)
    #expect(try JSONReader.read(request.json) == request.value)
  }
}
