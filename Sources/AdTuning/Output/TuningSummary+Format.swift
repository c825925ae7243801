import AdEngine
import AdRendering

extension TuningSummary {
  /// The summary as one line of JSON, its end included; the same sessions give the same bytes, in whatever order they
  /// were added.
  ///
  /// A point `[i, k, w]` says that from the fetch threshold number `i` on the sum at the display threshold number `k` is `w`
  /// units more.
  package var line: String {
    let fields: JSONText.Fields = [
      ("tune", .number(Self.version)), ("engine", .text(terms.engine)),
      ("page", .optional(terms.page)), ("world", .text(terms.world)),
      ("present", terms.present.map(Self.json) ?? .null),
      ("fetch", .list(terms.fetches.map { .number($0) })),
      ("display", .list(terms.displays.map { .number($0) })),
      ("metrics", .texts(terms.metrics.map(\.rawValue))), ("sessions", .number(sessions)),
      ("groups", .list(groups.sorted { $0.key < $1.key }.map { json($0.value, $0.key) })),
    ]
    return JSONText.object(fields).json + "\n"
  }

  static let version = 1

  private static func json(_ settings: LazyLoadingSettings) -> JSONText {
    // What few pages have stands behind what all have.
    var rules: JSONText.Fields =
      settings.requests == .each ? [] : [("requests", .text(settings.requests.rawValue))]
    if settings.fetchAfter > 0 { rules.append(("fetchAfter", .number(settings.fetchAfter))) }
    if settings.horizontalMargin > 0 {
      rules.append(("horizontalMargin", .number(settings.horizontalMargin)))
    }
    if let auction = settings.auction.settings {
      rules += [
        ("auctionThreshold", .number(auction.threshold.ahead.distance(height: 0))),
        ("auctionTimeout", .number(auction.timeout)), ("auctionExpires", .number(auction.expires)),
      ]
      if auction.threshold.isDirectional {
        rules.append(("auctionBehind", .number(auction.threshold.behind.distance(height: 0))))
      }
    }
    for (key, threshold) in [
      ("fetchBehind", settings.fetchThreshold), ("displayBehind", settings.displayThreshold),
      ("unloadBehind", settings.unloadThreshold),
    ] where threshold.isDirectional {
      rules.append((key, .number(threshold.behind.distance(height: 0))))
    }
    return .object(
      [
        ("fetchThreshold", .number(settings.fetchPoints)),
        ("displayThreshold", .number(settings.displayPoints)),
        ("unloadThreshold", .number(settings.unloadPoints)),
        ("unloadingEnabled", .flag(settings.unloadingEnabled)),
      ] + rules)
  }

  private func json(_ group: Group, _ number: Int) -> JSONText {
    var fields: JSONText.Fields = [
      ("group", .number(number)), ("sessions", .number(group.sessions)),
      ("slots", .number(group.slots)), ("drawnAnswers", .number(group.drawnAnswers)),
      (
        "notTraced",
        .object(
          group.obstacles.sorted { $0.key.rawValue < $1.key.rawValue }
            .map { ($0.key.rawValue, .number($0.value)) })
      ),
      ("oracle", json(group.oracle)),
    ]
    fields.append(("now", json(group.now)))
    fields.append(
      (
        "points",
        .object(
          terms.metrics.map { metric in
            let points = points(of: group.sums[metric] ?? [])
            return (
              metric.rawValue,
              .list(
                points.map { .list([.number($0.fetch), .number($0.display), .number($0.weight)]) })
            )
          })
      ))
    return .object(fields)
  }

  private func json(_ units: [TuningMetric: Int64]) -> JSONText {
    .object(terms.metrics.map { ($0.rawValue, .number(units[$0] ?? 0)) })
  }

  private struct Point {
    var fetch: Int
    var display: Int
    var weight: Int64
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

  private func sums(of points: [Point]) throws(FormatError) -> [Int64] {
    let grid = terms.grid
    var sums = [Int64](repeating: 0, count: grid.count)
    var known = [Bool](repeating: false, count: grid.count)
    for point in points {
      let number = grid.number(SettingGrid.Cell(fetch: point.fetch, display: point.display))
      guard !known[number] else {
        throw FormatError("\"points\": [\(point.fetch), \(point.display)] appears twice")
      }
      known[number] = true
      sums[number] = point.weight
    }
    for number in sums.indices where number >= grid.displays.count {
      // Neither is beyond 2⁵³, so this does not overflow.
      sums[number] += sums[number - grid.displays.count]
      guard sums[number].magnitude <= FieldReader.maxMagnitude else {
        throw FormatError("\"points\": expected sums of at most 2^53 units")
      }
    }
    return pairs.map { sums[$0] }
  }

  // MARK: - Reading

  /// Why a line is no summary.
  package struct FormatError: Error, Hashable, Sendable, CustomStringConvertible {
    package var description: String

    init(_ description: String) { self.description = description }
  }

  /// A summary has so many slots and sessions at most.
  private static let maxCount = 1_000_000_000
  /// All groups together have so many sums at most: 256 MB.
  private static let maxSums = 32_000_000

  /// Reads a line that ``line`` has written.
  package init(line: [UInt8]) throws(FormatError) {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONReader.read(line, .strict)
    } catch {
      throw FormatError("expected a summary of 'adview tune --summary': \(error)")
    }
    guard case .object(let fields) = value, let tune = fields["tune"] else {
      throw FormatError("expected a summary of 'adview tune --summary'")
    }
    guard tune == .number(Double(Self.version)) else {
      throw FormatError("\"tune\": expected \(Self.version), found \(tune.json)")
    }
    let object = FieldReader(fields, "")
    try object.refuseOthers([
      "tune", "engine", "page", "world", "present", "fetch", "display", "metrics", "sessions",
      "groups",
    ])
    var present: LazyLoadingSettings?
    if fields["present"] != .null { present = try Self.settings(object.object("present")) }
    let (fetches, displays) = (try object.thresholds("fetch"), try object.thresholds("display"))
    let terms = Terms(
      engine: try object.text("engine"),
      page: fields["page"] == .null ? nil : try object.text("page"),
      world: try object.text("world"), present: present,
      fetches: fetches, displays: displays, metrics: try object.metrics("metrics"))
    guard terms.fetches == fetches, terms.displays == displays else {
      throw FormatError("\"present\": expected thresholds that are among \"fetch\" and \"display\"")
    }
    guard terms.grid.count <= SettingGrid.maxCount else {
      throw FormatError("\"fetch\": expected at most \(SettingGrid.maxCount) settings")
    }
    self.init(terms)
    guard !pairs.isEmpty else {
      throw FormatError("\"display\": expected a threshold that is not above all of \"fetch\"")
    }
    let list = try object.list("groups")
    guard list.count * terms.metrics.count * pairs.count <= Self.maxSums else {
      throw FormatError("\"groups\": expected at most \(Self.maxSums) sums in all of them")
    }
    for group in list {
      guard case .object(let fields) = group else {
        throw FormatError("\"groups\": expected objects")
      }
      let (number, group) = try self.group(FieldReader(fields, "groups."))
      guard groups[number] == nil else { throw FormatError("group \(number) appears twice") }
      add(group, as: number)
    }
    guard sessions == (try object.count("sessions", Self.maxCount)) else {
      throw FormatError("\"sessions\": expected those of all groups, \(sessions)")
    }
  }

  private static func settings(
    _ object: FieldReader
  ) throws(FormatError) -> LazyLoadingSettings {
    try object.refuseOthers([
      "fetchThreshold", "displayThreshold", "unloadThreshold", "unloadingEnabled", "requests",
      "fetchAfter", "horizontalMargin", "fetchBehind", "displayBehind", "unloadBehind",
      "auctionThreshold", "auctionTimeout", "auctionExpires", "auctionBehind",
    ])
    let fetch = try object.threshold("fetchThreshold", behind: "fetchBehind")
    let display = try object.threshold("displayThreshold", behind: "displayBehind")
    let unload = try object.threshold("unloadThreshold", behind: "unloadBehind")
    let isOn = try object.isTrue("unloadingEnabled")
    let requests = try object.requests()
    let delay = object.contains("fetchAfter") ? try object.whole("fetchAfter") : 0
    let margin = object.contains("horizontalMargin") ? try object.threshold("horizontalMargin") : 0
    let auction = try object.auction()
    do throws(LazyLoadingError) {
      return try LazyLoadingSettings(
        fetchThreshold: fetch, displayThreshold: display, unloadThreshold: unload,
        unloadingEnabled: isOn, requests: requests, fetchAfter: delay,
        horizontalMargin: margin, auction: auction)
    } catch {
      throw FormatError("\"present\": \(error)")
    }
  }

  private func group(_ object: FieldReader) throws(FormatError) -> (Int, Group) {
    try object.refuseOthers(
      ["group", "sessions", "slots", "drawnAnswers", "notTraced", "oracle", "now", "points"])
    var group = Group()
    group.sessions = try object.count("sessions", Self.maxCount)
    group.slots = try object.count("slots", Self.maxCount)
    group.drawnAnswers = try object.count("drawnAnswers", Self.maxCount)
    let obstacles = try object.object("notTraced")
    for key in obstacles.keys {
      guard let obstacle = SessionTrace.TraceError(rawValue: key) else {
        throw obstacles.unknown(key)
      }
      group.obstacles[obstacle] = try obstacles.count(key, Self.maxCount)
    }
    group.oracle = try units(object.object("oracle"))
    group.now = try units(object.object("now"))
    let points = try object.object("points")
    try points.refuseOthers(terms.metrics.map(\.rawValue))
    for metric in terms.metrics {
      group.sums[metric] = try sums(of: points.list(metric.rawValue).map(point))
    }
    return (try object.count("group", GroupedSums.groupCount - 1), group)
  }

  /// A whole number for each metric.
  private func units(_ object: FieldReader) throws(FormatError) -> [TuningMetric: Int64] {
    try object.refuseOthers(terms.metrics.map(\.rawValue))
    var units: [TuningMetric: Int64] = [:]
    for metric in terms.metrics { units[metric] = try object.whole(metric.rawValue) }
    return units
  }

  private func point(_ value: JSONValue) throws(FormatError) -> Point {
    let grid = terms.grid
    guard case .list(let numbers) = value, numbers.count == 3,
      let fetch = numbers[0].number.flatMap(Int.init(exactly:)),
      let display = numbers[1].number.flatMap(Int.init(exactly:)),
      let weight = numbers[2].number.flatMap(FieldReader.exactly),
      grid.fetches.indices.contains(fetch), grid.displays.indices.contains(display),
      grid.isValid(grid.number(SettingGrid.Cell(fetch: fetch, display: display)))
    else {
      throw FormatError("\"points\": expected [fetch, display, weight], found \(value.json)")
    }
    return Point(fetch: fetch, display: display, weight: weight)
  }
}

/// Reads the fields of an object strictly.
private struct FieldReader {
  typealias FormatError = TuningSummary.FormatError

  private let fields: [String: JSONValue]
  /// What stands before a key in sentences.
  private let path: String

  init(_ fields: [String: JSONValue], _ path: String) {
    self.fields = fields
    self.path = path
  }

  var keys: [String] { fields.keys.sorted() }

  private func expected(_ key: String, _ what: String) -> FormatError {
    FormatError(
      "\"\(path)\(key)\": expected \(what)"
        + (fields[key].map { ", found \($0.json.prefix(40))" } ?? ""))
  }

  func refuseOthers(_ known: [String]) throws(FormatError) {
    if let other = keys.first(where: { !known.contains($0) }) { throw unknown(other) }
  }

  func unknown(_ key: String) -> FormatError {
    FormatError("\"\(path)\(key)\": is not a key of a summary")
  }

  func text(_ key: String) throws(FormatError) -> String {
    guard let text = fields[key]?.text, text.utf8.count <= 1000 else {
      throw expected(key, "a text")
    }
    return text
  }

  func contains(_ key: String) -> Bool { fields[key] != nil }

  /// A threshold in points, with one for the other side if that is there.
  func threshold(_ key: String, behind other: String) throws(FormatError) -> Threshold {
    let ahead = try threshold(key)
    guard contains(other) else { return .points(ahead) }
    return .directional(ahead: .points(ahead), behind: .points(try threshold(other)))
  }

  func requests() throws(FormatError) -> AdRequests {
    guard let value = fields["requests"] else { return .each }
    guard let requests = value.text.flatMap(AdRequests.init(rawValue:)) else {
      throw expected("requests", "each or single")
    }
    return requests
  }

  func auction() throws(FormatError) -> AuctionRule {
    guard contains("auctionThreshold") else { return .off }
    let threshold = try threshold("auctionThreshold", behind: "auctionBehind")
    let (timeout, expires) = (try whole("auctionTimeout"), try whole("auctionExpires"))
    do throws(AuctionError) {
      return .before(
        try AuctionSettings(threshold: threshold, timeout: timeout, expires: expires))
    } catch {
      throw FormatError("\"present\": \(error)")
    }
  }

  func isTrue(_ key: String) throws(FormatError) -> Bool {
    guard case .flag(let flag)? = fields[key] else { throw expected(key, "true or false") }
    return flag
  }

  /// A double holds all whole numbers up to this one exactly.
  static let maxMagnitude: UInt64 = 1 << 53

  /// A whole number that a double holds exactly.
  static func exactly(_ number: Double) -> Int64? {
    number.magnitude <= Double(maxMagnitude) ? Int64(exactly: number) : nil
  }

  func whole(_ key: String) throws(FormatError) -> Int64 {
    guard let number = fields[key]?.number.flatMap(Self.exactly) else {
      throw expected(key, "a whole number")
    }
    return number
  }

  func count(_ key: String, _ most: Int) throws(FormatError) -> Int {
    let number = try whole(key)
    guard (0...Int64(most)).contains(number) else { throw expected(key, "0…\(most)") }
    return Int(number)
  }

  func threshold(_ key: String) throws(FormatError) -> Double {
    guard let number = fields[key]?.number, number.isFinite, number >= 0 else {
      throw expected(key, "a number of points")
    }
    return number
  }

  func thresholds(_ key: String) throws(FormatError) -> [Double] {
    let numbers = try list(key).compactMap(\.number)
    guard numbers.count == (try list(key)).count, !numbers.isEmpty, numbers.count <= 100_000,
      numbers.allSatisfy({ $0.isFinite && $0 >= 0 }),
      zip(numbers, numbers.dropFirst()).allSatisfy({ $0 < $1 })
    else { throw expected(key, "ascending numbers of points") }
    return numbers
  }

  func metrics(_ key: String) throws(FormatError) -> [TuningMetric] {
    let metrics = try list(key).compactMap { $0.text.flatMap(TuningMetric.init) }
    guard metrics.count == (try list(key)).count, Set(metrics).count == metrics.count,
      metrics.contains(.requests)
    else { throw expected(key, "names of metrics, requests among them") }
    return metrics
  }

  func list(_ key: String) throws(FormatError) -> [JSONValue] {
    guard case .list(let values)? = fields[key] else { throw expected(key, "a list") }
    return values
  }

  func object(_ key: String) throws(FormatError) -> FieldReader {
    guard case .object(let fields)? = fields[key] else { throw expected(key, "an object") }
    return FieldReader(fields, path + key + ".")
  }
}
