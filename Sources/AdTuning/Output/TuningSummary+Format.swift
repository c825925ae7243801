import AdEngine
import AdRendering
package import AdSessions

extension TuningSummary {
  /// The summary as a line of JSON, whatever the order of sessions; `[i, k, w]`: from fetch number `i` on, `w` more at `k`.
  package var line: String {
    let fields: JSONText.Fields = [
      ("tune", .number(Self.version)), ("engine", .text(terms.engine)),
      ("page", .optional(terms.page)), ("world", .text(terms.world)),
      ("present", terms.present.map { .object(LazyLoadingChange(to: $0).fields) } ?? .null),
      ("fetch", .list(terms.fetches.map { .number($0) })),
      ("display", .list(terms.displays.map { .number($0) })),
      ("metrics", .texts(terms.metrics.map(\.rawValue))), ("sessions", .number(sessions)),
      ("groups", .list(groups.sorted { $0.key < $1.key }.map { json($0.value, $0.key) })),
    ]
    return JSONText.object(fields).json + "\n"
  }

  static let version = 1

  private func json(_ group: Group, _ number: Int) -> JSONText {
    let notTraced = group.obstacles.sorted { $0.key.rawValue < $1.key.rawValue }
      .map { ($0.key.rawValue, JSONText.number($0.value)) }
    let points = terms.metrics.map { metric in
      (metric.rawValue, JSONText.list(self.points(of: group.sums[metric] ?? []).map(\.json)))
    }
    return .object([
      ("group", .number(number)), ("sessions", .number(group.sessions)),
      ("slots", .number(group.slots)), ("drawnAnswers", .number(group.drawnAnswers)),
      ("notTraced", .object(notTraced)), ("oracle", json(group.oracle)), ("now", json(group.now)),
      ("points", .object(points)),
    ])
  }

  private func json(_ units: [Metric: Int64]) -> JSONText {
    .object(terms.metrics.map { ($0.rawValue, .number(units[$0] ?? 0)) })
  }

  private struct Point {
    var fetch: Int
    var display: Int
    var weight: Int64

    var json: JSONText { .list([.number(fetch), .number(display), .number(weight)]) }
  }

  /// Where the sums of pairs change, along the fetch thresholds of each display threshold.
  private func points(of sums: [Int64]) -> [Point] {
    let grid = terms.grid
    var last = [Int64](repeating: 0, count: grid.displays.count)
    var points: [Point] = []
    for (column, sum) in sums.enumerated() {
      let cell = grid.cell(pairs[column])
      guard sum != last[cell.display] else { continue }
      points.append(
        Point(fetch: cell.fetch, display: cell.display, weight: sum &- last[cell.display]))
      last[cell.display] = sum
    }
    return points
  }

  private func sums(of points: [Point]) throws(SessionLineError) -> [Int64] {
    let grid = terms.grid
    var sums = [Int64](repeating: 0, count: grid.count)
    var known = [Bool](repeating: false, count: grid.count)
    for point in points {
      let number = grid.number(SettingGrid.Cell(fetch: point.fetch, display: point.display))
      guard !known[number] else {
        throw .wrongValue(
          "points", expected: "each pair once", found: "[\(point.fetch), \(point.display)] twice")
      }
      known[number] = true
      sums[number] = point.weight
    }
    for number in sums.indices where number >= grid.displays.count {
      // Neither is beyond 2⁵³, so this does not overflow.
      sums[number] += sums[number - grid.displays.count]
      guard sums[number].magnitude <= largestExact else {
        throw .wrongValue(
          "points", expected: "sums of at most 2^53 units", found: "\(sums[number])")
      }
    }
    return pairs.map { sums[$0] }
  }

  // MARK: - Reading

  /// The most slots, and the most sessions, of a summary.
  private static let maxCount = 1_000_000_000
  /// The most sums of all groups together: 256 MB.
  private static let maxSums = 32_000_000

  package init(line: [UInt8]) throws(SessionLineError) {
    let fields = try JSONFields(line: line)
    let tune = try fields.require("tune", "a summary of 'adview tune --summary'")
    guard tune == .number(Double(Self.version)) else {
      throw .wrongValue("tune", expected: "\(Self.version)", found: tune.summary)
    }
    try fields.allow([
      "tune", "engine", "page", "world", "present", "fetch", "display", "metrics", "sessions",
      "groups",
    ])
    let (fetches, displays) = (try fields.thresholds("fetch"), try fields.thresholds("display"))
    let terms = Terms(
      engine: try fields.text("engine"),
      page: fields["page"] == .null ? nil : try fields.text("page"),
      world: try fields.text("world"), present: try fields.present(),
      fetches: fetches, displays: displays, metrics: try fields.metrics("metrics"))
    guard terms.fetches == fetches, terms.displays == displays else {
      throw fields.unexpected("present", "thresholds that are among \"fetch\" and \"display\"")
    }
    guard terms.grid.count <= SettingGrid.maxCount else {
      throw .wrongValue(
        "fetch", expected: "at most \(SettingGrid.maxCount) settings", found: "\(terms.grid.count)")
    }
    self.init(terms)
    guard !pairs.isEmpty else {
      throw .wrongValue(
        "display", expected: "a threshold that is not above all of \"fetch\"", found: "none")
    }
    let list = try fields.list("groups")
    guard list.count * terms.metrics.count * pairs.count <= Self.maxSums else {
      throw .wrongValue(
        "groups", expected: "at most \(Self.maxSums) sums in all of them", found: "more")
    }
    for value in list {
      let (number, group) = try self.group(JSONFields(value, key: "groups"))
      guard groups[number] == nil else {
        throw .wrongValue("groups", expected: "each group once", found: "\(number) twice")
      }
      add(group, as: number)
    }
    guard sessions == (try fields.count("sessions", Self.maxCount)) else {
      throw fields.unexpected("sessions", "those of all groups, \(sessions)")
    }
  }

  private func group(_ fields: JSONFields) throws(SessionLineError) -> (Int, Group) {
    try fields.allow(
      ["group", "sessions", "slots", "drawnAnswers", "notTraced", "oracle", "now", "points"])
    var group = Group()
    group.sessions = try fields.count("sessions", Self.maxCount)
    group.slots = try fields.count("slots", Self.maxCount)
    group.drawnAnswers = try fields.count("drawnAnswers", Self.maxCount)
    let obstacles = try fields.object("notTraced", "reasons with their counts")
    for key in obstacles.keys {
      guard let obstacle = SessionTrace.TraceError(rawValue: key) else {
        throw .unknownKey(key, suggestion: nil)
      }
      group.obstacles[obstacle] = try obstacles.count(key, Self.maxCount)
    }
    group.oracle = try units(fields, "oracle")
    group.now = try units(fields, "now")
    let points = try fields.object("points", "the points of each metric")
    try points.allow(terms.metrics.map(\.rawValue))
    for metric in terms.metrics {
      var own: [Point] = []
      for value in try points.list(metric.rawValue) { own.append(try point(value)) }
      group.sums[metric] = try sums(of: own)
    }
    return (try fields.count("group", GroupedSums.groupCount - 1), group)
  }

  private func units(
    _ fields: JSONFields, _ key: String
  ) throws(SessionLineError) -> [Metric: Int64] {
    let fields = try fields.object(key, "a sum for each metric")
    try fields.allow(terms.metrics.map(\.rawValue))
    var units: [Metric: Int64] = [:]
    for metric in terms.metrics {
      units[metric] = try fields.whole(
        metric.rawValue, -Int64(largestExact)...Int64(largestExact), "a whole number")
    }
    return units
  }

  private func point(_ value: JSONValue) throws(SessionLineError) -> Point {
    let grid = terms.grid
    guard case .list(let numbers) = value, numbers.count == 3,
      let fetch = numbers[0].number.flatMap(Int.init(exactly:)),
      let display = numbers[1].number.flatMap(Int.init(exactly:)),
      let weight = numbers[2].number.flatMap(Int64.init(exactly:)),
      weight.magnitude <= largestExact,
      grid.fetches.indices.contains(fetch), grid.displays.indices.contains(display),
      grid.isValid(grid.number(SettingGrid.Cell(fetch: fetch, display: display)))
    else { throw .wrongValue("points", expected: "[fetch, display, weight]", found: value.json) }
    return Point(fetch: fetch, display: display, weight: weight)
  }
}

/// A double holds all whole numbers up to this one exactly.
private let largestExact: UInt64 = 1 << 53

extension JSONFields {
  fileprivate func present() throws(SessionLineError) -> LazyLoadingSettings? {
    if self["present"] == .null { return nil }
    let change = try lazyLoading("present")
    do throws(LazyLoadingError) {
      return try LazyLoadingSettings.standard.applying(change)
    } catch {
      throw .thresholds(error)
    }
  }

  fileprivate func list(_ key: String) throws(SessionLineError) -> [JSONValue] {
    try value(key, "a list") { if case .list(let values) = $0 { values } else { nil } }
  }

  fileprivate func count(_ key: String, _ most: Int) throws(SessionLineError) -> Int {
    Int(try whole(key, 0...Int64(most), "0…\(most)"))
  }

  fileprivate func thresholds(_ key: String) throws(SessionLineError) -> [Double] {
    let values = try list(key)
    let numbers = values.compactMap(\.number)
    guard numbers.count == values.count, !numbers.isEmpty, numbers.count <= 100_000,
      numbers.allSatisfy({ $0.isFinite && $0 >= 0 }),
      zip(numbers, numbers.dropFirst()).allSatisfy({ $0 < $1 })
    else { throw unexpected(key, "ascending numbers of points") }
    return numbers
  }

  fileprivate func metrics(_ key: String) throws(SessionLineError) -> [Metric] {
    let values = try list(key)
    let metrics = values.compactMap { $0.text.flatMap(Metric.init) }.filter(Metric.tuned.contains)
    guard metrics.count == values.count, Set(metrics).count == metrics.count,
      metrics.contains(.requests)
    else { throw unexpected(key, "names of metrics, requests among them") }
    return metrics
  }

  /// The value under a key is not what was expected; its beginning is quoted.
  fileprivate func unexpected(_ key: String, _ expected: String) -> SessionLineError {
    .wrongValue(
      key, expected: expected, found: self[key].map { String($0.json.prefix(40)) } ?? "nothing")
  }
}
