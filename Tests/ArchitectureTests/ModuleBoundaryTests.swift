import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// Which module may import which, what no module below the shell may do, and what is public.
@Suite(.tags(.fast)) struct ModuleBoundaryTests {
  /// Each module with the modules it may import; those of the language and the system are listed where allowed.
  private static let allowed: [String: Set<String>] = [
    "AdEngine": [],
    "AdRendering": ["AdEngine", "Darwin", "Glibc"],
    "AdHosting": ["AdEngine", "CoreGraphics", "Dispatch", "Foundation"], "AdPages": ["AdEngine"],
    "AdRecorder": ["AdEngine"], "AdSimulation": ["AdEngine", "AdRendering"],
    "AdLab": ["AdEngine", "AdRendering", "AdSimulation"],
    "AdSessions": [
      "AdEngine", "AdRendering", "AdSimulation", "AdLab", "CCmarkGFM", "CLibyaml",
    ],
    "AdTuning": ["AdEngine", "AdRendering", "AdSimulation", "AdSessions"],
    "Playground": [
      "AdEngine", "AdRendering", "AdSimulation", "AdLab", "AdSessions", "AdTuning",
    ],
    "adview": ["AdPlayground"],
    "AdPlayground": [
      "AdEngine", "AdRendering", "AdSimulation", "AdLab", "AdSessions", "AdTuning", "Playground",
      "CNcurses", "ArgumentParser", "Dispatch", "Glibc",
    ],
    "adview-benchmark": [
      "AdEngine", "AdSimulation", "AdSessions", "AdTuning", "Playground", "ArgumentParser",
      "CAllocations", "Glibc",
    ],
    "GeneratedSources": ["Foundation", "PackagePlugin"],
  ]

  @Test func `no module imports one above it, and the engine imports nothing`() throws {
    for (module, allowed) in Self.allowed {
      for file in try SourceFile.all(in: "Sources/\(module)") {
        let forbidden = file.imports.subtracting(allowed)
        #expect(forbidden.isEmpty, "\(file.path) imports \(forbidden.sorted())")
      }
    }
  }

  @Test func `every module with Swift in it has its place in the list`() throws {
    let modules = Set(try SourceFile.all(in: "Sources").map { $0.path.split(separator: "/")[1] })
    #expect(modules.map(String.init).sorted() == Self.allowed.keys.sorted())
  }

  @Test(arguments: [
    "AdEngine", "AdRendering", "AdPages", "AdSimulation", "AdLab", "AdSessions", "AdTuning",
    "Playground",
  ])
  func `nothing below the shell reads a clock, sleeps, draws lots or touches a file`(
    module: String
  ) throws {
    let words = [
      "Date(", "Clock(", "ContinuousClock", "UUID(", ".random(in:", "shuffled()", "randomElement()",
      "Task {", "Task.", "sleep(", "print(", "FileManager", "fopen(", "Data(contentsOf",
      "SystemRandomNumberGenerator", "DispatchQueue",
    ]
    try expectNone(of: words, in: "Sources/\(module)")
  }

  /// Expects that none of these words stands in the code of a folder.
  private func expectNone(
    of words: [String], in folder: String,
    where isMeant: (SourceFile, Substring) -> Bool = { _, _ in true }
  ) throws {
    for file in try SourceFile.all(in: folder) {
      let held = words.filter(file.holds)
      for line in held.isEmpty ? [] : file.code where isMeant(file, line) {
        for word in held where line.containsWord(word) {
          Issue.record("\(file.path): \(line.trimmingBlanks): \(word)")
        }
      }
    }
  }

  @Test func `a visit knows no viewer, no overlay and no screen`() throws {
    let words = [
      "Viewer", "viewer", "Overlay", "ScreenLayout", "Canvas", "Theme", "Footer", "Model",
    ]
    try expectNone(of: words, in: "Sources/Playground/Visit")
  }

  @Test func `files are opened, replaced and taken away in one folder of the shell`() throws {
    let words = [
      "O_RDONLY", "O_WRONLY", "O_RDWR", "fopen(", "opendir(", "rename(", "unlink(", "mkstemp(",
      "ftruncate(", "truncate(", "link(path", "FileManager", "FileHandle", "String(contentsOf",
      "Data(contentsOf", ".write(to:", "creat(", "fdopen(", "symlink(",
    ]
    // The terminal, where the streams of another program lead, and what has a name like a call's.
    let others = ["/dev/tty", "/dev/null", "AppendedFile.rename("]
    try expectNone(of: words, in: "Sources") { file, line in
      !file.path.hasPrefix("Sources/AdPlayground/Files/")
        && !others.contains { line.contains($0) }
    }
  }

  /// How a text becomes a number.
  ///
  /// The compiler knows it and a reader of lines does not: a conversion may fail, and what takes its result shows it, or what is
  /// converted has the name of a text.
  private static let conversions: [String] = {
    let type =
      "\\b(?:Int|Int8|Int16|Int32|Int64|UInt|UInt8|UInt16|UInt32|UInt64|Double|Float|pid_t|off_t)"
    let argument = "\\((?!exactly:|clamping:|bitPattern:)[^()]*(?:\\([^()]*\\))?[^()]*\\)"
    let text =
      "\\((?:String|[a-z.]*(?:text|string|word|digits|token|field|Text|String|Word))(?:\\([^()]*\\))?\\)"
    return [
      // guard let number = Int(text) …
      "(?:guard|if|while|,|&&|case) (?:let|var) \\w+\\??:? ?\\w*\\?? = \(type)\\((?!exactly:|clamping:|bitPattern:)",
      "^(?:let|var) \\w+ = \(type)\(argument)[,)]", "\(type)\(argument) (?:\\?\\?|[!=]= nil)",
      "\(type)\(argument)[!?]", "if case \\.some.* = \(type)\\(",
      "(?:compactMap|flatMap)(?: \\{ \(type)\\((?!exactly:)|\\(\(type)\\.init\\))",
      "[mM]ap \\{ \(type)\\(\\$0\\) \\} \\?\\?", "\(type)\(text)", "\(type)\\.init\(text)",
      "\(type)\\([^()]*(?:\\([^()]*\\))?[^()]*, radix:", "\\b(?:strto|ato)[a-z]+\\(",
      "\\bsscanf\\(", "Scanner\\(", "JSONDecoder\\(", "JSONSerialization", "NumberFormatter",
    ]
  }()

  @Test func `a text becomes a number in one place, where it is bounded`() throws {
    let expressions = try Self.conversions.map { try Regex($0) }
    let files = try SourceFile.all(in: "Sources") + SourceFile.all(in: "Sources", ending: ".c")
    for file in files where file.path != "Sources/AdRendering/Numbers/WrittenNumber.swift" {
      for line in file.code.map(\.trimmingBlanks)
      where ["Int", "Double", "Float", "_t(", "strto", "ato", "scan", "Scan", "JSON", "Number"]
        .contains(where: line.contains) && expressions.contains(where: { line.contains($0) })
      {
        Issue.record("\(file.path): \(line): use WrittenNumber")
      }
    }
  }

  @Test(arguments: [
    "guard let n = Int(text) else", "if let n = Double(part), n > 0", "let n = Double(text)",
    "let n = Int(text)!", "self.v = Int(text)", "return Int(digits)",
    "words.compactMap { Int($0) }", "word.flatMap { Double($0) }", "words.compactMap(Int.init)",
    "switch Int(word)", "if Int(part) != nil {", "if case .some(let n) = Int(part) {",
    "Int.init(text)", "Int(x) ?? 0", "Int(part, radix: 16)", "strtol(a, b, 10)", "atoi(a)",
    "sscanf(a, b)",
    "let x = Float(text)", "UInt8(word)", "JSONDecoder().decode(T.self, from: data)",
  ])
  func `a conversion of a text is found, however it is written`(line: String) throws {
    #expect(try Self.conversions.contains { try line.contains(Regex($0)) })
  }

  @Test func `only what others can import is public`() throws {
    let products: Set<Substring> = [
      "AdEngine", "AdHosting", "AdRendering", "AdPages", "AdRecorder", "AdPlayground",
    ]
    for file in try SourceFile.all(in: "Sources")
    where !products.contains(file.path.split(separator: "/")[1]) {
      for line in file.code
      where line.trimmingBlanks.hasPrefix("public ") && !line.containsWord("import ") {
        Issue.record("\(file.path): \(line.trimmingBlanks)")
      }
    }
  }

  @Test func `D58 no typing mistake of the seeds is in the code`() throws {
    let mistakes = [
      "PBMAViewDelegate", "PBMAAdDetails", "PBMTTransaction", "NSLocalizedStringKey", "tedst",
      "CustomADpressed",
    ]
    for file in try SourceFile.all(in: "Sources/AdRendering") {
      for mistake in mistakes where file.code.contains(where: { $0.contains(mistake) }) {
        Issue.record("\(file.path): \(mistake)")
      }
    }
  }

  @Test func `the top level holds what the design names and nothing else`() throws {
    // What the README's commands write beside them is the user's, and not of the project.
    let tracked = try run(["git", "-C", Project.root.path, "ls-files"])
    let names =
      tracked.status == 0
      ? Set(tracked.output.split(separator: "\n").compactMap { $0.split(separator: "/").first })
        .map(String.init)
      : try FileManager.default.contentsOfDirectory(atPath: Project.root.path)
    let visible = names.filter { !$0.hasPrefix(".") && $0 != "Package.resolved" }
    #expect(visible.sorted() == ["Demos", "Package.swift", "README.md", "Sources", "Tests"])
  }
}

/// A source file of the project.
struct SourceFile {
  let path: String
  private let text: String
  private let lines: [Substring]

  /// The files below a folder of the project, those of Swift unless another ending is given.
  static func all(in folder: String, ending: String = ".swift") throws -> [SourceFile] {
    let paths = try FileManager.default.subpathsOfDirectory(
      atPath: Project.root.appending(path: folder).path)
    return try paths.filter { $0.hasSuffix(ending) }.sorted().map { path in
      let data = try Data(contentsOf: Project.root.appending(path: "\(folder)/\(path)"))
      return SourceFile(path: "\(folder)/\(path)", text: String(decoding: data, as: UTF8.self))
    }
  }

  private init(path: String, text: String) {
    (self.path, self.text) = (path, text)
    lines = text.split(separator: "\n")
  }

  /// Whether a text stands anywhere in the file, comments included.
  func holds(_ word: String) -> Bool { strstr(text, word) != nil }

  /// The modules that the file imports.
  var imports: Set<String> {
    Set(
      lines.compactMap { line -> String? in
        let words = line.split(separator: " ")
        guard let index = words.firstIndex(of: "import"), index <= 2, index + 1 < words.count,
          words[..<index].allSatisfy({ $0.hasPrefix("@") || Self.accessLevels.contains($0) })
        else { return nil }
        return words[index + 1].split(separator: ".").first.map(String.init)
      })
  }

  private static let accessLevels: Set<Substring> = [
    "public", "package", "internal", "private", "fileprivate",
  ]

  /// The lines of doc comments.
  var docComments: [Substring] { lines.filter { $0.firstRange(of: "///") != nil } }

  /// The lines without comments.
  var code: [Substring] {
    lines.map { line in line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line }
  }
}

extension Substring {
  /// Whether a word stands in this line, not as the end of a longer one.
  fileprivate func containsWord(_ word: String) -> Bool {
    ranges(of: word).contains { range in
      guard range.lowerBound > startIndex else { return true }
      let before = self[index(before: range.lowerBound)]
      return !before.isLetter && !before.isNumber && before != "_"
    }
  }

  fileprivate var trimmingBlanks: Substring { drop { $0 == " " } }
}
