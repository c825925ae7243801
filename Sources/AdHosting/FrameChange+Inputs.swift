import AdEngine

extension Engine {
  /// The changes of a frame as inputs of a step, slots first; a frame that the engine has already is left out.
  func inputs(for changes: [FrameChange.Change], _ names: inout SlotNames) -> [Input] {
    var inputs: [Input] = []
    var frames: [SlotID: SlotFrame] = [:]
    var added: Set<SlotID> = []
    for change in changes {
      switch change {
      case .slot(let name, let frame):
        let id: SlotID
        if let known = names.id(of: name) {
          id = known
        } else {
          id = names.add(name)
          added.insert(id)
        }
        frames[id] = frame
      case .remove(let name):
        guard let id = names.id(of: name) else { continue }
        names.remove(name)
        frames[id] = nil
        if added.remove(id) == nil { inputs.append(.slotRemoved(id)) }
      default: break
      }
    }
    for (id, frame) in frames.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      if added.contains(id) {
        inputs.append(.slotAdded(id, frame))
      } else if status(of: id)?.frame != frame {
        inputs.append(.slotMoved(id, frame))
      }
    }
    for change in changes {
      switch change {
      case .slot, .remove: break
      case .viewport(let size): inputs.append(.viewportResized(size))
      case .input(let input): inputs.append(input)
      case .ofSlot(let name, let input): names.id(of: name).map { inputs.append(input($0)) }
      case .ofAd(let name, let input):
        guard let id = names.id(of: name), let status = status(of: id) else { continue }
        inputs.append(input(id, status.generation))
      case .consent(let status, let payload):
        inputs.append(.consentChanged(status, payload ?? handOff))
      }
    }
    return inputs
  }
}
