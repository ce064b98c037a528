// swift-tools-version: 6.2
import PackageDescription

let common: [Target.Dependency] = [
    "CFuzzDriver",
    .product(name: "VariableBlur", package: "varblur"),
    .product(name: "VariableBlurCodecs", package: "varblur"),
]

let package = Package(
    name: "varblur-fuzz",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "varblur", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    ],
    targets: [
        .target(name: "CFuzzDriver"),
        .executableTarget(name: "FuzzImages", dependencies: common),
        .executableTarget(name: "FuzzJobs", dependencies: common),
        // the command's own options, by links: those that say what is done to an image
        .executableTarget(
            name: "FuzzOptions",
            dependencies: common + [.product(name: "ArgumentParser", package: "swift-argument-parser")],
            sources: [
                "main.swift", "Arguments", "Options/BlurOptions.swift", "Options/OutputOptions.swift",
                "Options/LimitOptions.swift",
            ],
            swiftSettings: [
                .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("MemberImportVisibility"),
                // here the enumerations that options take are of another package
                .unsafeFlags(["-suppress-warnings"]),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
