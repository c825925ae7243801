/// The font of an ad's label, in the SwiftUI notation of the SDK guide: `.system(size: 12, weight: .semibold)`, `.caption.bold()`.
///
/// A terminal has one size; it shows bold letters, captions in italics and large fonts brighter.
public struct LabelFont: Hashable, Sendable {
  /// How heavy the letters are, from light to heavy.
  public enum Weight: String, CaseIterable, Comparable, Sendable {
    case light, regular, medium, semibold, bold, heavy

    /// Orders weights from light to heavy.
    public static func < (left: Weight, right: Weight) -> Bool {
      allCases.firstIndex(of: left) ?? 0 < allCases.firstIndex(of: right) ?? 0
    }
  }

  private enum Family: Hashable, Sendable {
    case caption
    case system(size: Double)
  }

  private let family: Family
  /// How heavy the letters are.
  public let weight: Weight

  /// The system's font, of this size in points.
  public static func system(size: Double, weight: Weight = .regular) -> LabelFont {
    LabelFont(family: .system(size: size), weight: weight)
  }

  /// The font that the system sets captions in, regular.
  public static let caption = LabelFont(family: .caption, weight: .regular)

  /// The font that the system sets captions in.
  public static func caption(weight: Weight) -> LabelFont {
    LabelFont(family: .caption, weight: weight)
  }

  package var isCaption: Bool { family == .caption }

  /// Whether it has at least 12 points.
  package var isLarge: Bool { if case .system(let size) = family { size >= 12 } else { false } }

  /// The same font in bold.
  public func bold() -> LabelFont { LabelFont(family: family, weight: .bold) }

  /// System font, 10 points, bold: the default, as the SDK's code has it (`S1.16`, D1).
  public static let bold10 = system(size: 10, weight: .bold)
  /// System font, 14 points, bold: which the SDK guide calls the default (`S0.79`, D1).
  package static let bold14 = system(size: 14, weight: .bold)
  /// The font of captions, bold (`S0.99`).
  package static let captionBold = caption.bold()
  /// System font, 12 points, semibold (`S0.99`).
  package static let system12Semibold = system(size: 12, weight: .semibold)
}

extension LabelFont {
  /// The fonts of the SDK guide's examples, the default first.
  public static let presets = [bold10, bold14, captionBold, system12Semibold]

  /// The name, as pages write it: `bold 10` for the system's bold font, else `caption bold`, `system 12 semibold`.
  public var name: String {
    switch (family, weight) {
    case (.caption, .regular): "caption"
    case (.caption, let weight): "caption \(weight.rawValue)"
    case (.system(let size), .bold): "bold \(points(size))"
    case (.system(let size), let weight): "system \(points(size)) \(weight.rawValue)"
    }
  }

  private func points(_ size: Double) -> String {
    Int(exactly: size).map(String.init) ?? String(size)
  }
}
