// swift-tools-version: 6.3
import PackageDescription

/// Without MemberImportVisibility: a module of SwiftNIO declares the types of system calls, too.
let serving: [SwiftSetting] = [
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

let strict =
    serving + [.enableUpcomingFeature("MemberImportVisibility"), .enableExperimentalFeature("Lifetimes")]

/// The functions that C calls handle pointers in every line.
let interface = Array(strict.dropFirst())

/// Functions of the C library check the sizes of their buffers in optimized code.
///
/// The sanitizers check more, but not through these functions.
let fortified: [CSetting] =
    Context.environment["VARBLUR_SANITIZED"] == nil
    ? [.define("_FORTIFY_SOURCE", to: "2", .when(configuration: .release))] : []

/// Whether pkg-config tells where libraries are.
///
/// Debian's are where every compiler looks. SwiftPM asks for all targets, and would tell users of `VarBlur` alone to install
/// libraries that only other products need.
#if os(Linux)
    let asksPkgConfig = Context.environment["PKG_CONFIG_PATH"] != nil
#else
    let asksPkgConfig = true
#endif

/// Tests that compute little are compiled in less than half the time without the optimizer.
///
/// The oracles are in `TestSupport`, which is optimized.
let unoptimized: [SwiftSetting] = [.unsafeFlags(["-Onone"])]

extension Target {
    static func library(named name: String, pkgConfig: String, apt: String, brew: String) -> Target {
        .systemLibrary(
            name: name, pkgConfig: asksPkgConfig ? pkgConfig : nil,
            providers: asksPkgConfig ? [.apt([apt]), .brew([brew])] : nil)
    }
}

/// Drawing, which needs libraries that no other product does.
let drawing = TargetDependencyCondition.when(traits: ["Scenes"])

let package = Package(
    name: "varblur",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "VarBlur", targets: ["VarBlur"]),
        .library(name: "VarBlurCodecs", targets: ["VarBlurCodecs"]),
        .library(name: "VarBlurScenes", targets: ["VarBlurScenes"]),
        // not for other projects: the package in Fuzz needs these two
        .library(name: "VarBlurCommand", targets: ["VarBlurCommand"]),
        .library(name: "CImageCodecs", targets: ["CImageCodecs"]),
        // the objects of the C library, which scripts/link-library links
        .library(name: "VarBlurC", type: .static, targets: ["VarBlurC"]),
        .executable(name: "varblur", targets: ["VarBlurTool"]),
        .executable(name: "varblur-compose", targets: ["varblur-compose"]),
        .executable(name: "varblur-heif", targets: ["varblur-heif"]),
        .executable(name: "varblur-svg", targets: ["varblur-svg"]),
    ],
    traits: [
        .trait(name: "Scenes", description: "VarBlurScenes, which needs Cairo and Pango."),
        .default(enabledTraits: ["Scenes"]),
    ],
    targets: [
        .target(name: "CBlurKernels", cSettings: fortified),
        .target(name: "VarBlurLibC", swiftSettings: strict),
        .target(name: "VarBlur", dependencies: ["CBlurKernels", "VarBlurLibC"], swiftSettings: strict),
        .systemLibrary(name: "CVarBlur"),
        .target(
            name: "VarBlurC", dependencies: ["VarBlur", "CVarBlur", "CVarBlurPlatform", "VarBlurLibC", "VarBlurJSON"],
            swiftSettings: interface),
        .library(named: "CLibPNG", pkgConfig: "libpng", apt: "libpng-dev", brew: "libpng"),
        .library(named: "CLibJPEG", pkgConfig: "libjpeg", apt: "libjpeg-dev", brew: "jpeg-turbo"),
        .library(named: "CLibISAL", pkgConfig: "libisal", apt: "libisal-dev", brew: "isa-l"),
        .library(named: "CLibDeflate", pkgConfig: "libdeflate", apt: "libdeflate-dev", brew: "libdeflate"),
        .library(named: "CLibExpat", pkgConfig: "expat", apt: "libexpat1-dev", brew: "expat"),
        .library(named: "CLibWebP", pkgConfig: "libwebp", apt: "libwebp-dev", brew: "webp"),
        .target(
            name: "CImageCodecs",
            dependencies: ["CLibPNG", "CLibJPEG", "CLibISAL", "CLibDeflate", "CLibWebP"],
            cSettings: [.headerSearchPath(".")] + fortified,
            linkerSettings: (asksPkgConfig ? ["z"] : ["png", "jpeg", "isal", "deflate", "webp", "z"]).map {
                .linkedLibrary($0)
            }),
        .library(named: "CLibLCMS", pkgConfig: "lcms2", apt: "liblcms2-dev", brew: "little-cms2"),
        .target(name: "CLittleCMS", dependencies: ["CVarBlurPlatform"], cSettings: fortified),
        .target(name: "CVarBlurPlatform", cSettings: fortified),
        .target(name: "CSceneLibraries", dependencies: ["CVarBlurPlatform"], cSettings: fortified),
        .target(name: "CHelperMessages", cSettings: fortified),
        .target(name: "CHEIFMessages", dependencies: ["CHelperMessages"], cSettings: fortified),
        .target(name: "CHelperProcess", dependencies: ["CHelperMessages", "CVarBlurPlatform"], cSettings: fortified),
        .library(named: "CLibHEIF", pkgConfig: "libheif", apt: "libheif-dev", brew: "libheif"),
        .library(named: "CLibJXL", pkgConfig: "libjxl", apt: "libjxl-dev", brew: "jpeg-xl"),
        .executableTarget(
            name: "varblur-heif", dependencies: ["CHEIFMessages", "CHelperProcess", "CVarBlurPlatform"],
            cSettings: fortified),
        .executableTarget(
            name: "varblur-svg", dependencies: ["CHelperMessages", "CHelperProcess", "CVarBlurPlatform"],
            cSettings: fortified),
        .target(name: "VarBlurJSON", dependencies: ["VarBlurLibC"], swiftSettings: strict),
        .target(
            name: "VarBlurCodecs",
            dependencies: [
                "VarBlur", "VarBlurJSON", "CHEIFMessages", "CHelperMessages", "CImageCodecs", "CLibExpat", "CLittleCMS",
                "CVarBlurPlatform", "VarBlurLibC",
            ],
            swiftSettings: strict),
        .target(
            name: "VarBlurCommand",
            dependencies: [
                "VarBlur", "VarBlurCodecs", "VarBlurJSON", "CVarBlurPlatform", "VarBlurLibC",
            ],
            swiftSettings: strict),
        .executableTarget(name: "VarBlurTool", dependencies: ["VarBlurCommand"], swiftSettings: strict),
        .systemLibrary(
            name: "CLibCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"]), .brew(["cairo"])]),
        .systemLibrary(
            name: "CLibPango", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"]), .brew(["pango"])]),
        .target(
            name: "VarBlurScenes",
            dependencies: [
                "VarBlur", "VarBlurCodecs", "VarBlurJSON", "CHelperMessages", "CVarBlurPlatform", "CSceneLibraries",
                "VarBlurLibC",
                .byName(name: "CLibCairo", condition: drawing), .byName(name: "CLibPango", condition: drawing),
            ],
            swiftSettings: strict),
        .target(
            name: "VarBlurCompose",
            dependencies: [
                "VarBlur", "VarBlurCodecs", "VarBlurScenes", "VarBlurCommand", "VarBlurJSON", "CVarBlurPlatform",
                "VarBlurLibC",
            ],
            swiftSettings: strict),
        .executableTarget(name: "varblur-compose", dependencies: ["VarBlurCompose"], swiftSettings: strict),
        .target(
            name: "Landscape", dependencies: ["VarBlur"], path: "images/Landscape", swiftSettings: strict),
        .executableTarget(
            name: "RenderLandscape", dependencies: ["Landscape", "VarBlur", "VarBlurCodecs"],
            path: "images/RenderLandscape", swiftSettings: strict),
        .target(
            name: "TestSupport", dependencies: ["VarBlurLibC", "VarBlur", "VarBlurCodecs"],
            path: "Tests/TestSupport",
            resources: [.copy("Resources")]),
        .testTarget(
            name: "VarBlurTests", dependencies: ["VarBlur", "Landscape", "TestSupport"]),
        .testTarget(
            name: "VarBlurCTests",
            dependencies: [
                "VarBlur", "VarBlurC", "CVarBlur", "VarBlurCodecs", "VarBlurTool", "VarBlurLibC", "TestSupport",
            ],
            exclude: ["Programs"],
            swiftSettings: unoptimized),
        .testTarget(
            name: "VarBlurCodecsTests",
            dependencies: [
                "VarBlur", "VarBlurCodecs", "CImageCodecs", "CVarBlurPlatform", "CLibISAL", "CLibDeflate", "Landscape",
                "TestSupport",
            ]),
        .testTarget(
            name: "VarBlurJSONTests", dependencies: ["VarBlurJSON", "TestSupport"],
            swiftSettings: unoptimized),
        .testTarget(
            name: "VarBlurCommandTests",
            dependencies: [
                "VarBlur", "VarBlurCodecs", "VarBlurCommand", "VarBlurTool", "VarBlurJSON",
                "TestSupport",
            ],
            exclude: ["Golden", "Programs"],
            swiftSettings: unoptimized),
        .testTarget(
            name: "VarBlurScenesTests",
            dependencies: [
                "VarBlur", "VarBlurCodecs", "VarBlurScenes", "VarBlurJSON", "TestSupport",
            ],
            exclude: ["Golden"],
            swiftSettings: unoptimized),
        .testTarget(
            name: "VarBlurComposeTests",
            dependencies: [
                "VarBlur", "VarBlurCodecs", "VarBlurCommand", "VarBlurJSON", "VarBlurScenes", "VarBlurTool",
                "varblur-compose", "TestSupport",
            ],
            swiftSettings: unoptimized),
        .target(
            name: "DocumentationExamples", dependencies: ["VarBlur", "VarBlurCodecs", "VarBlurScenes"],
            path: "Tests/DocumentationExamples"),
        .testTarget(
            name: "DocumentationTests",
            dependencies: ["DocumentationExamples", "VarBlur", "VarBlurCodecs", "VarBlurScenes", "TestSupport"],
            swiftSettings: unoptimized),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c11
)

// On Linux, Little CMS is loaded when colors are converted for the first time, because linking it would delay each start. Elsewhere,
// and in programs without dynamic libraries, it is linked.
#if os(Linux)
    let linksLittleCMS = Context.environment["VARBLUR_STATIC"] != nil
#else
    let linksLittleCMS = true
#endif
if linksLittleCMS {
    for target in package.targets where target.name == "CLittleCMS" {
        target.dependencies.append("CLibLCMS")
        target.cSettings = (target.cSettings ?? []) + [.define("VARBLUR_LINKS_LITTLE_CMS")]
    }
}

// varblur-heif loads libheif and libjxl when it gets the first image, and needs only their headers to be built. The command needs neither.
#if !os(Linux)
    for target in package.targets where target.name == "varblur-heif" {
        target.dependencies += ["CLibHEIF", "CLibJXL"]
        target.cSettings = (target.cSettings ?? []) + [.define("VARBLUR_LINKS_LIBHEIF")]
    }
#endif
if Context.environment["VARBLUR_WITHOUT_HEIF"] != nil {
    package.targets.removeAll { ["CLibHEIF", "CLibJXL", "varblur-heif"].contains($0.name) }
    package.products.removeAll { $0.name == "varblur-heif" }
}

// Functions for Swift's concurrency are for users of the libraries. Without them, the commands do not link its runtime, which would delay
// each start.
if Context.environment["VARBLUR_WITHOUT_ASYNC"] != nil {
    let files = [
        "VarBlur": ["Blur/ProgressiveBlur+Async.swift", "Support/BlockingWork.swift", "Support/WorkQueue.swift"],
        "VarBlurCodecs": ["Outputs/BlurJob+Async.swift"],
        "VarBlurScenes": ["Rendering/SceneService.swift"],
    ]
    for target in package.targets { target.exclude += files[target.name] ?? [] }
}

// The server of the page needs packages that nothing else does. Without this variable, none is fetched.
if Context.environment["VARBLUR_WITH_PREVIEW"] != nil {
    package.dependencies += [
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1", traits: []),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0", traits: []),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
    ]
    package.products.append(.executable(name: "varblur-preview", targets: ["VarBlurPreview"]))
    package.targets += [
        .target(name: "CPageFiles", path: "Preview/Sources/CPageFiles", exclude: ["Page"]),
        .executableTarget(
            name: "VarBlurPreview",
            dependencies: [
                "CPageFiles", "VarBlur", "VarBlurCodecs", "VarBlurCommand", "VarBlurJSON", "VarBlurLibC",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            path: "Preview/Sources/VarBlurPreview", swiftSettings: serving),
    ]
}

// A program without dynamic libraries starts sooner, and runs on any Linux; it is still loaded at a random address.
if Context.environment["VARBLUR_STATIC"] == "all" {
    for target in package.targets where ["VarBlurTool", "VarBlurPreview"].contains(target.name) {
        target.linkerSettings = [
            .unsafeFlags([
                "-use-ld=lld", "-Xclang-linker", "-static-pie", "-Xclang-linker", "-Wno-unused-command-line-argument",
                "-Xlinker", "--no-export-dynamic",
                "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs",
            ])
        ]
    }
}

// The command needs no drawing libraries. `make` builds it without the targets that need them; otherwise, SwiftPM suggests installing
// them.
if Context.environment["VARBLUR_WITHOUT_SCENES"] != nil {
    let targets: Set = [
        "CLibCairo", "CLibPango", "CSceneLibraries", "VarBlurScenes", "VarBlurCompose", "varblur-compose",
        "varblur-svg",
        "VarBlurScenesTests", "VarBlurComposeTests", "DocumentationExamples", "DocumentationTests",
    ]
    package.targets.removeAll { targets.contains($0.name) }
    package.products.removeAll { ["VarBlurScenes", "varblur-compose", "varblur-svg"].contains($0.name) }
}
