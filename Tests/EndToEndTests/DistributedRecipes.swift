import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// The recipes in `Demos/distributed`: the same sums as one process, by whatever runs the parts.
@Suite(.tags(.terminal), .timeLimit(.minutes(10))) struct DistributedRecipes {
  private static let page =
    "---\nlazyLoad: { fetchThreshold: 800, displayThreshold: 200 }\n---\n# A page\n\n"
    + (1...5).map { number in
      String(repeating: "Text and more text, until the page is long.\n\n", count: 20)
        + "```ad\nunit: u\(number)\nsize: 300x250\ncreative: { size: 300x250 }\n```\n\n"
    }.joined()

  /// A page and seven sessions of it.
  private let folder: TemporaryFolder
  private let environment: [String: String]

  init() throws {
    folder = try TemporaryFolder()
    let page = try folder.write(Self.page, "p.md")
    for seed in 1...7 {
      try adview([
        "import", "person", page, "--reader", "skimmer", "--seed", "\(seed)", "--output",
        "\(folder.path)/\(seed).jsonl",
      ])
    }
    let programs = BuiltProgram.path.split(separator: "/").dropLast().joined(separator: "/")
    let path = getenv("PATH").map { String(cString: $0) } ?? ""
    environment = ["PATH": "/\(programs):\(path)", "PART": "3"]
  }

  private func recipe(_ command: String...) throws -> String {
    let finished = try run(command, environment: environment)
    try #require(finished.status == 0, "\(finished.output.prefix(2000))")
    return finished.output
  }

  private var page: String { folder.path + "/p.md" }
  private var recipes: String { Project.root.path + "/Demos/distributed" }

  /// The sum of all sessions, counted at once.
  private func whole() throws -> String {
    try adview(["tune", page, folder.path, "--summary", "-"]).output
  }

  @Test func `the cores of a machine add up to one process`() throws {
    let sum = try recipe("sh", recipes + "/parallel.sh", page, folder.path, "--summary", "-")
    #expect(sum == (try whole()))
  }

  private static func has(_ module: String) -> Bool {
    let isThere = (try? run(["python3", "-c", "import \(module)"]))?.status == 0
    if !isThere { print("SKIPPED: \(module) is not installed; its recipe was NOT run") }
    return isThere
  }

  @Test(.enabled(if: has("pyspark"), "pyspark is not installed"))
  func `Spark's partitions add up to one process`() throws {
    let sum = try recipe("python3", recipes + "/spark.py", page, folder.path, "--summary", "-")
    #expect(sum.hasSuffix(try whole()))
  }

  @Test(.enabled(if: has("duckdb"), "duckdb is not installed"))
  func `DuckDB's sums are those of the map`() throws {
    let sums = try folder.write(try whole(), "sums/a.ndjson")
    let program = """
      import duckdb, sys
      connection = duckdb.connect()
      connection.execute("SET VARIABLE summaries = '\(sums)'")
      query = open(sys.argv[1]).read()
      for row in connection.execute(query).fetchall(): print(*row, sep=",")
      """
    let rows = try recipe("python3", "-c", program, recipes + "/surface.sql").split(separator: "\n")
    let line = try #require(rows.first { $0.hasPrefix("requests,800.0,200.0,") })
    let mean = try #require(Double(line.split(separator: ",")[3]))
    let csv = try adview(["tune", "--merge", sums, "--csv"]).output.split(separator: "\n")
    let columns = try #require(csv.first).split(separator: ",")
    let own = try #require(csv.first { $0.hasPrefix("800,200,") }).split(separator: ",")
    let place = try #require(columns.firstIndex(of: "requests"))
    #expect(Double(own[place]) == mean)
  }
}
