// swift-tools-version: 6.2
import PackageDescription

// Without MemberImportVisibility: a module of SwiftNIO declares the types of system calls, too.
let strict: [SwiftSetting] = [
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
    name: "varblur-preview",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "varblur-preview", targets: ["VarBlurPreview"])],
    dependencies: [
        .package(name: "varblur", path: ".."),
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1", traits: []),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0", traits: []),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
    ],
    targets: [
        .target(name: "CPageFiles", exclude: ["Page"]),
        .executableTarget(
            name: "VarBlurPreview",
            dependencies: [
                "CPageFiles",
                .product(name: "VarBlur", package: "varblur"),
                .product(name: "VarBlurCodecs", package: "varblur"),
                .product(name: "VarBlurCommand", package: "varblur"),
                .product(name: "VarBlurLibC", package: "varblur"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c11
)

// As in the package of the command: a program without dynamic libraries runs on any Linux; it is still loaded at a random address.
if Context.environment["VARBLUR_STATIC"] == "all" {
    for target in package.targets where target.name == "VarBlurPreview" {
        target.linkerSettings = [
            .unsafeFlags([
                "-use-ld=lld", "-Xclang-linker", "-static-pie", "-Xclang-linker", "-Wno-unused-command-line-argument",
                "-Xlinker", "--no-export-dynamic",
                "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs",
            ])
        ]
    }
}
