import CVarBlur
import VarBlurC

/// A call from C that failed.
struct CFailure: Error {
    let status: CInt
    let message: String
}

/// Makes a call with room for a message; throws unless its status is that of success.
func called(_ call: (UnsafeMutablePointer<CChar>, Int) -> CInt) throws(CFailure) {
    var message = [CChar](repeating: 1, count: 300)
    let status = call(&message, message.count)
    let text = String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    if status != 0 || !text.isEmpty { throw CFailure(status: status, message: text) }
}

/// A blur made through the interface for C.
final class CBlur: @unchecked Sendable {
    private(set) var pointer: OpaquePointer?

    init(
        ramp: String? = nil, easing: String? = nil, _ change: (inout varblur_options) -> Void = { _ in }
    ) throws(CFailure) {
        var options = varblur_options()
        varblur_options_init(&options, MemoryLayout<varblur_options>.size)
        change(&options)
        // the texts must stay in memory during the call only
        var (ramp, easing) = (Self.text(ramp), Self.text(easing))
        var blur: OpaquePointer?
        try ramp.withUnsafeMutableBufferPointer { (ramp) throws(CFailure) in
            try easing.withUnsafeMutableBufferPointer { (easing) throws(CFailure) in
                options.ramp = ramp.baseAddress.map { UnsafePointer($0) }
                options.easing = easing.baseAddress.map { UnsafePointer($0) }
                if ramp.isEmpty { options.ramp = nil }
                if easing.isEmpty { options.easing = nil }
                try called { varblur_blur_create(&options, &blur, $0, $1) }
            }
        }
        pointer = blur
    }

    private static func text(_ text: String?) -> [CChar] {
        text.map { $0.utf8.map { CChar(bitPattern: $0) } + [0] } ?? []
    }

    deinit { varblur_blur_free(pointer) }

    /// Blurs bytes in place.
    func apply(_ bytes: inout [UInt8], _ layout: varblur_layout, _ run: varblur_run? = nil) throws(CFailure) {
        var (layout, bytesRun) = (layout, run ?? .standard)
        try called { varblur_apply(pointer, &bytes, &layout, &bytesRun, $0, $1) }
    }

    /// Blurs bytes into others.
    func applied(
        _ bytes: [UInt8], _ layout: varblur_layout, count: Int, stride: Int = 0, _ run: varblur_run? = nil
    ) throws(CFailure) -> [UInt8] {
        var (layout, run) = (layout, run ?? .standard)
        var result = [UInt8](repeating: 0, count: count)
        try called { varblur_apply_to(pointer, bytes, &layout, &result, stride, &run, $0, $1) }
        return result
    }

    func memory(_ layout: varblur_layout, _ run: varblur_run? = nil) throws(CFailure) -> Int {
        var (layout, run, bytes) = (layout, run ?? .standard, 0)
        try called { varblur_memory(pointer, &layout, &run, &bytes, $0, $1) }
        return bytes
    }
}

extension varblur_run {
    static var standard: varblur_run {
        var run = varblur_run()
        run.size = MemoryLayout<varblur_run>.size
        return run
    }
}

extension varblur_layout {
    init(_ width: Int, _ height: Int, _ format: varblur_format, _ flags: varblur_format..., stride: Int = 0) {
        let value = flags.reduce(format.rawValue) { $0 | $1.rawValue }
        self.init(width: width, height: height, stride: stride, format: CInt(value))
    }
}
