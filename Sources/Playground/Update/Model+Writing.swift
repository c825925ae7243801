internal import AdEngine
internal import AdSessions

/// The thresholds in the page's file.
extension Model {
  /// Shows what would change in the page's file if the thresholds were written into it.
  mutating func openWriting() {
    if !isTuningOpen { endEdit(keeping: true) }
    guard let settings = thresholds else {
      shared.notice =
        isTuningOpen
        ? "there are no thresholds to write yet"
        : "this page has no lazy loading: there are no thresholds to write"
      return
    }
    guard top.file.isFile else {
      shared.notice = "\(top.file.name): is not a file of yours; open a copy to write to"
      return
    }
    guard settings != top.fileLazyLoading else {
      shared.notice = "these are the thresholds of the page's file"
      return
    }
    guard let writing = ThresholdWriting(settings, into: top.file.source) else {
      shared.notice =
        "\(top.file.name): lazyLoad cannot be replaced in this front matter; change it by hand"
      return
    }
    show(WritingOverlay(writing: writing))
  }

  /// Asks the shell to write what is shown.
  mutating func write() {
    guard let writing = (overlay as? WritingOverlay)?.writing else { return }
    uncoverPage()
    shared.requests.append(.write(writing.bytes, over: top.file))
  }

  /// Handles that thresholds were written into the page's file, which are those in force from now on.
  mutating func noteWritten(_ file: PageFile, _ problem: String?) {
    // A session names the file that its page was.
    let recorded = visit.endRecording()
    visit.pages.top.file = file
    for index in visit.history.openings.indices
    where visit.history.openings[index].location == file.location {
      visit.history.openings[index].bytes = file.bytes
    }
    let (page, problems) = Page.read(
      file.source, options: file.reading(ads: visit.options.ads))
    visit.pages.top.problems = problems
    // Those that the tuning screen has found are not in force yet.
    if let written = page.settings.lazyLoading { changeInOneStep(to: written) }
    visit.pages.top.pageLazyLoading = page.settings.lazyLoading
    visit.pages.top.fileLazyLoading = page.settings.lazyLoading
    // The same file may be open under this page, too; there it keeps the thresholds that it has.
    let written = top
    visit.pages.changeBelow { page in
      guard page.file.location == file.location else { return }
      page.file = file
      page.problems = written.problems
      page.fileLazyLoading = written.fileLazyLoading
    }
    shared.notice =
      "the thresholds are written into \(file.name)"
      + (problem.map { ", but a power failure may undo it: \($0)" } ?? "")
      + (recorded.map { "; the recording ended before: \($0)" } ?? "")
  }

  /// Says that the page's file was changed outside the playground.
  mutating func noteChangedFile() {
    guard !visit.isReplay else { return }
    visit.pages.top.isFileChanged = true
    shared.notice =
      "\(top.file.name) was changed: \(KeyMap.label(of: .reopen)) reopens it"
  }

  /// Reopens a changed file, once thresholds are not changed, no session is recorded and nothing else is being done.
  mutating func followFile() {
    guard top.isFileChanged, visit.recording == nil, engine.lazyLoading == top.pageLazyLoading,
      viewer.thresholds.edit == nil, viewer.search == nil, viewer.overlays.isEmpty,
      visit.interstitial == nil
    else { return }
    visit.pages.top.isFileChanged = false
    shared.requests.append(.reopen(location: top.file.location))
    shared.notice = "\(top.file.name) was changed: read again"
  }
}
