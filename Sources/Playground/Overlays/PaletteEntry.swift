internal import AdEngine
internal import AdLab
import AdRendering
internal import AdSessions

struct PaletteEntry: Hashable, Sendable {
  enum Action: Hashable, Sendable {
    case command(Command)
    case order(ThresholdOrder)
    case take(Choice)
    case unit(String)
    case fetch(PreloadSettings)
    /// Go to a slot, or explain its states.
    case slot(Int, isExplained: Bool)
  }

  let action: Action
  let name: String
  /// The keys that do the same, where there are any.
  let keys: String
  /// How many characters of the name say what it does; what follows says where.
  let wordsCount: Int
  /// The numbers of the name's characters that fit what was typed.
  var matched: Set<Int> = []

  init(_ order: ThresholdOrder) {
    action = .order(order)
    name = order.name
    wordsCount = order.name.count
    keys = ""
  }

  /// The entry for a slot by its number, as in `slot 3` and `why slot 3`; `nil` of any other text.
  init?(slot text: String, in model: Model) {
    var words = text.lowercased().split(separator: " ")
    let isExplained = words.first == "why"
    if isExplained { words.removeFirst() }
    if words.first == "slot" { words.removeFirst() } else if !isExplained { return nil }
    guard words.count == 1,
      let number = WrittenNumber.whole(words[0], in: 1...max(1, model.top.page.slots.count)),
      model.visit.status(ofSlot: number - 1) != nil
    else { return nil }
    let slot = model.top.name(of: SlotID(number - 1)).scrubbed
    action = .slot(number - 1, isExplained: isExplained)
    name = isExplained ? "why \(slot) is in its state" : "go to \(slot)"
    wordsCount = name.count
    keys = ""
  }

  /// The entry for something that can be chosen.
  init(_ choice: Choice, isCurrent: Bool) {
    action = .take(choice)
    name = [choice.name, choice.words].filter { !$0.isEmpty }.joined(separator: "  ")
    wordsCount = choice.name.count
    keys = isCurrent ? "now" : ""
  }

  /// The entry for a unit of the lab: what its creative is like, or what is wrong with the text.
  init(unit: String) {
    action = .unit(unit)
    name = "\(unit)  \(LabCreative.words(of: unit))"
    wordsCount = unit.count
    keys = ""
  }

  /// The entry for a command, seen from a place: a key that does something else there is not named.
  private init(_ binding: Binding, from context: KeyContext) {
    action = .command(binding.command)
    let place = binding.context.isSelfEvident ? "" : " (\(binding.context.rawValue.lowercased()))"
    name = binding.help + place
    wordsCount = binding.help.count
    let hasItsKeys = binding.keys.allSatisfy {
      KeyMap.command(for: $0, in: context) == binding.command
    }
    keys = hasItsKeys ? binding.keyNames.joined(separator: " ") : ""
  }

  /// All commands that can be run while a place has the focus, its own first; each is listed once.
  static func commands(in context: KeyContext, on stage: Stage? = nil) -> [PaletteEntry] {
    let stage = stage ?? context.stage
    var listed: Set<Command> = []
    let others: [KeyContext] =
      switch stage {
      case .lab, .labReplay: [.lab, .anywhere]
      case .tuning: [.tuning, .anywhere, .copy]
      case .page, .replay: [.anywhere, .article, .consent, .copy]
      }
    let places = [context] + others.filter { $0 != context }
    let needed = stage.availability.union(.palette)
    return places.flatMap { place in
      KeyMap.bindings.filter { binding in
        // What is not open cannot be closed.
        binding.context == place && (place == context || binding.command != .close)
          && binding.command.isAvailable(needed) && listed.insert(binding.command).inserted
      }
    }
    .map { PaletteEntry($0, from: context) }
  }
}

extension KeyContext {
  /// Whether what a command does is clear without the place where its key counts.
  fileprivate var isSelfEvident: Bool {
    [.anywhere, .article, .copy, .lab, .labSettings, .tuning].contains(self)
  }
}
