// swift-tools-version:6.2

import PackageDescription

let package = Package(
  name: "adview",
  platforms: [.macOS(.v12), .iOS(.v15)],
  products: [
    .library(name: "AdEngine", targets: ["AdEngine"]),
    .library(name: "AdRendering", targets: ["AdRendering"]),
    .library(name: "AdRenderingTesting", targets: ["AdRenderingTesting"]),
    .library(name: "AdHosting", targets: ["AdHosting"]),
    .library(name: "AdPages", targets: ["AdPages"]),
    .library(name: "AdPlayground", targets: ["AdPlayground"]),
    .library(name: "AdRecorder", targets: ["AdRecorder"]),
    .executable(name: "adview", targets: ["adview"]),
    .executable(name: "adview-benchmark", targets: ["adview-benchmark"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    .target(name: "AdEngine"),
    .target(name: "AdRendering", dependencies: ["AdEngine"]),
    .target(name: "AdHosting", dependencies: ["AdEngine"]),
    .target(name: "AdPages", dependencies: ["AdEngine"]),
    .target(name: "AdRecorder", dependencies: ["AdEngine"]),
    .target(name: "AdSimulation", dependencies: ["AdEngine", "AdRendering"]),
    .target(name: "AdLab", dependencies: ["AdEngine", "AdRendering", "AdSimulation"]),
    .target(
      name: "AdSessions",
      dependencies: ["AdEngine", "AdRendering", "AdSimulation", "AdLab", "CCmarkGFM", "CLibyaml"]
    ),
    .target(
      name: "AdTuning",
      dependencies: ["AdEngine", "AdRendering", "AdSimulation", "AdSessions"]
    ),
    .target(
      name: "Playground",
      dependencies: [
        "AdEngine", "AdRendering", "AdSimulation", "AdLab", "AdSessions", "AdTuning",
      ]
    ),
    .target(
      name: "AdPlayground",
      dependencies: [
        "AdEngine", "AdRendering", "AdSimulation", "AdLab", "AdSessions", "AdTuning",
        "Playground", "CNcurses",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      exclude: ["Recorder/recorder.js"],
      plugins: ["GeneratedSources"]
    ),
    .executableTarget(
      name: "adview",
      dependencies: ["AdPlayground"],
      // Packs the relocations and leaves out the table of exported symbols: a tenth of the program.
      linkerSettings: [
        .unsafeFlags(
          [
            "-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs", "-Xlinker",
            "--no-export-dynamic",
          ], .when(platforms: [.linux], configuration: .release))
      ]
    ),
    .executableTarget(
      name: "adview-benchmark",
      dependencies: [
        "AdEngine", "AdSimulation", "AdSessions", "AdTuning", "Playground", "CAllocations",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]
    ),
    .plugin(
      name: "GeneratedSources", capability: .buildTool(), path: "Sources/GeneratedSources"),
    .target(name: "CAllocations"),
    .target(
      name: "CCmarkGFM",
      linkerSettings: [.linkedLibrary("cmark-gfm-extensions"), .linkedLibrary("cmark-gfm")]),
    .target(name: "CLibyaml", linkerSettings: [.linkedLibrary("yaml")]),
    .target(name: "CNcurses", linkerSettings: [.linkedLibrary("ncursesw")]),

    .target(name: "TestSupport", path: "Tests/TestSupport"),
    // What a client's tests check their renderers with.
    .target(
      name: "AdRenderingTesting", dependencies: ["AdEngine", "AdRendering"],
      path: "Tests/AdRenderingTesting"),
    // The program of the article "Writing a plug-in", which is a package of its own beside it.
    .executableTarget(
      name: "Client", dependencies: ["AdEngine", "AdRendering", "AdPlayground"],
      path: "Demos/Client/Sources/Client"),
    .testTarget(name: "ArchitectureTests", dependencies: ["TestSupport"]),
    .testTarget(name: "AdEngineTests", dependencies: ["TestSupport", "AdEngine"]),
    .testTarget(
      name: "AdRenderingTests",
      dependencies: ["TestSupport", "AdEngine", "AdRendering", "AdRenderingTesting"]),
    .testTarget(
      name: "AdSimulationTests",
      dependencies: [
        "TestSupport", "AdEngine", "AdRendering", "AdRenderingTesting", "AdSimulation",
      ]),
    .testTarget(name: "AdLabTests", dependencies: ["TestSupport", "AdEngine", "AdLab"]),
    .testTarget(
      name: "AdSessionsTests",
      dependencies: [
        "TestSupport", "AdEngine", "AdRendering", "AdRenderingTesting", "AdSimulation", "AdLab",
        "AdSessions", "AdPages", "AdRecorder",
      ]),
    .testTarget(
      name: "AdTuningTests",
      dependencies: [
        "TestSupport", "AdEngine", "AdRendering", "AdSimulation", "AdSessions", "AdTuning",
      ]),
    .testTarget(
      name: "PlaygroundTests",
      dependencies: [
        "TestSupport", "AdRenderingTesting",
        "AdEngine", "AdRendering", "AdSimulation", "AdLab", "AdSessions", "AdTuning", "Playground",
      ],
      exclude: ["Goldens"]),
    .testTarget(
      name: "AdviewTests",
      dependencies: [
        "TestSupport",
        "AdEngine", "AdRendering", "AdSimulation", "AdLab", "AdSessions", "AdTuning", "Playground",
        "AdHosting", "AdPages", "AdPlayground", "AdRenderingTesting", "Client", "CNcurses",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      exclude: ["Fuzzing/Corpus", "Goldens"]),
    .testTarget(
      name: "EndToEndTests",
      dependencies: ["TestSupport", "AdEngine", "AdRendering", "AdSimulation", "adview"],
      exclude: ["Browser", "Support/FailingCalls.c"]),
  ],
  swiftLanguageModes: [.v6]
)

// The readers under libFuzzer, which brings a main function of its own; see `.ci/deep`.
if Context.environment["ADVIEW_FUZZING"] != nil {
  package.targets.append(
    .executableTarget(
      name: "adview-fuzz",
      dependencies: [
        "AdEngine", "AdRendering", "AdSimulation", "AdLab", "AdSessions", "AdTuning", "Playground",
      ],
      path: "Tests/Fuzzing"))
}

for target in package.targets where !target.name.hasPrefix("C") && target.type != .plugin {
  target.swiftSettings = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ]
  if target.name == "adview-fuzz" {
    target.swiftSettings? += [.define("FUZZING"), .unsafeFlags(["-parse-as-library"])]
  }
}
