import AdEngine
import AdLab
import AdSessions
import Testing

@testable import Playground

/// Somebody in the preload lab, who has set these switches.
func labPlayer(
  _ columns: Int = 80, _ rows: Int = 24, _ changes: [PreloadOption: Bool] = [:],
  unit: String = "celtra18"
) -> Player {
  let lab = PreloadSettings(unit: unit).applying(PreloadChange(options: changes))
  var player = Player(
    testPage(), columns: columns, rows: rows,
    settings: PlaygroundSettings(consent: .granted, lab: lab))
  player.waitUntilIdle()
  player.press("L")
  return player
}

/// The panes of the lab on a player's screen.
func labLayout(_ player: Player) -> LabLayout {
  LabLayout(
    columns: player.model.shared.columns, rows: player.model.shared.rows,
    isSettingsOpen: player.lab?.isSettingsOpen == true,
    isReplay: player.lab?.replay != nil)
}
