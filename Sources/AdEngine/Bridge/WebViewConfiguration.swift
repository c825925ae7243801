/// How the web view of an ad is set up (`S0.9`, `S0.30`, `S0.90`, `S1.49`–`S1.52`); the names are those of WebKit.
///
/// Web views of ads do not scroll and fill their container; that is no setting.
public struct WebViewConfiguration: Hashable, Sendable {
  /// A kind of media that may have to wait for a touch.
  public enum MediaType: String, CaseIterable, Sendable {
    /// Sound, also that of a video.
    case audio
    /// Pictures that move, with or without sound.
    case video
  }

  /// What the video of an ad does once it is rendered.
  public enum Playback: String, CaseIterable, Sendable {
    /// It plays in its place.
    case inline
    /// It plays over the whole screen.
    case fullScreen
    /// It waits for a touch.
    case waits
  }

  /// Whether videos play in their place; else they play over the whole screen, and only after a touch.
  public var allowsInlineMediaPlayback = true
  /// The media that play only after a touch.
  public var mediaTypesRequiringUserActionForPlayback: Set<MediaType> = []
  /// Whether scripts may open windows without a touch; else the window is not even asked for.
  public var javaScriptCanOpenWindowsAutomatically = true
  /// Which addresses count as those of an ad's own site.
  public var hosts = HostRule()

  /// Makes the demo app's configuration.
  public init() {}

  /// What the video of a rendered ad does, whether or not the user has touched it.
  ///
  /// The video has sound, so it is of both types: where either needs a touch, it waits, as in WebKit.
  public func playback(isTouched: Bool) -> Playback {
    let needsTouch = !mediaTypesRequiringUserActionForPlayback.isEmpty || !allowsInlineMediaPlayback
    if needsTouch, !isTouched { return .waits }
    return allowsInlineMediaPlayback ? .inline : .fullScreen
  }
}
