internal import AdEngine
internal import AdSessions
internal import AdTuning

/// Settings compared over sessions, a cursor on one and its losses; works in portions, one each time it is woken.
struct Tuning: Sendable {
  typealias Cell = TuningMap.Cell

  let source: TuningSource
  let plan: TuningPlan
  /// Whether it is on the screen, and the pages stand still.
  private(set) var isOpen = true
  /// How many times as long answers take, besides what the plan says.
  private(set) var latencyFactor = 1.0
  /// What the map shows of each setting; `nil` for its value.
  var quantity: Metric?

  /// The sessions that were read or made so far.
  private(set) var sessions: [TuningSession] = []
  private var study: TuningStudy
  /// All settings, once all sessions were added.
  private(set) var map: TuningMap?
  /// The setting that is looked at.
  private(set) var cursor = Cell(fetch: 0, display: 0)
  private var details: (counts: SettingDetails, sessions: Int)?
  /// What was counted of it, once all of it was.
  private(set) var report: TuningReport?
  /// The pages that stand still while a session is replayed.
  @CopyOnWrite var aside: Aside? = nil

  /// Pages that stand still, and what their viewer looked at.
  struct Aside: Sendable {
    var visit: Visit
    var viewer: Viewer
  }

  init(_ source: TuningSource, _ plan: TuningPlan) {
    self.source = source
    self.plan = plan
    study = Self.study(source, plan)
  }

  private static func study(_ source: TuningSource, _ plan: TuningPlan) -> TuningStudy {
    TuningStudy(
      fetches: plan.fetches, displays: plan.displays, objective: plan.objective,
      present: source.present, sessions: source.count, seed: plan.seed)
  }

  mutating func open() { isOpen = true }
  mutating func leave() { isOpen = false }

  /// Compares again with answers that take other times: as the page has it, half, twice, four times as long.
  mutating func changeLatency() {
    let factors = [1, 2, 4, 0.5]
    let place = factors.firstIndex(of: latencyFactor) ?? 0
    latencyFactor = factors[(place + 1) % factors.count]
    wanted = settings ?? wanted
    study = Self.study(source, plan)
    sessions = []
    map = nil
    details = nil
    report = nil
  }

  /// The setting that the cursor goes to once there is a map.
  private var wanted: LazyLoadingSettings?

  // MARK: - Work

  /// Whether something is still to be computed.
  var isWorking: Bool { map == nil || report == nil }

  /// How far the reading is, from 0 to 1; `nil` once all sessions are there.
  var progress: Double? { map == nil ? Double(sessions.count) / Double(max(1, source.count)) : nil }

  /// The number of portions in which the sessions are counted for the setting under the cursor.
  private static let portions = 20

  mutating func work() {
    if sessions.count < source.count {
      add()
    } else if map == nil {
      let map = study.map
      self.map = map
      let first = wanted ?? source.present
      moveCursor(to: first.flatMap(map.cell) ?? map.best)
    } else if report == nil {
      count()
    }
  }

  private mutating func add() {
    var session = source.session(sessions.count, plan)
    if latencyFactor != 1 { session = session.with(.times(latencyFactor)) }
    sessions.append(session)
    study.add(session)
  }

  private mutating func count() {
    guard let map, var (counts, number) = details else { return }
    let end = min(sessions.count, number + max(1, sessions.count / Self.portions))
    details = nil
    while number < end {
      counts.add(sessions[number])
      number += 1
    }
    if number == sessions.count {
      report = TuningReport(counts, map)
    } else {
      details = (counts, number)
    }
  }

  // MARK: - Cursor

  var settings: LazyLoadingSettings? { map?.settings(cursor) }

  var present: Cell? { source.present.flatMap { map?.cell(of: $0) } }

  /// Looks at another setting.
  mutating func moveCursor(to cell: Cell) {
    guard let map, let settings = map.settings(cell), cell != cursor || report == nil else {
      return
    }
    cursor = cell
    report = nil
    var rows = [SettingRow(.present, source.present)]
    if source.present != settings { rows.append(SettingRow(.tried, settings)) }
    let subject = rows.count - 1
    if let cell = map.recommendation, cell != self.cursor, let better = map.settings(cell) {
      rows.append(SettingRow(.recommended, better))
    }
    details = (study.details(of: rows, subject: subject), 0)
  }

  /// Moves by steps of each kind of threshold; where display would be above fetch, the other one gives way.
  mutating func move(fetch: Int = 0, display: Int = 0) {
    guard let grid = map?.grid else { return }
    func moved(_ place: Int, by steps: Int, of count: Int) -> Int {
      max(0, min(count - 1, place + steps))
    }
    var cell = Cell(
      fetch: moved(cursor.fetch, by: fetch, of: grid.fetches.count),
      display: moved(cursor.display, by: display, of: grid.displays.count))
    if display != 0 {
      while cell.fetch < grid.fetches.count - 1,
        grid.fetches[cell.fetch] < grid.displays[cell.display]
      {
        cell.fetch += 1
      }
    }
    while cell.display > 0, grid.fetches[cell.fetch] < grid.displays[cell.display] {
      cell.display -= 1
    }
    moveCursor(to: cell)
  }

  /// Goes to the next fetch threshold in a direction at which a number is another one.
  mutating func step(_ direction: Int) {
    guard let map else { return }
    func numbers(_ cell: Cell) -> [Double?] { Metric.compared.map { map.mean($0, cell) } }
    var cell = cursor
    let here = numbers(cursor)
    repeat { cell.fetch += direction } while map.settings(cell) != nil && numbers(cell) == here
    moveCursor(to: cell)
  }

  /// Goes to the threshold on the map that is nearest to a number of points.
  mutating func move(_ kind: ThresholdKind, to points: Double) {
    guard let grid = map?.grid else { return }
    let thresholds = kind == .fetch ? grid.fetches : grid.displays
    let place = thresholds.indices.min {
      abs(thresholds[$0] - points) < abs(thresholds[$1] - points)
    }
    guard let place else { return }
    if kind == .fetch {
      move(fetch: place - cursor.fetch)
    } else {
      move(display: place - cursor.display)
    }
  }

  // MARK: - Sessions

  /// The session that loses most under the cursor, by its number.
  var worst: Int? {
    guard let name = report?.worst.first?.name else { return nil }
    return sessions.firstIndex { $0.name == name }
  }

  var viewport: Size { sessions.first?.viewport ?? Size(width: 0, height: 0) }
}
