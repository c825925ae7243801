/// The fonts of an ad's label, as the seeds use them (`S0.68`, `S0.85`, `S0.99`).
public enum LabelFont: String, CaseIterable, Hashable, Sendable {
  /// System font, 10 points, bold: the default, as the seeds' code has it (D1).
  case bold10 = "bold 10"
  /// System font, 14 points, bold: what the seeds' README calls the default (D1).
  case bold14 = "bold 14"
  /// The font of captions, bold.
  case captionBold = "caption bold"
  /// System font, 12 points, semibold.
  case system12Semibold = "system 12 semibold"
}
