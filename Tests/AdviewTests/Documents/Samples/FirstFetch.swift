import AdEngine

func firstFetch() -> [Engine.Effect] {
  var engine = Engine(
    Engine.Configuration(viewport: Size(width: 390, height: 844), consent: .granted))
  _ = engine.handle(.slotAdded(SlotID(1), SlotFrame(y: 1000, height: 250)), at: .start)
  return engine.handle(.scrolled(to: 0), at: .start)
}
