/// The keys that a session may hold, object by object; the JSON Schema beside the documentation has the same.
enum SessionKeys {
  static let header = [
    "adview", "page", "digest", "answers", "viewport", "lazyLoad", "consent", "policy", "seed",
    "columns",
    "slots",
  ]
  static let slot = ["slot", "unit", "y", "width", "height"]
  static let size = ["width", "height"]
  static let lazyLoading = [
    "fetchThreshold", "displayThreshold", "unloadThreshold", "unloadingEnabled",
  ]
  static let choice = ["tcf"]
  static let line = ["at", "page", "in", "out", "end"]
  static let causesAboutSlots = ["frame", "resized", "removed"]
  static let causes = [
    "scroll", "viewport", "lazyLoad", "consent", "policy", "click", "reload", "active", "open",
    "back", "caption", "world", "lab",
  ]
  static let cause = ["slot", "unit"] + causesAboutSlots + causes
  static let opening = ["page", "digest", "lazyLoad", "consent", "policy", "seed"]
  static let frame = ["y", "width", "height"]
  static let answers = ["loaded", "failed", "size", "message", "navigate"]
  static let answer = ["slot", "generation"] + answers
  static let navigation = ["url", "frame", "action"]
  static let ad = ["width", "height", "media"]
  static let decision = [
    "slot", "gap", "load", "ad", "fetch", "render", "release", "size", "viewable", "open",
    "block", "why",
  ]
}
