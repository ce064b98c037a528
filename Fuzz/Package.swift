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
        // the sources of the command's options, through a symbolic link
        .executableTarget(
            name: "FuzzOptions",
            dependencies: common + [.product(name: "ArgumentParser", package: "swift-argument-parser")],
            sources: ["main.swift"]
                + [
                    "Options/Table", "Options/Values", "Options/Requests", "Options/Parsing/CommandArguments.swift",
                    "Options/Parsing/OptionEntry+Parser.swift", "Options/Parsing/PlainArguments.swift",
                    "Options/Parsing/SectionArguments.swift", "Files/NameTemplate.swift", "Batch/Shard.swift",
                ].map { "Command/\($0)" },
            swiftSettings: [
                .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("MemberImportVisibility"),
                // here the enumerations that options take are of another package
                .unsafeFlags(["-suppress-warnings"]),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
