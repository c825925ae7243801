import Glibc
import Playground

extension Doctor {
  /// The terminal: its type, its size, its colours, its newer modes.
  func terminalFindings(_ features: TerminalFeatures) -> [Finding] {
    var findings: [Finding] = []
    do {
      let screen = try CursesScreen.open(
        terminal: features.terminal, size: TerminalSize(columns: 80, rows: 24),
        colors: features.colors, encoding: .ascii)
      findings.append(.ok("terminal", features.terminal))
      findings.append(size)
      findings.append(colors(screen.theme.depth, features))
    } catch {
      let advice =
        switch error {
        case .unknown: "install its terminfo entry (package ncurses-term), or use another TERM"
        default: "set TERM to what the terminal is, for instance TERM=xterm-256color"
        }
      findings.append(.needed("terminal", error.description, advice))
      findings.append(size)
    }
    findings.append(background(features))
    findings.append(
      features.synchronizedOutput
        ? .ok("synchronized output", "asked for; a terminal that does not know it ignores it")
        : .note(
          "synchronized output", "not asked for: this type of terminal may print it instead",
          "the screen may flicker; current terminals support it"))
    return findings
  }

  private var size: Finding {
    guard isatty(output) == 1 else {
      return .ok("size", "not known: standard output is not a terminal")
    }
    let size = TerminalDevice(input: output, output: output).size
    let text = "\(size.columns)×\(size.rows)"
    let smallest = Snapshot.minSize
    if size.columns < smallest.columns || size.rows < smallest.rows {
      let needed = "\(smallest.columns)×\(smallest.rows)"
      return .note("size", text, "make the window larger: AdView needs \(needed) cells")
    }
    return .ok("size", text)
  }

  private func colors(_ depth: ColorDepth, _ features: TerminalFeatures) -> Finding {
    let saysDirect = ["truecolor", "24bit"].contains(environment("COLORTERM") ?? "")
    switch depth {
    case .none where !features.colors:
      return .ok("colours", "none, as NO_COLOR asks")
    case .none:
      return .note(
        "colours", "none, according to the terminfo entry of \(features.terminal)",
        "if the terminal has colours, set TERM to a type that says so, such as xterm-256color")
    case .eight, .sixteen:
      let count = depth == .eight ? "8" : "16"
      return .note(
        "colours", "\(count), according to the terminfo entry of \(features.terminal)",
        "if the terminal has 256, set TERM to a type that says so, such as xterm-256color")
    case .palette where saysDirect:
      return .ok("colours", "256; all others as the nearest, as TERM=\(features.terminal) says")
    case .palette:
      return .ok("colours", "256")
    case .direct:
      return .ok("colours", "all (24 bits)")
    }
  }

  private func background(_ features: TerminalFeatures) -> Finding {
    let background = features.background.rawValue
    if let theme = environment("ADVIEW_THEME"), Theme.Background(rawValue: theme) == nil {
      return .note(
        "background", "taken as \(background): ADVIEW_THEME is \"\(theme)\"",
        "set ADVIEW_THEME to dark or light")
    }
    return .ok("background", "\(background); ADVIEW_THEME=light or dark changes it")
  }
}
