/// Something a person can tell the playground to do.
public enum Command: Hashable, Sendable {
  case scrollUp, scrollDown, pageUp, pageDown, top, bottom, flingUp, flingDown
  case nextStop, previousStop, activate, deselect, back
  case pickFetch, pickDisplay, pickUnload
  case decrease, increase, decreaseMore, increaseMore, typeDigit, eraseDigit
  case keepThreshold, revertThreshold
  case toggleUnloading, undo, pageThresholds
  case reload, reloadAll
  case toggleLadybug, logUp, logDown, logPageUp, logPageDown, logEnd
  case openConsent, agree, disagree, decideLater, withdraw
  case pause, slower, faster
  case nextPane, previousPane
  case openHelp, openProblems, overlayUp, overlayDown, close
  case openPalette, choiceUp, choiceDown, choicePageUp, choicePageDown, choose
  case toggleMouse, openCopy, copySwift, copyGoogletag, copyJSON
  case typeText, eraseText, clearText
  case redraw, quit
}
