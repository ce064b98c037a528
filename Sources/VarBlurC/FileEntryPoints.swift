public import CVarBlur
internal import VarBlurLibC
internal import VarBlurJSON

// The functions of varblur.h for image files, which it documents.

/// Implements `varblur_bytes_free`.
@_cdecl("varblur_bytes_free")
public func free(_ bytes: UnsafeMutablePointer<varblur_bytes>?) {
    guard let bytes else { return }
    VarBlurLibC.free(bytes.pointee.data)
    bytes.pointee = varblur_bytes()
}

/// Implements `varblur_job_json`.
@_cdecl("varblur_job_json")
public func job(
    _ command: UnsafePointer<CChar>?, _ job: UnsafePointer<CChar>?, _ input: UnsafeRawPointer?, _ inputSize: Int,
    _ output: UnsafeMutablePointer<varblur_bytes>?, _ result: UnsafeMutablePointer<varblur_bytes>?,
    _ message: UnsafeMutablePointer<CChar>?, _ messageSize: Int
) -> CInt {
    output?.pointee = varblur_bytes()
    result?.pointee = varblur_bytes()
    return call(message, messageSize) { () throws(CallError) in
        let text = try required(VarBlurC.text(job, "job"), "job")
        guard inputSize >= 0 else { throw CallError(VARBLUR_INVALID_ARGUMENT, "input_size is impossible") }
        let bytes = input.map { UnsafeRawBufferPointer(start: $0, count: inputSize) }
        let command = try VarBlurC.text(command, "command") ?? "varblur"
        let outcome = try FileJob(text, input: bytes).perform(command)
        if let content = outcome.output, let output { output.pointee = try copy(of: content) }
        if let result { result.pointee = try copy(of: Array(outcome.result.text.utf8)) }
        if let failure = outcome.failure { throw failure }
    }
}

/// A copy in memory from `malloc`, with a zero byte at its end, which C takes over.
private func copy(of bytes: [UInt8]) throws(CallError) -> varblur_bytes {
    guard let memory = malloc(bytes.count + 1) else {
        throw CallError(VARBLUR_OUT_OF_MEMORY, "cannot allocate \(bytes.count) bytes")
    }
    bytes.withUnsafeBytes { memory.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(memory), byteCount: $0.count) }
    memory.storeBytes(of: 0, toByteOffset: bytes.count, as: UInt8.self)
    return varblur_bytes(data: memory, size: bytes.count)
}
