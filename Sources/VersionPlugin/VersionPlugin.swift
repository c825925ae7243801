import Foundation
import PackagePlugin

/// Writes `.ci/version`'s output as Swift before every build; `Context.gitInformation` would be an old commit's,
/// since SwiftPM keeps a manifest's values until its text changes.
@main struct VersionPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) -> [Command] {
    let folder = context.pluginWorkDirectoryURL.appending(path: "Version")
    let script = context.package.directoryURL.appending(path: ".ci/version")
    return [
      .prebuildCommand(
        displayName: "Version", executable: URL(filePath: "/bin/sh"),
        arguments: [script.path(), folder.appending(path: "BuiltVersion.swift").path()],
        outputFilesDirectory: folder)
    ]
  }
}
