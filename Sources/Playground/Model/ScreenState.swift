/// What is on the screen.
enum ScreenState: Sendable {
  /// The page; the lab keeps its state once it was opened.
  case page(lab: Lab?)
  /// The preload lab; the page's time stands still.
  case lab(Lab)
}

extension Model {
  var isLabOpen: Bool { if case .lab = screen { true } else { false } }

  /// The lab, on the screen or left; changed in place.
  var lab: Lab? {
    get {
      switch screen {
      case .page(let lab): lab
      case .lab(let lab): lab
      }
    }
    _modify {
      let isOpen = isLabOpen
      var lab = lab
      screen = .page(lab: nil)
      defer { screen = isOpen ? lab.map { .lab($0) } ?? .page(lab: nil) : .page(lab: lab) }
      yield &lab
    }
  }
}
