import Foundation
import PackagePlugin

/// Writes what `.ci/version` says as Swift, before every build; a file that stays the same is not compiled again.
///
/// Not `Context.gitInformation` of the manifest: SwiftPM keeps a manifest's values until its text changes, so that the
/// commit would be an old one.
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
