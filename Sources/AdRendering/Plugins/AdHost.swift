public import AdEngine

/// A call between a host and its plug-in (`S3.1`).
public enum AdFlowStep: Hashable, Sendable, CustomStringConvertible {
  /// The SDK requested a presenter.
  case createAdPresenter
  /// The SDK asked the presenter to load.
  case load
  /// The plug-in reported an ad, with or without a view.
  case adLoaded(hasView: Bool)
  /// The plug-in reported that there is no ad.
  case adLoadFailed(AdRenderingError)
  /// The plug-in reported that the ad cannot be presented (D57).
  case adFailedToPresent(AdRenderingError)
  /// The state of the ad view changed: reported by the plug-in, or for `impressed` measured by the SDK.
  case state(AdViewState)
  /// The SDK asked the presenter to show the interstitial.
  case showInterstitial
  /// A call that the contract does not allow; it was ignored.
  case violation(Violation)
  /// The app printed a line (`S0.91`).
  case printed(String)

  /// The reason why a call was ignored (D46).
  public enum Violation: Hashable, Sendable, CustomStringConvertible {
    /// The state cannot follow the current one.
    case state(AdViewState, after: AdViewState)
    /// An ad was reported when none was loading.
    case adLoaded(AdViewState)
    /// A failure was reported when no ad was loading.
    case adLoadFailed(AdViewState)
    /// A failure to present was reported of an ad that is not loaded, or is shown already.
    case adFailedToPresent(AdViewState)
    /// The ad is not an interstitial that can be shown.
    case show(AdViewState)
    /// An ad in this state cannot be clicked.
    case click(AdViewState)
    /// A presenter of an earlier load made a call.
    case stale

    /// One sentence without a full stop.
    public var description: String {
      switch self {
      case .state(let state, let former): "\(state.rawValue) after \(former.rawValue)"
      case .adLoaded(let state): "adLoaded of an ad view that is \(state.rawValue)"
      case .adLoadFailed(let state): "adLoadFailed of an ad view that is \(state.rawValue)"
      case .adFailedToPresent(let state):
        "adFailedToPresent of an ad view that is \(state.rawValue)"
      case .show(let state): "showInterstitial of an ad view that is \(state.rawValue)"
      case .click(let state): "a click on an ad that is \(state.rawValue)"
      case .stale: "a call by a presenter whose time is over"
      }
    }
  }

  /// The side that made the call.
  public var caller: CallLog.Caller {
    switch self {
    case .createAdPresenter, .load, .showInterstitial, .state(.impressed), .violation(.show),
      .violation(.click), .printed:
      .sdk
    case .adLoaded, .adLoadFailed, .adFailedToPresent, .state, .violation: .plugin
    }
  }

  /// The call as the log shows it.
  public var description: String {
    switch self {
    case .createAdPresenter: "createAdPresenter"
    case .load: "load"
    case .adLoaded(let hasView): "adLoaded(\(hasView ? "view" : "nil"))"
    case .adLoadFailed(let error): "adLoadFailed: \(error)"
    case .adFailedToPresent(let error): "adFailedToPresent: \(error)"
    case .state(let state): "state \(state.rawValue)"
    case .showInterstitial: "showInterstitial"
    case .violation(let violation): "ignored: \(violation)"
    case .printed(let line): "debugPrint: \(line)"
    }
  }
}

/// Receives the events of a host; every method is optional.
public protocol AdHostDelegate: AnyObject {
  /// An ad is loaded; `view` is `nil` for an interstitial.
  func host(_ host: AdHost, loaded view: AdContent?)
  /// The state changed to a new one.
  func host(_ host: AdHost, changedTo state: AdViewState)
  /// The plug-in has no ad.
  func host(_ host: AdHost, failedWith error: AdRenderingError)
  /// The ad is loaded and cannot be presented.
  func host(_ host: AdHost, failedToPresentWith error: AdRenderingError)
}

extension AdHostDelegate {
  /// Does nothing.
  public func host(_ host: AdHost, loaded view: AdContent?) {}
  /// Does nothing.
  public func host(_ host: AdHost, changedTo state: AdViewState) {}
  /// Does nothing.
  public func host(_ host: AdHost, failedWith error: AdRenderingError) {}
  /// Does nothing.
  public func host(_ host: AdHost, failedToPresentWith error: AdRenderingError) {}
}

/// A place for the ads of a plug-in: in the page, at the bottom of the screen or over the page (`S3.6`).
///
/// The host holds the plug-in to the table of states: a call that does not fit is added to ``flow`` and ignored (D46).
public final class AdHost {
  /// The configuration that is loaded.
  public let config: AdConfig
  /// The state of the ad view.
  public private(set) var state = AdViewState.uninitialized
  /// The content of a loaded banner; `nil` for an interstitial.
  public private(set) var view: AdContent?
  /// The calls since the last load began, in order.
  public private(set) var flow: [AdFlowStep] = []
  /// Receives the events; it is not retained.
  public weak var delegate: (any AdHostDelegate)?
  private let plugin: any AdPlugin
  private weak var parent: (any AdParent)?
  private var presenter: (any AdPresenter)?
  private var relay: AdViewRelay?
  /// The presenter's answer to the load, until the state follows it.
  private var answer: AdViewState?
  private var isShowing = false
  private var isPlaced = false
  /// The reason why the ad cannot be presented, if it cannot (D57); it stays `loaded` and does not count as seen.
  public private(set) var presentationError: AdRenderingError?
  /// Whether the interstitial is shown as soon as it is `loaded` (D47).
  private var showsWhenLoaded = false
  private let debug: DebugSettings
  private var lines = PrintedLines()

  /// Creates a host without an ad; the parent is not retained.
  public init(
    _ config: AdConfig, plugin: any AdPlugin, parent: any AdParent,
    debug: DebugSettings = DebugSettings()
  ) {
    (self.config, self.debug, self.plugin, self.parent) = (config, debug, plugin, parent)
  }

  // MARK: - Calls of the app

  /// Loads an ad; the current ad or load is given up first (FLOW-6).
  public func load() {
    unload()
    // A delegate may have called load() re-entrantly.
    guard relay == nil, let parent else { return }
    let relay = AdViewRelay(self)
    self.relay = relay
    flow = [.createAdPresenter]
    let presenter = plugin.createAdPresenter(adView: relay, parent: parent)
    self.presenter = presenter
    flow.append(.load)
    presenter.load(adConfig: config)
  }

  /// Gives up the current ad or load.
  public func unload() {
    relay?.isOver = true
    relay = nil
    presenter = nil
    view = nil
    answer = nil
    showsWhenLoaded = false
    isPlaced = false
    presentationError = nil
    guard state != .uninitialized else { return }
    state = .uninitialized
    delegate?.host(self, changedTo: .uninitialized)
  }

  /// Notifies the presenter once that the loaded banner is in its place; if it cannot show it there, presenting failed.
  public func place() {
    guard state == .loaded, config.type != .interstitial, !isPlaced, let presenter else { return }
    isPlaced = true
    if !presenter.adWasPlaced() { failToPresent(.notPresented) }
  }

  /// Records that the ad cannot be presented, unless that is known already.
  private func failToPresent(_ error: AdRenderingError) {
    guard presentationError == nil, state == .loaded else { return }
    presentationError = error
    flow.append(.adFailedToPresent(error))
    delegate?.host(self, failedToPresentWith: error)
  }

  /// The size of the banner; zero before it is loaded.
  public var size: Size { presenter?.getSize() ?? .zero }

  /// Shows the interstitial and returns whether it is; before the state `loaded` it is shown a little later (D47).
  @discardableResult
  public func showInterstitial() -> Bool {
    if state == .loading, answer == .loaded, config.type == .interstitial {
      showsWhenLoaded = true
      return false
    }
    guard state == .loaded, config.type == .interstitial, parent != nil, let presenter,
      presentationError == nil
    else {
      flow.append(.violation(.show(state)))
      return false
    }
    flow.append(.showInterstitial)
    isShowing = true
    defer { isShowing = false }
    guard presenter.showInterstitial() else {
      failToPresent(.notPresented)
      return false
    }
    guard presentationError == nil else { return false }
    // An interstitial covers the page and is seen at once, unless it was closed while it was shown.
    if state == .loaded { change(to: .impressed) }
    return true
  }

  /// Reports the share of the banner in view, 0…1; one that can be presented is seen from 0.5 on, once per load (FLOW-7).
  public func reportVisibility(_ ratio: Double) {
    guard ratio >= 0.5, state == .loaded, config.type != .interstitial else { return }
    place()
    if state == .loaded, presentationError == nil { change(to: .impressed) }
  }

  /// Passes a click of the user on to the presenter.
  public func click() {
    guard state == .impressed || state == .clicked else {
      return flow.append(.violation(.click(state)))
    }
    presenter?.adWasClicked()
    if state == .impressed { change(to: .clicked) }
  }

  /// Makes a control call to the ad, if it is presented (`S4.7`).
  public func control(_ control: AdControl) { presenter?.control(control) }

  /// Lets the presenter close the ad.
  public func close() {
    guard state.canBecome(.closed) else { return }
    presenter?.adWasClosed()
    if state.canBecome(.closed) { change(to: .closed) }
  }

  /// Prints for the debug log, among the calls of ``flow``; nothing while the switch is off (`S0.91`, `S1.7`).
  public func debugPrint(_ items: Any..., separator: String = " ", terminator: String = "\n") {
    let text = debug.text(of: items, separator: separator, terminator: terminator)
    for line in text.map({ lines.add($0) }) ?? [] { flow.append(.printed(line)) }
  }

  /// Whether an answer to the load is still to come.
  var isWaiting: Bool { relay != nil && (state == .uninitialized || state == .loading) }

  /// Fails a load that is not answered; what the presenter says from then on is too late.
  func giveUp(_ error: AdRenderingError) {
    relay?.isOver = true
    answer = .failed
    flow.append(.adLoadFailed(error))
    delegate?.host(self, failedWith: error)
    change(to: .failed)
  }

  // MARK: - Calls of the plug-in

  fileprivate func handle(_ call: AdViewRelay.Call) {
    switch call {
    case .loaded(let content):
      guard state == .loading, answer == nil else { return violation(.adLoaded(state)) }
      answer = .loaded
      view = config.type == .interstitial ? nil : content
      flow.append(.adLoaded(hasView: view != nil))
      delegate?.host(self, loaded: view)
    case .failed(let error):
      guard state == .loading, answer == nil else { return violation(.adLoadFailed(state)) }
      answer = .failed
      flow.append(.adLoadFailed(error))
      delegate?.host(self, failedWith: error)
    case .failedToPresent(let error):
      guard state == .loaded, presentationError == nil else {
        return violation(.adFailedToPresent(state))
      }
      failToPresent(error)
    case .state(let new):
      guard canBecome(new) else { return violation(.state(new, after: state)) }
      change(to: new)
      guard new == .loaded, showsWhenLoaded else { return }
      showsWhenLoaded = false
      showInterstitial()
    }
  }

  /// Whether the presenter may report the state: it follows, it matches the answer, and the host does not measure it.
  private func canBecome(_ new: AdViewState) -> Bool {
    guard state.canBecome(new) else { return false }
    return switch new {
    case .uninitialized: false
    case .loading: state == .uninitialized
    case .loaded, .failed: answer == new
    case .impressed: state == .clicked || isShowing
    case .clicked, .closed: true
    }
  }

  private func change(to state: AdViewState) {
    self.state = state
    flow.append(.state(state))
    delegate?.host(self, changedTo: state)
  }

  fileprivate func violation(_ violation: AdFlowStep.Violation) {
    flow.append(.violation(violation))
  }
}

/// The ad view that a presenter gets: one per load, so that calls of an earlier load are recognised (FLOW-6).
private final class AdViewRelay: AdView {
  enum Call {
    case loaded(AdContent?)
    case failed(AdRenderingError)
    case failedToPresent(AdRenderingError)
    case state(AdViewState)
  }

  var isOver = false
  private weak var host: AdHost?

  init(_ host: AdHost) { self.host = host }

  func adLoaded(view: AdContent?) { report(.loaded(view)) }
  func stateChanged(adViewState: AdViewState) { report(.state(adViewState)) }
  func adLoadFailed(error: AdRenderingError) { report(.failed(error)) }
  func adFailedToPresent(error: AdRenderingError) { report(.failedToPresent(error)) }

  private func report(_ call: Call) {
    if isOver { host?.violation(.stale) } else { host?.handle(call) }
  }
}
