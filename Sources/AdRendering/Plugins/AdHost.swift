public import AdEngine

/// What took place between a host and its plug-in, in the order in which it took place: the seeds' flow (`S3.1`).
public enum AdFlowStep: Hashable, Sendable, CustomStringConvertible {
  /// The SDK asked for a presenter.
  case createAdPresenter
  /// The SDK asked it to load.
  case load
  /// The plug-in says that there is an ad, with or without a view.
  case adLoaded(hasView: Bool)
  /// The plug-in says that there is none.
  case adLoadFailed(AdRenderingError)
  /// The plug-in says that the ad cannot be shown (D57).
  case adFailedToPresent(AdRenderingError)
  /// The ad view's state became this, as the plug-in says, or for `impressed` as the SDK found out.
  case state(AdViewState)
  /// The SDK asked for the interstitial to be shown.
  case showInterstitial
  /// A call that the contract does not allow; it had no effect.
  case violation(Violation)

  /// Why a call had no effect (D46).
  public enum Violation: Hashable, Sendable, CustomStringConvertible {
    /// The state cannot follow on the one there was.
    case state(AdViewState, after: AdViewState)
    /// An ad was reported where none was awaited.
    case adLoaded(AdViewState)
    /// A failure was reported where no ad was awaited.
    case adLoadFailed(AdViewState)
    /// An ad that is not there, or is shown already, was said not to be presented.
    case adFailedToPresent(AdViewState)
    /// The ad is not one that can be shown, or not yet.
    case show(AdViewState)
    /// Nobody can have clicked an ad in this state.
    case click(AdViewState)
    /// A presenter told something after its time.
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

  /// Who called.
  public var caller: CallLog.Caller {
    switch self {
    case .createAdPresenter, .load, .showInterstitial, .state(.impressed), .violation(.show),
      .violation(.click):
      .sdk
    case .adLoaded, .adLoadFailed, .adFailedToPresent, .state, .violation: .plugin
    }
  }

  /// The step in words.
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
    }
  }
}

/// Is told what a host makes of its plug-in's calls; every method may be left out.
public protocol AdHostDelegate: AnyObject {
  /// There is an ad.
  func host(_ host: AdHost, loaded view: AdContent?)
  /// The state changed.
  func host(_ host: AdHost, changedTo state: AdViewState)
  /// There is no ad.
  func host(_ host: AdHost, failedWith error: AdRenderingError)
  /// The ad cannot be shown.
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

/// One place for ads of a plug-in: in the page, at the bottom of the screen or over the page (`S3.6`).
///
/// It holds the plug-in to the table of states, whatever the plug-in calls and when: what does not belong is noted in
/// ``flow`` and has no effect (D46).
public final class AdHost {
  /// What is loaded.
  public let config: AdConfig
  /// What the ad view is by the calls that were right.
  public private(set) var state = AdViewState.uninitialized
  /// What the ad shows, once there is one; `nil` for an interstitial.
  public private(set) var view: AdContent?
  /// What took place, in order.
  public private(set) var flow: [AdFlowStep] = []
  /// Is told of it; it is not kept.
  public weak var delegate: (any AdHostDelegate)?
  private let plugin: any AdPlugin
  private weak var parent: (any AdParent)?
  private var presenter: (any AdPresenter)?
  private var relay: AdViewRelay?
  /// What the presenter answered; the state that belongs to it follows.
  private var answer: AdViewState?
  private var isShowing = false
  private var isPlaced = false
  /// Why the ad cannot be shown, if it cannot (D57); it stays `loaded`, and does not count as seen.
  public private(set) var presentationError: AdRenderingError?
  /// Whether the interstitial is to be shown once it is `loaded` (D47).
  private var showsWhenLoaded = false

  /// Makes a host without an ad; it does not keep the parent.
  public init(_ config: AdConfig, plugin: any AdPlugin, parent: any AdParent) {
    self.config = config
    self.plugin = plugin
    self.parent = parent
  }

  // MARK: - What the host does

  /// Loads an ad; one that is there or under way is given up (FLOW-6).
  public func load() {
    unload()
    // Whoever was told of the end may have begun to load again.
    guard relay == nil, let parent else { return }
    let relay = AdViewRelay(self)
    self.relay = relay
    flow.append(.createAdPresenter)
    let presenter = plugin.createAdPresenter(adView: relay, parent: parent)
    self.presenter = presenter
    flow.append(.load)
    presenter.load(adConfig: config)
  }

  /// Gives up the ad that is there or under way.
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

  /// Puts the banner that is loaded into its place, once; a plug-in that cannot show it there has failed to present.
  public func place() {
    guard state == .loaded, config.type != .interstitial, !isPlaced, let presenter else { return }
    isPlaced = true
    if !presenter.adWasPlaced() { failToPresent(.notPresented) }
  }

  /// Notes that the ad cannot be shown, unless that was said already.
  private func failToPresent(_ error: AdRenderingError) {
    guard presentationError == nil, state == .loaded else { return }
    presentationError = error
    flow.append(.adFailedToPresent(error))
    delegate?.host(self, failedToPresentWith: error)
  }

  /// The size of the banner; zero before it is loaded.
  public var size: Size { presenter?.getSize() ?? .zero }

  /// Shows the interstitial, or lets it be shown as soon as `loaded` was told (D47); returns whether it is shown.
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
    // What covers the page is seen at once, unless it went away while it was shown.
    if state == .loaded { change(to: .impressed) }
    return true
  }

  /// Tells how much of the banner is in view, 0…1; from one half on it counts as seen, once a load (FLOW-7), unless it
  /// could not be presented.
  public func reportVisibility(_ ratio: Double) {
    guard ratio >= 0.5, state == .loaded, config.type != .interstitial else { return }
    place()
    if state == .loaded, presentationError == nil { change(to: .impressed) }
  }

  /// The person clicked the ad.
  public func click() {
    guard state == .impressed || state == .clicked else {
      return flow.append(.violation(.click(state)))
    }
    presenter?.adWasClicked()
    if state == .impressed { change(to: .clicked) }
  }

  /// The person closed the ad.
  public func close() {
    guard state.successors.contains(.closed) else { return }
    presenter?.adWasClosed()
    if state.successors.contains(.closed) { change(to: .closed) }
  }

  // MARK: - What the plug-in says

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

  /// Whether the presenter may say so: the table allows it, the answer was that, and it is not the host's to say.
  private func canBecome(_ new: AdViewState) -> Bool {
    guard state.successors.contains(new) else { return false }
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

/// What a presenter is given for its view: it dies with the load, so that nothing stale gets through (FLOW-6).
private final class AdViewRelay: AdView {
  enum Call {
    case loaded(AdContent?)
    case failed(AdRenderingError)
    case failedToPresent(AdRenderingError)
    case state(AdViewState)
  }

  var isOver = false
  private weak var host: AdHost?

  init(_ host: AdHost) {
    self.host = host
  }

  func adLoaded(view: AdContent?) { report(.loaded(view)) }
  func stateChanged(adViewState: AdViewState) { report(.state(adViewState)) }
  func adLoadFailed(error: AdRenderingError) { report(.failed(error)) }
  func adFailedToPresent(error: AdRenderingError) { report(.failedToPresent(error)) }

  private func report(_ call: Call) {
    if isOver { host?.violation(.stale) } else { host?.handle(call) }
  }
}
