import CFuzzDriver
import CImageCodecs
import Foundation

/// Bytes that an input describes: each pair of bytes adds a literal, a run, or a copy of earlier bytes.
func content(_ input: ArraySlice<UInt8>, limit: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = input
    while let kind = rest.popFirst(), bytes.count < limit {
        let value = Int(rest.popFirst() ?? 0)
        switch kind % 8 {
        case 0: bytes += [UInt8](repeating: UInt8(value), count: Int(kind) * 9)
        case 1...3 where !bytes.isEmpty:
            let distance = min(bytes.count, 1 + value * value * Int(kind % 4))
            for _ in 0..<Int(kind) / 2 { bytes.append(bytes[bytes.count - distance]) }
        default: bytes += [UInt8(value), kind >> 3]
        }
    }
    return bytes
}

/// Three other libraries decompress what the encoder writes, which is not longer than its bound.
func encode(_ bytes: [UInt8], _ effort: deflate_effort, isLast: Bool) {
    guard let encoder = deflate_encoder_open(effort) else { return }
    defer { deflate_encoder_close(encoder) }
    let bound = deflate_encoder_bound(bytes.count)
    // memory of its own, so that the address sanitizer notices an access beyond it
    let output = UnsafeMutablePointer<UInt8>.allocate(capacity: bound)
    defer { output.deallocate() }
    let count = deflate_encoder_encode(encoder, bytes, bytes.count, isLast, output)
    var stream = Array(UnsafeBufferPointer(start: output, count: count))
    if !isLast { stream += [1, 0, 0, 0xFF, 0xFF] }
    if !fuzz_all_inflate(stream, stream.count, bytes, bytes.count) { fatalError("the output has other bytes") }
}

func test(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = [UInt8](UnsafeBufferPointer(start: bytes, count: count))
    guard let first = input.first else { return 0 }
    let isPlain = first & 2 == 0
    let bytes = isPlain ? Array(input.dropFirst()) : content(input.dropFirst(), limit: 300_000)
    encode(bytes, first & 4 == 0 ? DEFLATE_QUICK : DEFLATE_THOROUGH, isLast: first & 1 == 0)
    return 0
}

var argumentCount = CommandLine.argc
var argumentVector: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
exit(LLVMFuzzerRunDriver(&argumentCount, &argumentVector, test))
