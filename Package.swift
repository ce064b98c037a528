// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableExperimentalFeature("Lifetimes"),
]

/// Functions of the C library check the sizes of their buffers in optimized code.
///
/// The sanitizers check more, but not through these functions.
let fortified: [CSetting] =
    Context.environment["VARBLUR_SANITIZED"] == nil
    ? [.define("_FORTIFY_SOURCE", to: "2", .when(configuration: .release))] : []

let package = Package(
    name: "varblur",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "VariableBlur", targets: ["VariableBlur"]),
        .library(name: "VariableBlurCodecs", targets: ["VariableBlurCodecs"]),
        .library(name: "VariableBlurScenes", targets: ["VariableBlurScenes"]),
        // not for other projects: the packages in Preview and Fuzz need these three
        .library(name: "VarBlurCommand", targets: ["VarBlurCommand"]),
        .library(name: "LibC", targets: ["LibC"]),
        .library(name: "CDeflateEncoder", targets: ["CDeflateEncoder"]),
        .executable(name: "varblur", targets: ["varblur"]),
        .executable(name: "varblur-compose", targets: ["varblur-compose"]),
    ],
    targets: [
        .target(name: "CBlurKernels", cSettings: fortified),
        .target(name: "LibC", swiftSettings: strict),
        .target(name: "VariableBlur", dependencies: ["CBlurKernels", "LibC"], swiftSettings: strict),
        .systemLibrary(
            name: "CLibPNG", pkgConfig: "libpng",
            providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),
        .systemLibrary(
            name: "CLibJPEG", pkgConfig: "libjpeg",
            providers: [.apt(["libjpeg-dev"]), .brew(["jpeg-turbo"])]),
        .systemLibrary(
            name: "CLibISAL", pkgConfig: "libisal",
            providers: [.apt(["libisal-dev"]), .brew(["isa-l"])]),
        .systemLibrary(
            name: "CLibDeflate", pkgConfig: "libdeflate",
            providers: [.apt(["libdeflate-dev"]), .brew(["libdeflate"])]),
        .systemLibrary(
            name: "CLibExpat", pkgConfig: "expat",
            providers: [.apt(["libexpat1-dev"]), .brew(["expat"])]),
        .systemLibrary(
            name: "CLibWebP", pkgConfig: "libwebp",
            providers: [.apt(["libwebp-dev"]), .brew(["webp"])]),
        .target(name: "CDeflateEncoder", cSettings: fortified),
        .target(
            name: "CImageCodecs",
            dependencies: ["CDeflateEncoder", "CLibPNG", "CLibJPEG", "CLibISAL", "CLibDeflate", "CLibWebP"],
            cSettings: [.headerSearchPath(".")] + fortified,
            linkerSettings: [.linkedLibrary("z")]),
        .target(name: "CUnnamedFile", cSettings: fortified),
        .target(name: "CDigest", cSettings: fortified),
        .target(name: "CPlatform", cSettings: fortified),
        .target(name: "PlainJSON", swiftSettings: strict),
        .target(
            name: "VariableBlurCodecs",
            dependencies: ["VariableBlur", "CImageCodecs", "CLibExpat", "CUnnamedFile", "CDigest", "LibC"],
            swiftSettings: strict),
        .target(
            name: "VarBlurCommand",
            dependencies: [
                "VariableBlur", "VariableBlurCodecs", "PlainJSON", "CPlatform",
                "LibC",
            ],
            swiftSettings: strict),
        .executableTarget(name: "varblur", dependencies: ["VarBlurCommand"], swiftSettings: strict),
        .systemLibrary(
            name: "CLibCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"]), .brew(["cairo"])]),
        .systemLibrary(
            name: "CLibPango", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"]), .brew(["pango"])]),
        .systemLibrary(
            name: "CLibLCMS", pkgConfig: "lcms2", providers: [.apt(["liblcms2-dev"]), .brew(["little-cms2"])]),
        .systemLibrary(
            name: "CLibZimg", pkgConfig: "zimg", providers: [.apt(["libzimg-dev"]), .brew(["zimg"])]),
        .target(
            name: "VariableBlurScenes",
            dependencies: [
                "VariableBlur", "VariableBlurCodecs", "PlainJSON", "CLibCairo", "CLibPango", "CLibLCMS", "CLibZimg",
                "LibC",
            ],
            swiftSettings: strict),
        .target(
            name: "VarBlurCompose",
            dependencies: [
                "VariableBlur", "VariableBlurCodecs", "VariableBlurScenes", "VarBlurCommand", "PlainJSON", "LibC",
            ],
            swiftSettings: strict),
        .executableTarget(name: "varblur-compose", dependencies: ["VarBlurCompose"], swiftSettings: strict),
        .target(
            name: "Landscape", dependencies: ["VariableBlur"], path: "images/Landscape", swiftSettings: strict),
        .executableTarget(
            name: "RenderLandscape", dependencies: ["Landscape", "VariableBlur", "VariableBlurCodecs"],
            path: "images/RenderLandscape", swiftSettings: strict),
        .target(
            name: "TestSupport", dependencies: ["LibC", "VariableBlur", "VariableBlurCodecs"],
            path: "Tests/TestSupport",
            resources: [.copy("Resources")]),
        .testTarget(
            name: "VariableBlurTests", dependencies: ["VariableBlur", "Landscape", "TestSupport"]),
        .testTarget(
            name: "VariableBlurCodecsTests",
            dependencies: ["VariableBlur", "VariableBlurCodecs", "CImageCodecs", "Landscape", "TestSupport"]),
        .testTarget(name: "CDigestTests", dependencies: ["CDigest", "TestSupport"]),
        .testTarget(
            name: "CDeflateEncoderTests",
            dependencies: ["CDeflateEncoder", "CImageCodecs", "CLibISAL", "CLibDeflate", "TestSupport"]),
        .testTarget(name: "PlainJSONTests", dependencies: ["PlainJSON", "TestSupport"]),
        .testTarget(
            name: "VarBlurCommandTests",
            dependencies: [
                "VariableBlur", "VariableBlurCodecs", "VarBlurCommand", "varblur", "PlainJSON",
                "TestSupport",
            ],
            exclude: ["Golden"]),
        .testTarget(
            name: "VariableBlurScenesTests",
            dependencies: [
                "VariableBlur", "VariableBlurCodecs", "VariableBlurScenes", "PlainJSON", "TestSupport",
            ],
            exclude: ["Golden"]),
        .testTarget(
            name: "VarBlurComposeTests",
            dependencies: [
                "VariableBlur", "VariableBlurCodecs", "VarBlurCommand", "PlainJSON", "varblur", "varblur-compose",
                "TestSupport",
            ]),
        .target(
            name: "DocumentationExamples", dependencies: ["VariableBlur", "VariableBlurCodecs", "VariableBlurScenes"],
            path: "Tests/DocumentationExamples"),
        .testTarget(
            name: "DocumentationTests",
            dependencies: ["DocumentationExamples", "VariableBlur", "VariableBlurCodecs", "TestSupport"]),
        .testTarget(name: "ProjectStructureTests"),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c11
)

// The command needs no drawing libraries. `make` builds it without the targets that need them; otherwise, SwiftPM suggests installing
// them.
if Context.environment["VARBLUR_WITHOUT_SCENES"] != nil {
    let targets: Set = [
        "CLibCairo", "CLibPango", "CLibLCMS", "CLibZimg", "VariableBlurScenes", "VarBlurCompose", "varblur-compose",
        "VariableBlurScenesTests", "VarBlurComposeTests", "DocumentationExamples", "DocumentationTests",
    ]
    package.targets.removeAll { targets.contains($0.name) }
    package.products.removeAll { ["VariableBlurScenes", "varblur-compose"].contains($0.name) }
}
