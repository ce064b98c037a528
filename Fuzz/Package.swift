// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "varblur-fuzz",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "varblur", path: "..")],
    targets: [
        .target(name: "CFuzzDriver"),
        .executableTarget(
            name: "FuzzImages",
            dependencies: [
                "CFuzzDriver",
                .product(name: "VariableBlur", package: "varblur"),
                .product(name: "VariableBlurCodecs", package: "varblur"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
