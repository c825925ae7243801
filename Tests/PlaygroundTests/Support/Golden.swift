import Playground
import TestSupport
import Testing

/// Compares a screen with the one that is kept in `Goldens`.
func expectGolden(
  _ canvas: Canvas, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
) { expectGolden(canvas.text, "\(name).txt", sourceLocation: sourceLocation) }

/// Compares text with the file of that name in `Goldens`.
func expectGolden(
  _ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
) { Golden.expect(text, "Tests/PlaygroundTests/Goldens/\(name)", sourceLocation: sourceLocation) }

/// The demo page of a name.
func demoPage(_ name: String) throws -> String { try Project.text(of: "Demos/\(name)") }
