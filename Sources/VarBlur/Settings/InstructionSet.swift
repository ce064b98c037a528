internal import CBlurKernels

/// The instruction sets for which the fast engine has inner loops.
///
/// All of them give identical results.
public enum InstructionSet: String, CaseIterable, Sendable, Hashable, Codable {
    /// The baseline instruction set of the architecture.
    case portable
    /// x86 SSSE3, with vectors of 16 bytes.
    case ssse3
    /// x86 AVX2, with vectors of 32 bytes.
    case avx2
    /// x86 AVX-512 F, BW, DQ and VL, with vectors of 64 bytes.
    case avx512
    /// 64-bit ARM NEON, with vectors of 16 bytes.
    case neon

    /// Whether the processor has the instruction set.
    public var isAvailable: Bool { unsafe blur_kernels_for(identifier, BLUR_INTEGERS) != nil }

    /// The available instruction set with the widest vectors.
    public static let best: InstructionSet =
        [.avx512, .avx2, .neon, .ssse3].first(where: \.isAvailable) ?? .portable

    /// The instruction set named by the environment variable `VARBLUR_INSTRUCTION_SET` if it is available, otherwise ``best``.
    public static let standard: InstructionSet = {
        let named = ProcessEnvironment.variable("VARBLUR_INSTRUCTION_SET").flatMap(InstructionSet.init)
        return named.flatMap { $0.isAvailable ? $0 : nil } ?? best
    }()

    /// The name of the instruction set in C.
    var identifier: blur_instruction_set {
        switch self {
        case .portable: BLUR_PORTABLE
        case .ssse3: BLUR_SSSE3
        case .avx2: BLUR_AVX2
        case .avx512: BLUR_AVX512
        case .neon: BLUR_NEON
        }
    }
}
