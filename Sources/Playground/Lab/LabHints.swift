/// What the footer says in the lab; the three buttons name their own keys.
extension Lab {
  func hints(in context: KeyContext) -> [Footer.Hint] {
    var hints: [Footer.Hint] = []
    if replay != nil {
      hints = [
        Footer.Hint(commands: [.pause], word: clock.isPaused ? "play" : "pause"),
        Footer.Hint(commands: [.stepBack, .stepOn], word: "step"),
        Footer.Hint(commands: [.slower, .faster], word: "speed"),
        Footer.Hint(commands: [.openHelp], word: "help", isNeeded: true),
        Footer.Hint(commands: [.quit], word: "quit", isNeeded: true),
      ]
      if replay?.captions.isEmpty == false {
        hints.append(Footer.Hint(commands: [.previousCaption, .nextCaption], word: "caption"))
      }
      return hints + [Footer.Hint(commands: [.toBeginning, .toEnd], word: "ends")]
    }
    if context == .labSettings {
      return [
        Footer.Hint(commands: [.settingUp, .settingDown], word: "choose"),
        Footer.Hint(commands: [.changeSetting], word: choice == 0 ? "next unit" : "switch"),
        Footer.Hint(commands: [.labSettings], word: "close", isNeeded: true),
        Footer.Hint(commands: [.openHelp], word: "help", isNeeded: true),
      ]
    }
    if clock.isPaused { hints.append(Footer.Hint(commands: [.pause], word: "go on")) }
    if recording != nil {
      hints.append(Footer.Hint(commands: [.toggleRecording], word: "ends the recording"))
    }
    hints += [
      Footer.Hint(commands: [.leaveLab], word: "back to the page", isNeeded: true),
      Footer.Hint(commands: [.openHelp], word: "help", isNeeded: true),
      Footer.Hint(commands: [.openPalette], word: "commands"),
      Footer.Hint(commands: [.slower, .faster], word: "speed"),
    ]
    if !clock.isPaused { hints.append(Footer.Hint(commands: [.pause], word: "pause")) }
    if recording == nil {
      hints.append(Footer.Hint(commands: [.toggleRecording], word: "record"))
    }
    return hints + [Footer.Hint(commands: [.quit], word: "quit")]
  }
}
