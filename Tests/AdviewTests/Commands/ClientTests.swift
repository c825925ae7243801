import AdEngine
import AdRendering
import AdRenderingTesting
import TestSupport
import Testing

@testable import AdPlayground
@testable import Client

/// A program of an app, with a renderer, a plug-in and pages in it: that of `Demos/Client`.
@Suite struct ClientTests {
  private func run(_ arguments: String..., input: String = "") throws -> ProgramRun {
    try ProgramRun(arguments, app: Client.app, input: input)
  }

  @Test func `S4.24 explain bid picks the app's renderer`() throws {
    try run("explain", "bid", "-", input: Pages.response).expect(
      code: 0,
      output: .has(
        "renderer  HerringRenderer 1.0\nbecause the bid names it",
        "shows     ><> fresh herring <><\n"))
    let banner = try ProgramRun("explain", "bid", "-", input: Pages.response).output
    #expect(banner.contains("no renderer is registered as HerringRenderer"))
  }

  @Test func `messages name the program that was called`() throws {
    var app = Client.app
    app.name = "harbour"
    try ProgramRun(
      "run", "--other", app: app, code: 64,
      errors: .begins("harbour: ") & .has("See 'harbour help run'."))
    let session = try TemporaryFile(
      """
      {"adview":1,"viewport":{"width":390,"height":844},"slots":[{"slot":"a","y":900,"height":320}]}
      {"at":0,"in":{"scroll":0}}
      {"at":0,"out":{"slot":"a","fetch":2}}

      """)
    try ProgramRun("check", session.path, app: app, code: 1, output: .has("  look: harbour play "))
  }

  @Test func `S3.24 the page's plug-in has its ads, and is named by the metrics`() throws {
    let page = try TemporaryFile(Pages.harbour)
    let table = try run("run", page.path).expect(code: 0).output
    #expect(table.contains("provider         Harbour Ads\n"))
    let json = try run("run", "--json", page.path).output
    #expect(json.contains(#""provider":"Harbour Ads""#))
    // One slot and the banner: the other slot has a size that the plug-in does not know, and nothing opens the interstitial.
    #expect(json.contains(#""requests":4"#) && json.contains(#""rendered":2"#))
    #expect(json.contains(#""rendering":1"#))
  }

  @Test func `S3.22 the plug-in's interstitial shows what it presents`() throws {
    try run(
      "--linear", "pier.md", input: "consent granted\nwait 2\nnext\nopen\nwhere\nquit\n"
    ).expect(output: .has("Harbour Ads, pier") & .lacks("interstitial of Harbour Ads"))
  }

  @Test func `a page that is added is opened by its name by every command`() throws {
    #expect(try run("run", "pier.md").expect(code: 0).output.contains("Harbour Ads"))
    #expect(try run("doctor", "fish.md").expect(code: 0).output.contains("rendered"))
    try run("explain", "bid", "herring.json").expect(
      code: 0, output: .has("renderer  HerringRenderer"))
    let session = try run("import", "person", "pier.md").expect(code: 0).output
    #expect(session.contains(#""page":"built-in:pier.md""#))
    let file = try TemporaryFile(session)
    #expect(try run("check", file.path).output.contains("passed"))
    let folder = try TemporaryFolder()
    _ = try run("play", "--html", folder.path + "/a.html", file.path).expect(code: 0)
    #expect(try folder.text("a.html").contains("ads of Harbour Ads"))
  }

  @Test func `without the app the plug-in is unknown, and the ads are simulated`() throws {
    let page = try TemporaryFile(Pages.harbour)
    try ProgramRun("run", "--json", page.path).expect(
      code: 0, errors: .has("plugin: no plug-in is registered as 'harbour'", "AdPlayground"),
      output: .lacks("provider"))
  }

  @Test func `the app's first page opens without a file, and links lead to its others`() throws {
    try run("--linear", input: "consent granted\nadvance 2s\nlinks\nopen\nwhere\nquit\n").expect(
      output: .has("Bids"))
  }

  @Test func `a session of a page that is built in is checked by the program that has it`() throws {
    let session = try TemporaryFile(
      """
      {"adview":1,"page":"built-in:pier.md","viewport":{"width":390,"height":844},"consent":"granted"}
      {"at":0,"in":{"scroll":0}}
      {"at":2000,"end":true}

      """)
    #expect(try self.run("run", session.path).expect(code: 0).output.contains("Harbour Ads"))
    try ProgramRun("run", session.path).expect(
      code: 66, errors: .has("pier.md: no page of this name is built in"))
  }

  @Test func `a run of recorded answers names the provider, too`() throws {
    let (folder, _) = try TemporaryFolder.holding(Pages.harbour, "pier.md")
    try folder.write(
      """
      {"adview":1,"page":"pier.md","viewport":{"width":390,"height":844},"consent":"granted","answers":"recorded"}
      {"at":0,"in":{"scroll":0}}
      {"at":500,"in":{"world":{"slot":"1","generation":1,"loaded":{"width":320,"height":100,"media":"display"}}}}
      {"at":2000,"end":true}

      """, "s.jsonl")
    let table = try run("run", folder.path + "/s.jsonl").expect(code: 0).output
    #expect(table.contains("provider         Harbour Ads\n"), "\(table)")
  }

  @Test func `sizes are explained by the plug-in, and not at all where it is missing`() throws {
    let page = "---\nplugin: harbour\n---\n```ad\nunit: u\nsize: ROLL\n```\n"
    let own = try run("run", "-", input: page).errors
    #expect(own.contains("or a size that Harbour Ads knows by name"), "\(own)")
    let missing = try ProgramRun("run", "-", input: page).errors
    #expect(missing.contains("no plug-in is registered as 'harbour'"))
    #expect(!missing.contains("ROLL"), "\(missing)")
  }

  @Test func `a page and what is not text are no responses`() throws {
    try run("explain", "bid", "-", input: "{\0}").expect(
      code: 65,
      errors: .is(
        "adview: standard input: is not text: expected a response to a bid request, as JSON\n"))
    for page in [Pages.bids, Pages.harbour] {
      try run("explain", "bid", "-", input: page).expect(
        code: 65, errors: .has("is a page: expected a response to a bid request, as JSON"))
    }
  }

  @Test func `R8 a taken name is refused when it is registered`() {
    var app = Client.app
    let isFree = [
      app.registerPluginRenderer(HerringRenderer.self),
      app.registerPlugin("harbour") { context in HarbourPlugin(context) },
      app.registerPlugin("other") { context in HarbourPlugin(context) },
    ]
    #expect(isFree == [false, false, true])
  }

  @Test func `the renderer and the plug-in keep their contracts`() {
    #expect(
      RendererConformance(HerringRenderer.self, making: [.inlineBanner, .interstitial]).findings()
        == [])
    let timeline = AdTimeline()
    #expect(
      PluginConformance(timeline: timeline, inlineBannerSize: "PIER") {
        HarbourPlugin(AdPluginContext(timeline: timeline))
      }.findings() == [])
  }
}
