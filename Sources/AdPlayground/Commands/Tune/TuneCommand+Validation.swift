import AdTuning
import ArgumentParser
import Playground

extension TuneCommand {
  func validate() throws {
    try refuse(!(step > 0 && step.isFinite), "--step \(step): expected a number of points above 0")
    // The present settings may add a threshold of each kind.
    let settings =
      ((fetch.upperBound - fetch.lowerBound) / step + 2) * Double(Set(displays).count + 1)
    guard settings <= Double(SettingGrid.maxCount) else {
      throw ValidationError(
        "--step \(step): expected at most \(SettingGrid.maxCount) settings to be compared")
    }
    let forms = given([
      "--json": json, "--csv": csv, "--export": export != nil, "--summary": summary != nil,
      "--screen": screen,
    ])
    try refuse(forms.count > 1, "\(forms.joined(separator: " and ")): expected one of them")
    if !devices.isEmpty {
      let others =
        forms.filter { $0 != "--json" }
        + given([
          "--html": html != nil, "--merge": merge, "--cpm": cpm != nil, "--try": !tries.isEmpty,
        ]) + page.screen.optionsGiven
      if let other = others.first { throw ValidationError("--devices: expected no \(other)") }
    }
    if html == "-" { throw ValidationError("--html -: expected a file") }
    if merge {
      try refuse(files.isEmpty, "--merge: expected summaries")
      let others =
        given([
          "--screen": screen, "--readers": readers != nil, "--now": now != nil,
          "--latency": latency != nil, "--fetch": fetch != Self.usualFetch,
          "--display": display != Self.usualDisplay, "--step": step != Self.usualStep,
          "--export gpt": export == .googletag,
        ])
        + page.optionsGiven.filter { $0 != "--seed" }
      if let other = others.first {
        throw ValidationError("--merge: expected no \(other); give it to --summary")
      }
    } else if summary != nil {
      if readers != nil { throw ValidationError("--summary: expected sessions, not --readers") }
      try refuse(!tries.isEmpty, "--summary: expected no --try; give it to --merge")
    }
    if html != nil, screen || summary != nil {
      throw ValidationError("--html: is a report; expected no \(forms[0]) beside it")
    }
    try refuse(force && html == nil && summary == nil, "--force: expected --html or --summary")
    try refuse(export != nil && tries.count > 1, "--export: expected one --try, or none")
    try refuse(screen && !tries.isEmpty, "--screen --try: the cursor goes to every setting there")
    if theme != nil, !screen { throw ValidationError("--theme: expected --screen") }
    for (option, price) in [("--cpm", cpm), ("--request-cpm", requestCpm)] {
      guard let price, !(price > 0 && price <= 1e6) else { continue }
      throw ValidationError("\(option) \(price): expected a price above 0, at most 1000000")
    }
    try validatePrices()
    if readers != nil {
      try refuse("--readers", readers, outside: 1...100_000)
      if let option = files.first(where: { $0.hasPrefix("--") }) {
        throw ValidationError("Unknown option '\(option)'")
      }
      try refuse(files.count != 1, "--readers: expected a page alone, which they read")
    } else if leaves != nil {
      throw ValidationError("--leaves: expected --readers, who leave")
    }
  }

  /// Refuses prices that do not go together.
  func validatePrices() throws {
    if cpm != nil, let view = cost?[.view], view != 1 {
      throw ValidationError(
        "--cpm: is the worth of a viewable ad; expected view=1 in --cost, or none")
    }
    if requestCpm != nil, cpm == nil || cost?[.request] != nil {
      throw ValidationError("--request-cpm: expected --cpm with it, and no request in --cost")
    }
  }
}
