// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "varblur-benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "varblur", path: "..")],
    targets: [
        .target(name: "MemoryPasses"),
        .executableTarget(
            name: "BlurBenchmarks",
            dependencies: [
                "MemoryPasses",
                .product(name: "VarBlur", package: "varblur"),
                .product(name: "VarBlurCodecs", package: "varblur"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
