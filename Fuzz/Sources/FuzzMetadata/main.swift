import CFuzzDriver
import Foundation
import VarBlur
@testable import VarBlurCodecs

/// A preview that is planted in the inputs: bytes that are no text, and none of which occurs in the output in sequence.
let preview: [UInt8] = {
    var state: UInt32 = 1
    var bytes: [UInt8] = [0xFF, 0xD8, 0xFF]
    while bytes.count < 1500 {
        state = state &* 1_664_525 &+ 1_013_904_223
        let byte = UInt8(state >> 24)
        if byte != 0 && byte != 0x0A { bytes.append(byte) }
    }
    return bytes
}()
let encodedPreview = Array(Data(preview).base64EncodedString().utf8)

/// Parts of the preview that are longer than any value without a check, and longer than any row in a text that is accepted.
let traces =
    [0..<300, 300..<600, 600..<900, 900..<1200, 1200..<1500].map { Data(preview[$0]) }
    + [0..<300, 300..<600, 600..<900, 900..<1200, 1200..<1500, 1500..<1800].map { Data(encodedPreview[$0]) }

/// Replaces the bytes F5 (which no text in UTF-8 contains) by the preview, and F6 by the preview in Base64.
func planting(_ input: ArraySlice<UInt8>) -> [UInt8] {
    var (bytes, count): ([UInt8], Int) = ([], 0)
    for byte in input {
        let isPlanted = (byte == 0xF5 || byte == 0xF6) && count < 4
        if isPlanted { count += 1 }
        if isPlanted { bytes += byte == 0xF5 ? preview : encodedPreview } else { bytes.append(byte) }
    }
    return bytes
}

func checkTraces(_ bytes: [UInt8]) {
    let visible = Data(bytes.filter { $0 != 0 && $0 != 0x0A })
    for trace in traces { precondition(visible.range(of: trace) == nil, "a preview survives") }
}

/// Checks that EXIF data has no more than four directories, all values inside, and nothing between them.
///
/// This reads the data without the functions that have written it.
func checkStructure(_ exif: [UInt8]) {
    let isLittleEndian = exif[0] == 0x49
    func number(_ offset: Int, _ count: Int) -> Int {
        let bytes = Array(exif[offset..<offset + count])
        return (isLittleEndian ? bytes.reversed() : bytes).reduce(0) { $0 << 8 | Int($1) }
    }
    let sizes = [1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 129: 1]
    var (directories, usedCount, index) = ([number(4, 4)], 8, 0)
    while index < directories.count {
        let (start, count) = (directories[index], number(directories[index], 2))
        var lastTag = -1
        for entry in stride(from: start + 2, to: start + 2 + 12 * count, by: 12) {
            let tag = number(entry, 2)
            precondition(tag > lastTag, "the tags are not in ascending order")
            lastTag = tag
            if [0x8769, 0x8825, 0xA005].contains(tag) && !(tag == 0xA005 && index == 0) {
                directories.append(number(entry + 8, 4))
            }
            guard let size = sizes[number(entry + 2, 2)] else { fatalError("an unknown type") }
            let byteCount = size * number(entry + 4, 4)
            guard byteCount > 4 else { continue }
            precondition(number(entry + 8, 4) + byteCount <= exif.count, "a value outside")
            usedCount += byteCount + byteCount % 2
        }
        precondition(number(start + 2 + 12 * count, 4) == 0, "another directory follows")
        usedCount += 2 + 12 * count + 4
        index += 1
    }
    precondition(
        directories.count <= 4 && usedCount == exif.count, "\(exif.count - usedCount) bytes that nothing refers to")
}

/// Builds metadata anew and checks the result; doing so again must change nothing.
func check(_ input: [UInt8], _ rebuild: ([UInt8]) throws -> CheckedMetadata, limit: Int) {
    do {
        guard let bytes = try rebuild(input).bytes else { return }
        precondition(bytes.count <= limit, "the output is too long")
        checkTraces(bytes)
        let again = try rebuild(bytes)
        precondition(again.bytes == bytes && again.losses.isEmpty, "the output is not stable")
    } catch {
        fatalError("an error without a deadline: \(error)")
    }
}

/// Reads the curves of a profile, which have to rise from 0 to 1.
func checkCurves(_ input: [UInt8]) {
    let profile = ICCProfile(bytes: input)
    for isGray in [false, true] {
        for curve in profile.light(isGray: isGray)?.curves ?? [] {
            var last = -0.001
            for step in 0...64 {
                let value = curve.linear(Double(step) / 64)
                precondition(value >= last - 1e-6 && value <= 1, "a curve does not rise")
                precondition((0...1).contains(curve.encoded(value)), "a value is out of range")
                last = value
            }
        }
    }
}

/// The first byte selects the kind of metadata.
func test(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard count > 1 else { return 0 }
    let all = UnsafeBufferPointer(start: bytes, count: count)
    let input = planting(Array(all)[1...])
    switch all[0] & 3 {
    case 0:
        _ = ImageOrientation(exif: input)
        check(
            input, { try ExifData.rebuilt($0, for: OutputPicture(width: 300, height: 70_000)) },
            limit: input.count + 1024)
        if let exif = try? ExifData.rebuilt(input, for: OutputPicture(width: 300, height: 70_000)).bytes {
            checkStructure(exif)
        }
    case 1: check(input, { try XMPPacket.rebuilt($0) }, limit: 3 * input.count + 2048)
    case 2: check(input, { try IPTCData.rebuilt($0) }, limit: input.count)
    case 3 where all[0] & 4 != 0: checkCurves(input)
    default:
        var filter = TextFilter()
        if filter.accepts(input) { checkTraces(input) }
    }
    return 0
}

var argumentCount = CommandLine.argc
var argumentVector: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
exit(LLVMFuzzerRunDriver(&argumentCount, &argumentVector, test))
