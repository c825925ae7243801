/// A command of the user; its row in `CommandTable` says what that is.
package enum Command: Hashable, CaseIterable, Sendable {
  case scrollUp, scrollDown, pageUp, pageDown, top, bottom, flingUp, flingDown, showOtherEnd
  case carouselBack, carouselForward
  case nextStop, previousStop, activate, deselect, back, why, diagnose, plugins
  case openMetrics, blame, resetMetrics, screenAdPlugins, followBanner, closeInterstitial
  case followAd, openConsole
  case pickFetch, pickDisplay, pickUnload
  case decrease, increase, decreaseMore, increaseMore, typeDigit, eraseDigit
  case cycleUnit, openPresets, choosePreset, openWriting, write, reopen
  case keepThreshold, revertThreshold
  case toggleUnloading, toggleRequests, toggleAuctions, undo, pageThresholds
  case reload, reloadAll
  case toggleLadybug, logEnd, filterLog
  case openSearch, typeText, eraseText, clearText, keepSearch, leaveSearch
  case nextHit, previousHit, endSearch
  case openConsent, agree, disagree, decideLater, withdraw
  case switchPolicy, switchRegulation
  case pause, slower, faster
  case stepBack, stepOn, previousCaption, nextCaption, skipBack, skipOn, toBeginning, toEnd
  case stopFollowing
  case nextPane, previousPane, focusPane, zoomPane, leavePane
  case followChoice, panBack, panOn, panFarBack, panFarOn, finerTime, coarserTime
  case timelineStart, timelineEnd
  case openHelp, openProblems, overlayTop, overlayEnd, close
  case openPalette, openChoices, choiceUp, choiceDown, choicePageUp, choicePageDown, choose
  case copyText, toggleSection, openSection, foldSection, toggleAllSections
  case toggleRecording
  case openLab, leaveLab, labFetch, labReset, labSettings, labConsole
  case labUnit, labMatrix, openSetting, changeSetting, changeSettingBack
  case toggleTuning, replayWorst, copyComparison, readSentences, changeLatency
  case lowerFetch, raiseFetch, lowerDisplay, raiseDisplay
  case lowerFetchMore, raiseFetchMore, lowerDisplayMore, raiseDisplayMore
  case nextStep, previousStep, goToPresent, goToBest
  case mapValue, mapViewable, mapWasted, mapBlank
  case toggleMouse, openCopy, copySwift, copyGoogletag, copyObserver, copyJSON, copySummary
  case redraw, quit
}
