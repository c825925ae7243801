import AdEngine
import TestSupport
import Testing

/// What a video does by the set-up of its web view (S0.9, S0.30, S1.49).
@Suite(.tags(.fast)) struct WebViewConfigurationTests {
  @Test(
    arguments: [
      (true, [], false, .inline), (true, [], true, .inline), (true, [.video], false, .waits),
      (true, [.video], true, .inline), (true, [.audio], false, .waits),
      (true, [.audio], true, .inline), (false, [], false, .waits), (false, [], true, .fullScreen),
      (false, [.video], true, .fullScreen),
    ] as [(Bool, Set<WebViewConfiguration.MediaType>, Bool, WebViewConfiguration.Playback)])
  func `a video plays in its place, over the screen, or waits for a touch`(
    isInline: Bool, types: Set<WebViewConfiguration.MediaType>, isTouched: Bool,
    playback: WebViewConfiguration.Playback
  ) {
    var view = WebViewConfiguration()
    view.allowsInlineMediaPlayback = isInline
    view.mediaTypesRequiringUserActionForPlayback = types
    #expect(view.playback(isTouched: isTouched) == playback)
  }

  @Test func `the default is the demo app's`() {
    let view = WebViewConfiguration()
    #expect(view.allowsInlineMediaPlayback && view.javaScriptCanOpenWindowsAutomatically)
    #expect(view.mediaTypesRequiringUserActionForPlayback.isEmpty)
    #expect(view.hosts == HostRule())
  }
}
