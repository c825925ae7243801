internal import AdEngine
internal import AdSessions

/// The last row: the keys that fit the situation, or a sentence about what just happened.
struct Footer {
  let model: Model

  init(_ model: Model) { self.model = model }

  func draw(on canvas: inout Canvas, in rect: Rect) {
    if let notice = model.notice {
      canvas.write(
        " " + notice.scrubbed.cut(to: rect.width - 2), at: 0, rect.row, Theme.warning, in: rect)
      return
    }
    var column = 0
    for hint in hints {
      let keys = hint.commands.map { KeyMap.label(of: $0, in: model.keyContext) }.joined()
      let width = Glyphs.cells(keys) + Glyphs.cells(hint.word) + 3
      guard column + width <= rect.width else { continue }
      column = canvas.write(" " + keys, at: column, rect.row, Theme.key, in: rect)
      column = canvas.write(" \(hint.word) ", at: column, rect.row, Theme.text, in: rect)
    }
  }

  struct Hint {
    let commands: [Command]
    let word: String
  }

  /// What can be done now, the most useful first; what does not fit is left out.
  var hints: [Hint] {
    let isPageFree = model.keyContext == model.pageContext
    // What the person cannot do without it comes first.
    let mouse = Hint(commands: [.toggleMouse], word: "gives the mouse back")
    return (model.mouse.isOn && isPageFree ? [mouse] : []) + keyHints
  }

  private var keyHints: [Hint] {
    switch model.keyContext {
    case .article, .anywhere: return articleHints
    case .threshold:
      return [
        Hint(commands: [.decrease, .increase], word: "10 pt"),
        Hint(commands: [.decreaseMore, .increaseMore], word: "100 pt"),
        Hint(commands: [.keepThreshold], word: "keep"),
        Hint(commands: [.revertThreshold], word: "revert"),
        Hint(commands: [.scrollUp, .scrollDown], word: "scroll"),
        Hint(commands: [.nextPane], word: "next"),
        Hint(commands: [.openHelp], word: "help"),
      ]
    case .log:
      return [
        Hint(commands: [.logUp, .logDown], word: "scroll the log"),
        Hint(commands: [.logEnd], word: "newest"),
        Hint(commands: [.close], word: "article"),
        Hint(commands: [.toggleLadybug], word: "close the log"),
        Hint(commands: [.openHelp], word: "help"),
      ]
    case .consent:
      return [
        Hint(commands: [.agree], word: "agree"),
        Hint(commands: [.disagree], word: "disagree"),
        Hint(commands: [.decideLater], word: "leave it"),
      ]
    case .palette:
      return [
        Hint(commands: [.choiceUp, .choiceDown], word: "choose"),
        Hint(commands: [.choose], word: "run"),
        Hint(commands: [.close], word: "close"),
      ]
    case .copy:
      return [
        Hint(commands: CopyForm.allCases.map(\.command), word: "copy"),
        Hint(commands: [.choiceUp, .choiceDown], word: "choose"),
        Hint(commands: [.choose], word: "copy it"),
        Hint(commands: [.close], word: "close"),
      ]
    case .overlay:
      var hints = [Hint(commands: [.close], word: "close")]
      if let box = model.overlayBox,
        box.lastFirstLine(columns: model.columns, rows: model.rows) > 0
      {
        hints.insert(Hint(commands: [.overlayUp, .overlayDown], word: "scroll"), at: 0)
      }
      return hints
    }
  }

  private var articleHints: [Hint] {
    var hints = [Hint(commands: [.scrollUp, .scrollDown], word: "scroll")]
    if let selection = model.selection {
      let isLink = if case .link = model.layout.stops[selection].target { true } else { false }
      hints.append(Hint(commands: [.activate], word: isLink ? "follow" : "details"))
    }
    if model.clock.isPaused { hints.append(Hint(commands: [.pause], word: "go on")) }
    if model.run.engine.lazyLoading != nil {
      hints.append(Hint(commands: [.pickFetch, .pickDisplay, .pickUnload], word: "thresholds"))
    }
    hints += [
      Hint(commands: [.toggleLadybug], word: "ladybug"),
      Hint(commands: [.openHelp], word: "help"),
      Hint(commands: [.quit], word: "quit"),
      Hint(commands: [.openPalette], word: "commands"),
      Hint(commands: [.nextStop], word: "link or ad"),
    ]
    if !model.visits.isEmpty { hints.append(Hint(commands: [.back], word: "back")) }
    if model.run.engine.lazyLoading != nil {
      hints.append(Hint(commands: [.toggleUnloading], word: "unloading"))
    }
    if model.run.engine.lazyLoading != nil {
      hints.append(Hint(commands: [.openCopy], word: "copy"))
    }
    hints.append(Hint(commands: [.openConsent], word: "consent"))
    hints.append(Hint(commands: [.flingDown], word: "fling"))
    hints.append(Hint(commands: [.reload], word: "reload"))
    if !model.mouse.isOn { hints.append(Hint(commands: [.toggleMouse], word: "mouse")) }
    return hints
  }
}
