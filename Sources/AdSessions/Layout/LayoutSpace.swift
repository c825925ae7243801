package import AdEngine

/// What a page is laid out in; what is `nil` is left to the page.
package struct LayoutSpace: Hashable, Sendable {
  /// The width of the column of text, in characters.
  package var columns: Int?
  /// The viewport, in points, by which the ads with several sizes take theirs.
  package var viewport: Size?

  package init(columns: Int? = nil, viewport: Size? = nil) {
    (self.columns, self.viewport) = (columns, viewport)
  }

  /// The space on a page that no session has laid out.
  package init(_ overrides: SettingOverrides) {
    viewport = overrides.viewport
    columns = overrides.columns ?? viewport.map { PageLayout.columns(fitting: $0.width) }
  }

  package init(_ overrides: SettingOverrides, of header: SessionHeader) {
    viewport = overrides.viewport ?? header.viewport
    columns = overrides.columns ?? header.columns
  }
}
