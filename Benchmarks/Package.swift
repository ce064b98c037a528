// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "varblur-benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "varblur", path: "..")],
    targets: [
        .executableTarget(
            name: "BlurBenchmarks",
            dependencies: [
                .product(name: "VarBlur", package: "varblur"),
                .product(name: "VarBlurCodecs", package: "varblur"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
