import Foundation
import PackagePlugin

/// Writes the version and the built-in files as Swift before every build.
///
/// `Context.gitInformation` would be an old commit's, since SwiftPM keeps a manifest's values until its text changes.
@main struct GeneratedSources: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) -> [Command] {
    [("version", "BuiltVersion"), ("built-in", "BuiltInFiles")].map { script, source in
      let folder = context.pluginWorkDirectoryURL.appending(path: source)
      let path = context.package.directoryURL.appending(path: ".ci/\(script)").path(
        percentEncoded: false)
      return .prebuildCommand(
        displayName: source, executable: URL(filePath: "/bin/sh"),
        arguments: [path, folder.appending(path: "\(source).swift").path(percentEncoded: false)],
        outputFilesDirectory: folder)
    }
  }
}
