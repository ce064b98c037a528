// swift-tools-version: 6.3
import PackageDescription

let libraries: [Target.Dependency] = [
    "CFuzzDriver",
    .product(name: "VarBlur", package: "varblur"),
    .product(name: "VarBlurCodecs", package: "varblur"),
]

let helperHeaders = [
    "varblur-heif", "CHEIFMessages/include", "CHelperMessages/include", "CHelperProcess/include",
    "CVarBlurPlatform/include",
]

let package = Package(
    name: "varblur-fuzz",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "varblur", path: "..")],
    targets: [
        .target(name: "CFuzzDriver", linkerSettings: ["z", "deflate", "isal"].map { .linkedLibrary($0) }),
        .executableTarget(
            name: "FuzzDeflate", dependencies: ["CFuzzDriver", .product(name: "CImageCodecs", package: "varblur")]),
        // The sources of an executable are no library, so it includes them.
        .executableTarget(
            name: "FuzzBoxes", dependencies: ["CFuzzDriver"],
            cSettings: [.unsafeFlags(helperHeaders.map { "-I\(Context.packageDirectory)/../Sources/\($0)" })]),
        .executableTarget(
            name: "FuzzCalls", dependencies: ["CFuzzDriver", .product(name: "VarBlurC", package: "varblur")]),
        .executableTarget(name: "FuzzImages", dependencies: libraries),
        .executableTarget(name: "FuzzJobs", dependencies: libraries),
        .executableTarget(name: "FuzzKeptRows", dependencies: libraries),
        .executableTarget(name: "FuzzMetadata", dependencies: libraries),
        .executableTarget(name: "FuzzRamps", dependencies: libraries + ["FuzzSupport"]),
        .executableTarget(
            name: "FuzzScenes",
            dependencies: libraries + ["FuzzSupport", .product(name: "VarBlurScenes", package: "varblur")]),
        .target(
            name: "FuzzSupport",
            dependencies: [
                .product(name: "VarBlur", package: "varblur"),
                .product(name: "VarBlurCodecs", package: "varblur"),
            ]),
        .executableTarget(
            name: "FuzzOptions", dependencies: libraries + [.product(name: "VarBlurCommand", package: "varblur")]),
    ],
    swiftLanguageModes: [.v6]
)
