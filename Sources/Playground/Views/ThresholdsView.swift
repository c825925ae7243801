internal import AdEngine
internal import AdSessions

struct ThresholdsView {
  let model: Model

  func draw(on canvas: inout Canvas, in rect: Rect) {
    guard rect.width >= 12, rect.height >= 3 else { return }
    let isFocused = model.viewer.thresholds.edit != nil && model.overlay == nil
    canvas.drawFrame(
      rect, title: "thresholds", isFocused ? Theme.focusedBorder : Theme.border)
    let pane = rect.inside
    guard let settings = model.shownThresholds else {
      canvas.write("lazy loading off:", at: pane.column + 1, pane.row, Theme.text, in: pane)
      canvas.write("all slots load now", at: pane.column + 1, pane.row + 1, Theme.faint, in: pane)
      return
    }
    for (index, kind) in ThresholdKind.allCases.enumerated() {
      let row = Rect(
        column: pane.column, row: pane.row + index, width: pane.width,
        height: index < pane.height ? 1 : 0)
      drawSlider(kind, settings, on: &canvas, in: row)
    }
    guard pane.height >= 5 else { return }
    let unloading = "unloading \(settings.unloadingEnabled ? "on" : "off")"
    let column = canvas.write(
      " \(KeyMap.label(of: .toggleUnloading)) ", at: pane.column, pane.row + 3, Theme.key, in: pane)
    let isSingle = settings.requests == .single
    let forms = [unloading + (isSingle ? " · single request" : ""), unloading]
    canvas.write(
      forms.first { Glyphs.cells($0) <= pane.endColumn - column } ?? unloading, at: column,
      pane.row + 3, Theme.text, in: pane)
    drawNote(settings, on: &canvas, in: pane)
  }

  /// Writes what can be said about the thresholds beside their values.
  private func drawNote(_ settings: LazyLoadingSettings, on canvas: inout Canvas, in pane: Rect) {
    let room = pane.width - 2
    let long = note(settings, isNarrow: false)
    let note = Glyphs.cells(long) <= room ? long : note(settings, isNarrow: true)
    canvas.write(note.cut(to: room), at: pane.column + 1, pane.row + 4, Theme.faint, in: pane)
  }

  private func note(_ settings: LazyLoadingSettings, isNarrow: Bool) -> String {
    let back = "\(KeyMap.label(of: .pageThresholds))\(isNarrow ? ":" : " goes") back"
    if let dragged = model.viewer.thresholds.edit?.dragged {
      return isNarrow ? dragged : dragged + " with it"
    }
    if let recorded = recorded(isNarrow: isNarrow) { return "\(recorded) · \(back)" }
    if let rule = rule(settings) { return rule }
    if settings.unloadingEnabled, points(.unload, settings) < points(.fetch, settings) {
      // Nothing is unloaded within the fetch zone.
      return "unload zone = fetch"
    }
    guard settings != model.top.pageLazyLoading else { return "unchanged" }
    return model.visit.isReplay ? "set by the session" : "changed · \(back)"
  }

  /// The recorded thresholds, where those in force are others; each fetch threshold up to now, if it was changed.
  private func recorded(isNarrow: Bool) -> String? {
    guard let settings = model.visit.replay?.recorded?.lazyLoading else { return nil }
    let name = isNarrow ? "rec " : "recorded "
    let script = model.visit.replay?.recordedScript
    guard let fetch = script?.values(of: .fetch, until: model.visit.time), fetch.count > 1 else {
      return name + "\(settings.fetchThreshold.words)/\(settings.displayThreshold.words)"
    }
    return isNarrow
      ? name + fetch.map(\.words).joined(separator: "→")
      : name + "fetch " + (script?.words(of: .fetch, until: model.visit.time) ?? "")
  }

  /// What else counts besides thresholds and unloading.
  private func rule(_ settings: LazyLoadingSettings) -> String? {
    var rules: [String] = []
    if settings.isDirectional {
      let behind = [settings.fetchThreshold, settings.displayThreshold].map(\.behind.words)
      rules.append("behind \(behind.joined(separator: "/"))")
    }
    if settings.fetchAfter > 0 { rules.append("after \(settings.fetchAfter) ms") }
    if settings.horizontalMargin > 0 { rules.append("\(settings.horizontalMargin.points) across") }
    if let auction = settings.auction.settings {
      rules.append("auction \(auction.threshold.ahead.words)")
    }
    return rules.isEmpty ? nil : rules.joined(separator: " · ")
  }

  private func drawSlider(
    _ kind: ThresholdKind, _ settings: LazyLoadingSettings, on canvas: inout Canvas, in row: Rect
  ) {
    let isPicked = model.viewer.thresholds.edit?.kind == kind
    let value = points(kind, settings)
    let unit = shownUnit(kind, settings)
    let hasUnit = row.width >= 30
    let isOff = kind == .unload && !settings.unloadingEnabled
    let color = isOff ? Theme.faint : Theme.zone(kind)
    // The glyph is that of the zone on the map, which has no room for a legend of its own.
    var column = canvas.write(
      isPicked ? "▸" : Theme.band(kind), at: row.column, row.row, isPicked ? Theme.strong : color,
      in: row)
    column = canvas.write(
      kind.rawValue.padded(to: hasUnit ? 8 : 7), at: column, row.row,
      isPicked ? Theme.strong : Theme.text, in: row)
    let narrowSign = unit == .points ? " " : String(unit.rawValue.prefix(1))
    let sign = hasUnit ? " \(unit.rawValue.padded(to: 3))" : narrowSign
    let number = shownNumber(kind, settings, unit)
    let bar = ScreenLayout.sliderBar(in: row)
    let shown = bar.map { number.cut(to: $0.column - column - Glyphs.cells(sign)) } ?? number
    column = canvas.write(
      shown.leftPadded(to: max(5, Glyphs.cells(shown))) + sign, at: column, row.row,
      isPicked ? Theme.selected : Theme.text, in: row)
    let other = row.width >= 40 ? " " + otherNumber(kind, settings, unit).leftPadded(to: 8) : ""
    guard let bar else { return }
    let knob = place(value, bar.width)
    let line =
      String(repeating: "━", count: knob) + "●"
      + String(repeating: "─", count: max(0, bar.width - 1 - knob))
    column = canvas.write(line, at: bar.column, row.row, color, in: row)
    canvas.write(other, at: column, row.row, Theme.faint, in: row)
    let ghost = model.ghostThresholds.map { points(kind, $0) }
    if let ghost, place(ghost, bar.width) != knob {
      canvas.write("○", at: bar.column + place(ghost, bar.width), row.row, Theme.faint, in: row)
    }
  }

  /// The value as it is shown in its own place: what is typed, or the number in the chosen unit.
  private func shownNumber(
    _ kind: ThresholdKind, _ settings: LazyLoadingSettings, _ unit: ThresholdUnit
  ) -> String {
    if let edit = model.viewer.thresholds.edit, edit.kind == kind, !edit.typed.isEmpty {
      return edit.typed + "▏"
    }
    switch settings[kind].ahead {
    case .percent(let percent) where unit == .percent: return percent.points
    case .unlimited: return "any"
    default:
      return unit.number(points(kind, settings), whole: whole(settings))
    }
  }

  /// 100% in points.
  private func whole(_ settings: LazyLoadingSettings) -> Double {
    settings.fullPercentage(in: model.engine.viewport.size)
  }

  /// A threshold in points, as it would be without its neighbours.
  private func points(_ kind: ThresholdKind, _ settings: LazyLoadingSettings) -> Double {
    settings.points(kind, in: model.engine.viewport.size)
  }

  /// The unit that a threshold is shown in: the chosen one, and in place of points its own.
  private func shownUnit(_ kind: ThresholdKind, _ settings: LazyLoadingSettings) -> ThresholdUnit {
    if case .percent = settings[kind].ahead, model.viewer.thresholds.unit == .points, !isTyped(kind)
    {
      return .percent
    }
    return model.viewer.thresholds.unit
  }

  private func isTyped(_ kind: ThresholdKind) -> Bool {
    model.viewer.thresholds.edit.map { $0.kind == kind && !$0.typed.isEmpty } ?? false
  }

  /// The value once more, in percent of the viewport, or in points where it is shown in another unit.
  private func otherNumber(
    _ kind: ThresholdKind, _ settings: LazyLoadingSettings, _ shown: ThresholdUnit
  ) -> String {
    guard settings[kind].ahead != .unlimited else { return "" }
    let value = points(kind, settings)
    let unit = shown == .points ? ThresholdUnit.percent : .points
    // There is no room for parts of a point.
    let number = unit.number(unit == .points ? value.rounded() : value, whole: whole(settings))
    return number.isEmpty ? "" : "\(number.cut(to: 5)) \(unit.rawValue)"
  }

  /// The cell of a bar at which a value stands.
  private func place(_ value: Double, _ length: Int) -> Int {
    Int((min(1, value / model.sliderEnd) * Double(length - 1)).rounded())
  }

  func drawLine(on canvas: inout Canvas, in rect: Rect) {
    guard rect.height == 1 else { return }
    guard let settings = model.shownThresholds else {
      canvas.write(" lazy loading off", at: rect.column, rect.row, Theme.faint, in: rect)
      return
    }
    var column = rect.column
    for kind in ThresholdKind.allCases {
      let isPicked = model.viewer.thresholds.edit?.kind == kind
      let unit = shownUnit(kind, settings)
      let sign = unit == .points ? "" : " " + unit.rawValue
      column = canvas.write(
        " \(kind.rawValue) \(shownNumber(kind, settings, unit))\(sign) ", at: column, rect.row,
        isPicked ? Theme.selected : Theme.zone(kind), in: rect)
    }
    let unloading = settings.unloadingEnabled ? " unloading on" : " unloading off"
    guard column + Glyphs.cells(unloading) <= rect.endColumn else { return }
    canvas.write(unloading, at: column, rect.row, Theme.faint, in: rect)
  }
}
