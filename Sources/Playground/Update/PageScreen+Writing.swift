internal import AdEngine
internal import AdSessions

/// The thresholds in the page's file.
extension PageScreen {
  /// Shows what would change in the page's file if the thresholds were written into it.
  mutating func openWriting() {
    endEdit(keeping: true)
    guard let settings = lazyLoading(orNotice: "there are no thresholds to write") else { return }
    openWriting(of: settings)
  }

  /// The same with thresholds that do not count yet.
  mutating func openWriting(of settings: LazyLoadingSettings) {
    guard visit.pages.top.file.isFile else {
      shared.notice =
        "\(visit.pages.top.file.name): is not a file of yours; open a copy to write to"
      return
    }
    guard settings != visit.pages.top.fileLazyLoading else {
      shared.notice = "these are the thresholds of the page's file"
      return
    }
    guard let writing = ThresholdWriting(settings, into: visit.pages.top.file.source) else {
      shared.notice =
        "\(visit.pages.top.file.name): lazyLoad cannot be replaced in this front matter; change it by hand"
      return
    }
    show(WritingOverlay(writing))
  }

  /// Asks the shell to write what is shown.
  mutating func write() {
    guard let writing = (overlay as? WritingOverlay)?.writing else { return }
    uncoverPage()
    shared.requests.append(.write(writing.bytes, over: visit.pages.top.file))
  }

  /// Handles that the page's file has the current thresholds.
  mutating func noteWritten(_ file: PageFile, _ problem: String?) {
    // A session names the file that its page was.
    let recorded = visit.endRecording()
    visit.pages.top.file = file
    for index in visit.history.openings.indices
    where visit.history.openings[index].location == file.location {
      visit.history.openings[index].bytes = file.bytes
    }
    visit.pages.top.problems =
      Page.read(file.source, options: PageOptions(ads: visit.options.ads, bids: file.bids))
      .problems
    visit.pages.top.pageLazyLoading = visit.run.engine.lazyLoading
    visit.pages.top.fileLazyLoading = visit.run.engine.lazyLoading
    // The same file may be open under this page, too; there it keeps the thresholds that it has.
    let written = visit.pages.top
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

  /// Offers to reopen a file that was changed outside the playground.
  mutating func noteChangedFile() {
    guard !visit.isReplay else { return }
    visit.pages.top.isFileChanged = true
    shared.notice =
      "\(visit.pages.top.file.name) was changed: \(KeyMap.label(of: .reopen, in: .anywhere)) reopens it"
  }
}
