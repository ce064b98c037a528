internal import CBlurKernels

/// The instruction sets that the fast engine has inner loops for; all of them give the same bytes.
public enum InstructionSet: String, CaseIterable, Sendable, Hashable, Codable {
    /// Whatever the compiler assumes of every processor of the kind.
    case portable
    /// x86 with SSSE3: 16 bytes at once.
    case ssse3
    /// x86 with AVX2: 32 bytes at once.
    case avx2
    /// x86 with AVX-512 F, BW, DQ and VL: 64 bytes at once.
    case avx512
    /// ARM of 64 bits: 16 bytes at once.
    case neon

    /// Whether this machine has it.
    public var isAvailable: Bool { unsafe blur_kernels_of(code, 8) != nil }

    /// The widest one that this machine has.
    public static let best: InstructionSet =
        [.avx512, .avx2, .neon, .ssse3].first(where: \.isAvailable) ?? .portable

    /// The one that the environment names, if the machine has it, else the widest.
    public static let standard: InstructionSet = {
        let named = ProcessEnvironment.variable("VARBLUR_INSTRUCTION_SET").flatMap(InstructionSet.init)
        return named.flatMap { $0.isAvailable ? $0 : nil } ?? best
    }()

    private var code: blur_instruction_set {
        switch self {
        case .portable: BLUR_PORTABLE
        case .ssse3: BLUR_SSSE3
        case .avx2: BLUR_AVX2
        case .avx512: BLUR_AVX512
        case .neon: BLUR_NEON
        }
    }

    /// The set's inner loops for images of a depth; those of a set that the machine lacks trap.
    func kernels(_ depth: SampleDepth) -> Kernels {
        guard let kernels = unsafe blur_kernels_of(code, Int32(depth.rawValue)) else {
            preconditionFailure("this machine does not have the instruction set \(rawValue)")
        }
        return unsafe Kernels(kernels)
    }
}

extension PixelFormat {
    /// What the inner loops make of the last channel.
    var alphaKind: blur_alpha {
        guard channels.hasAlpha else { return BLUR_NO_ALPHA }
        return alpha == .straight ? BLUR_STRAIGHT : BLUR_PREMULTIPLIED
    }
}
