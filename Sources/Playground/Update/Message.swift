package import AdSessions

/// An event that the shell reports to the playground.
package enum Message: Hashable, Sendable {
  case key(Key)
  /// Something was done with the mouse, which was asked for.
  case mouse(MouseEvent)
  /// The terminal cannot report what is done with the mouse.
  case mouseRefused
  /// The terminal has this size now, in cells.
  case resized(columns: Int, rows: Int)
  /// The instant that the playground had named has come.
  case woke
  /// A page that was asked for; `path` leads to it from the folder of the recording, if there is one.
  case opened(PageFile, path: String? = nil)
  /// A page that was asked for could not be opened, for this reason.
  case openFailed(String)
  /// The page's file is here once more, as it is now.
  case reopened(PageFile)
  /// The page's file was changed outside the playground.
  case pageChanged
  /// The thresholds were written into the page's file, which is this now; `problem` is what may undo that.
  case wrote(PageFile, problem: String? = nil)
  /// A file for the recording is open; `pages` lead from its folder to the pages asked for, none for the lab.
  case recordingStarted(file: String, pages: [String])
  /// The session cannot be recorded, or not any longer, for this reason.
  case recordingFailed(String)
  /// More has come of the session that is followed while it is written.
  case sessionGrew(SessionNews)
  case ending
  /// These demos, sessions and pages can be opened.
  case found([FoundFile])
  /// Something that the user should know, as a sentence.
  case notice(String)
}

/// What has come of a session that is still being written.
package struct SessionNews: Hashable, Sendable {
  package struct Line: Hashable, Sendable {
    /// The number of the line in its file, from 1.
    package var number: Int
    package var line: SessionLine

    package init(number: Int, _ line: SessionLine) {
      (self.number, self.line) = (number, line)
    }
  }

  package var lines: [Line]
  package var pages: [String: PageFile]
  /// Why no more will come, as the beginning of a sentence; `nil` while more may.
  package var end: String?

  package init(lines: [Line] = [], pages: [String: PageFile] = [:], end: String? = nil) {
    (self.lines, self.pages, self.end) = (lines, pages, end)
  }
}

/// What a new session is recorded of; its file is named after that.
package enum RecordingSubject: Hashable, Sendable {
  /// The pages at these locations, the first page first.
  case pages([String])
  /// The preload lab, with this unit.
  case lab(unit: String)
}

/// Something that the playground asks the shell to do.
package enum Request: Hashable, Sendable {
  /// Open the page to which a link leads, seen from the page at `location`.
  case open(link: String, from: String)
  /// Open this address outside the program, in the user's browser or in the app that is for it.
  case openOutside(url: String)
  /// Open the page's file once more.
  case reopen(location: String)
  /// Put these bytes in the place of the page's file, if it still is what it was when it was opened.
  case write([UInt8], over: PageFile)
  /// Find what can be opened: demos, and what lies beside the page at this location.
  case find(from: String)
  /// Open this in the place of what is on the screen.
  case openFound(FoundFile)
  case save(PlaygroundSettings)
  /// Append these lines to the debug log's file.
  case log([String])
  /// Open a new file for a session, and say that it is open.
  case startRecording(RecordingSubject)
  /// Append these whole lines to the session's file at once.
  case record([UInt8])
  case endRecording
  /// Read no more of the session that is followed; the sentence says what was wrong with it, if anything was.
  case endFollowing(problem: String?)
  /// Have the terminal report what is done with the mouse, or no longer.
  case takeMouse(Bool)
  /// Put this text on the clipboard of the user's terminal.
  case copy(String)
  case redraw
  case quit
}
