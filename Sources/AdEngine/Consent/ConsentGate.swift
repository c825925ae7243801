/// What the user has said about the use of their data.
public enum ConsentStatus: String, CaseIterable, Sendable {
  /// The user has not chosen yet.
  case unset
  /// Yes to what is needed.
  case granted
  /// What the page needs was refused, in part or in whole.
  case denied
}

/// By which rule the user's choice lets ads load (D3).
public enum ConsentPolicy: String, CaseIterable, Sendable {
  /// An ad loads only after a yes: the promise of S0.
  case strict
  /// An ad loads once the user has decided; after a no, limited ads: the code of S1.
  case determined
}

/// What the consent gate says about loading ads now.
public enum ConsentDecision: String, CaseIterable, Sendable {
  /// No ad may load; slots stay without content until the choice changes.
  case hold
  /// Ads may load, without the use of personal data.
  case limited
  /// Ads may load without limits.
  case allow

  /// Decides by policy and status.
  public init(policy: ConsentPolicy, status: ConsentStatus) {
    self =
      switch (policy, status) {
      case (_, .granted): .allow
      case (_, .unset): .hold
      case (.strict, .denied): .hold
      case (.determined, .denied): .limited
      }
  }
}
