import Glibc
package import Testing

extension Tag {
  /// The engine, renderers, the lab and the sources: half a minute in all.
  @Tag package static var fast: Self
  /// Many random or hostile inputs; a twentieth of them by default, see ``Sweep``.
  @Tag package static var sweep: Self
  /// Programs and terminals: `adview` as a process, ncurses, tmux.
  @Tag package static var terminal: Self
  /// A JavaScript engine or a browser.
  @Tag package static var browser: Self
}

/// How much of a random test is run: a twentieth, or all of it with `ADVIEW_DEEP=1` in the environment (`.ci/deep`).
package enum Sweep {
  package static let isDeep = getenv("ADVIEW_DEEP").map { String(cString: $0) == "1" } ?? false

  /// How many of so many rounds are run, three at least.
  package static func rounds(_ all: Int) -> Int { isDeep ? all : min(all, max(3, all / 20)) }

  /// The cases that are run: about every tenth, the first and the last among them.
  package static func sample<Case>(_ all: [Case], every step: Int = 10) -> [Case] {
    guard !isDeep, all.count > 2 else { return all }
    return all.enumerated()
      .filter { $0.offset.isMultiple(of: step) || $0.offset == all.count - 1 }.map(\.element)
  }
}
