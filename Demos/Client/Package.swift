// swift-tools-version:6.2

import PackageDescription

let package = Package(
  name: "Client",
  dependencies: [.package(name: "adview", path: "../..")],
  targets: [
    .executableTarget(
      name: "Client",
      dependencies: [
        .product(name: "AdPlayground", package: "adview"),
        .product(name: "AdRendering", package: "adview"),
        .product(name: "AdEngine", package: "adview"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
