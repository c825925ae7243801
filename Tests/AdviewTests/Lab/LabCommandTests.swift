import AdEngine
import AdLab
import AdSimulation
import Playground
import TestSupport
import Testing

@testable import AdPlayground

/// The preload lab from the command line.
@Suite struct LabCommandTests {
  @Test func `all combinations of a unit are one table that fits 80 columns`() throws {
    let run = try ProgramRun(
      "run", "--preload", "all", "celtra18", code: 0, errors: "",
      output: .begins("celtra18: fullscreen, loads in 1.7 s")
        & .has("264 combinations, 11 outcomes"))
    #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test func `all units are a table each, and as JSON one line`() throws {
    let run = try ProgramRun("run", "--preload", "all", "all")
    for creative in LabCreative.all {
      #expect(
        run.output.contains("\n\(creative.unit): ") || run.output.hasPrefix("\(creative.unit): "))
    }
    let json = try ProgramRun("run", "--preload", "all", "--json", "all")
    #expect(json.output.count(where: { $0 == "\n" }) == 1)
    #expect(json.output.hasPrefix("{\"seed\":1,\"units\":[{\"unit\":\"celtra1\""))
  }

  @Test func `one combination tells what happened`() throws {
    try ProgramRun(
      "run", "--preload", "default", "/21709104563/testing/celtra/celtra18",
      output: .has("the creative: played EARLY, 0.5 s before it was presented"))
    try ProgramRun(
      "run", "--preload", "injectVisibilityJavascript,manualImpressions", "celtra20",
      output: .lacks("EARLY"))
    try ProgramRun(
      "run", "--preload", "default", "--seed", "3", "--events", "celtra18",
      output: .begins("{\"at\":0,\"out\":{\"lab\":1,\"preload\":\"fetching\"}}\n"))
  }

  static let mistakes: [([String], String)] = [
    (["all", ""], "expected a unit ID of 1 to 200 characters that can be shown"),
    (["all", "/ /"], "/ /: expected a unit ID"),
    (["all", "x\u{7}"], "expected a unit ID of 1 to 200 characters"),
    (["all", "promo?speed=3"], "“speed=3”: expected one of size=, load=, autoplay=, event=,"),
    (["all", "promo?load=-1"], "“load=-1”: expected how long it loads: 0…60000 ms"),
    (["all", "promo?size=9999x1"], "“size=9999x1”: expected fullscreen, or a size of at most"),
    (["all", "celtra18?gated=maybe"], "“gated=maybe”: expected on if it plays only once"),
    (["hideAfterward", "celtra18"], "did you mean \"hideAfterwards\"?"),
    (["autoPresent=maybe", "celtra18"], "expected autoPresent, autoPresent=on or autoPresent=off"),
    (["", "celtra18"], "there is no setting \"\""),
    (["all"], "--preload: expected a UNIT of the lab, or all, as in"),
    (["preload,preload=off", "celtra18"], "preload: is given twice"),
    (["hideAfterwards,hideAfterwards", "celtra18"], "hideAfterwards: is given twice"),
    (["preload=off,hideAfterwards", "celtra18"], "hideAfterwards: means something only while"),
    (
      ["waitForCompletionEvent=off,preload=off", "celtra18"],
      "waitForCompletionEvent: means something only while preload is on"
    ),
    (["default,autoPresent=off", "celtra18"], "expected default alone"),
    (["all,autoPresent=off", "celtra18"], "expected all alone"),
    (["all", "--fetch", "600", "celtra18"], "--fetch: means nothing in the lab"),
    (["default", "--consent", "denied", "celtra18"], "--consent: means nothing in the lab"),
    (["default", "--viewport", "320x500", "celtra18"], "--viewport: means nothing in the lab"),
  ]

  @Test(arguments: mistakes)
  func `what is not known is refused in one sentence`(arguments: [String], reason: String) throws {
    try ProgramRun(["run", "--preload"] + arguments, code: 64, errors: .has(reason), output: "")
  }

  @Test func `a session of the lab is run, checked and drawn`() throws {
    let session = """
      {"adview":1,"lab":{"autoPresent":false},"seed":7}
      {"at":0,"in":{"lab":"fetch"}}
      {"at":4000,"in":{"lab":"present"}}

      """
    try ProgramRun("run", "-", input: session, code: 0, errors: "", output: .has("presented"))
    try ProgramRun(
      "run", "--fetch", "600", "--seed", "3", "-", input: session,
      errors: .has("is of the lab, where --fetch could change nothing"))
    try ProgramRun(
      "run", "--json", "-", input: session, output: .begins("{\"ads\":[{\"unit\":\"celtra18\""))
    try ProgramRun(
      "check", "-", input: session, code: 1, output: .has("the session holds no decisions yet"))
    let events = try ProgramRun("run", "--events", "-", input: session)
    let passed = try ProgramRun("check", "-", input: session + events.output)
    // Decisions in the place of their moments or behind: only their order counts, and that times do not go back.
    #expect(passed.code == 65)
    try ProgramRun(
      "snapshot", "--size", "80x24", "--at", "2", "-", input: session,
      output: .has("preload lab", "celtra18"))
    let film = try ProgramRun(
      "snapshot", "--size", "80x24", "--format", "cast", "-", input: session,
      output: .begins("{\"version\":2,"))
    #expect(film.output.split(separator: "\n").count > 20)
  }

  @Test func `S2.26 any text is a unit: an unknown one is drawn from its name`() throws {
    let drawn = try ProgramRun(
      "run", "--preload", "default", "celtr18", code: 0,
      errors: .has(
        "celtr18: is not a known unit: its creative is generated from its name; did you mean "
          + "celtra18?"), output: .has("the banner arrived"))
    let again = try ProgramRun("run", "--preload", "default", "celtr18")
    #expect(again.output == drawn.output)
    try ProgramRun(
      "run", "--preload", "all", "shop/promo?size=300x250&load=2400&event=never&autoplay=1800",
      code: 0, errors: "", output: .has("2.4 s, no event, plays from 1.8 s on", "264 combinations"))
    try ProgramRun(
      "play", "--lab", "x?load=soon", input: "", code: 64,
      errors: .has("“load=soon”: expected how long it loads"))
    try ProgramRun(
      "play", "--linear", "--lab", "celtra18", input: "", code: 64,
      errors: .has("--linear: the lab needs a screen; 'adview run --preload"))
    try ProgramRun(
      "play", "--linear", input: "lab\n", code: 0,
      output: .has("the preload lab needs a screen; 'adview run --preload"))
    // A session may name what the live lab would refuse.
    let foreign = """
      {"adview":1,"lab":{"unit":"/99/my/unit"}}
      {"at":0,"in":{"lab":"fetch"}}
      {"at":300,"in":{"world":{"lab":1,"loaded":{"width":300,"height":250}}}}

      """
    try ProgramRun(
      "run", "-", input: foreign, code: 0,
      output: .has("fetch of /99/my/unit", "the banner arrived"))
  }

  @Test func `what a run tells of an ad counts from its fetch, as the screen does`() throws {
    let session = """
      {"adview":1,"lab":{"autoPresent":false},"seed":7}
      {"at":2500,"in":{"lab":"fetch"}}
      {"at":9000,"in":{"lab":"present"}}
      {"at":20000,"in":{"lab":"reset"}}

      """
    let run = try ProgramRun("run", "-", input: session)
    let lines = run.output.split(separator: "\n")
    #expect(lines.first == "    0.0 s  fetch of celtra18, 2.5 s into the session")
    #expect(lines.contains("    6.5 s  presented"))
    #expect(lines.last == "   17.5 s  reset")
    let screen = try ProgramRun("snapshot", "--size", "120x40", "-", input: session)
    for line in lines.dropFirst() {
      let words = line.split(separator: " ", omittingEmptySubsequences: true).prefix(3)
      #expect(screen.output.contains(words.prefix(2).joined(separator: " ")), "\(line)")
    }
  }

  @Test func `what was refused in a session is said`() throws {
    try ProgramRun(
      "run", "-", input: "{\"adview\":1,\"lab\":{}}\n{\"at\":5,\"in\":{\"lab\":\"present\"}}\n",
      code: 0, errors: .has("at 5 ms: refused: present while no ad: there is nothing to present"))
  }

  @Test func `S2.27 the lab's settings are kept under the seed's keys`() throws {
    let folder = try TemporaryFolder()
    var file = SettingsFile(folder: folder.path)
    var settings = file.load().settings
    #expect(settings.lab == PreloadSettings())
    settings.lab = PreloadSettings(unit: "celtra20", options: [.preload, .hideAfterwards])
    #expect(file.save(settings) == nil)
    let text = try folder.text("settings.json")
    for key in [
      "FLUnitID", "FLPreload", "FLPreloadOffscreen", "FLPreloadInDetachedParentView",
      "FLWaitForPreloadingCompletionEvent", "FLHideAfterPreloading",
      "FLRemoveFromParentAfterPreloading", "FLInjectVisibilityJavascript", "FLAutoPresent",
      "FLManualImpressions",
    ] { #expect(text.contains("\"\(key)\"")) }
    var again = SettingsFile(folder: folder.path)
    #expect(again.load().settings == settings)
    // A file from before the lab has the defaults.
    try folder.write("{\"isDebugEnabled\":true}", "settings.json")
    var old = SettingsFile(folder: folder.path)
    #expect(old.load().settings.lab == PreloadSettings())
  }
}
