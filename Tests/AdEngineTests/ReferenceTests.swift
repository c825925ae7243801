import AdEngine
import Testing

@Suite struct ReferenceTests {
  /// Runs one random life through both engines; a description of the first difference, or nothing.
  private func divergence(seed: Int, steps: Int) -> String? {
    var page = RandomPage(seed: seed)
    var engine = Engine(page.configuration)
    var punctual = Engine(page.configuration)
    var reference = ReferenceEngine(page.configuration)
    for step in 0..<steps {
      let (now, input) = page.next()
      var awake: [Effect] = []
      while let deadline = punctual.nextDeadline, deadline <= now {
        punctual.handle(.woken, at: deadline, into: &awake)
        if let next = punctual.nextDeadline, next <= deadline {
          return "seed \(seed) step \(step): woken at \(deadline), wants to be woken at \(next)"
        }
      }
      punctual.handle(input, at: now, into: &awake)
      let effects = engine.handle(input, at: now)
      let expected = reference.handle(input, at: now)
      if effects != expected {
        return "seed \(seed) step \(step) at \(now.milliseconds): \(input)\n"
          + "expected \(expected)\nbut got  \(effects)"
      }
      if effects != awake {
        return "seed \(seed) step \(step) at \(now.milliseconds): \(input)\n"
          + "late   \(effects)\nin time \(awake)"
      }
      page.note(effects)
    }
    return nil
  }

  @Test func `a thousand random lives agree with the plain rules, woken in time or late`() {
    for seed in 0..<1000 {
      if let divergence = divergence(seed: seed, steps: 250) {
        Issue.record(Comment(rawValue: divergence))
        return
      }
    }
  }
}
