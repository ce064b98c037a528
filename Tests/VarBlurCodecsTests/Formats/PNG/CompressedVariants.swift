import Foundation
import TestSupport
import Testing

/// Files with the same pixels that Python's zlib compresses at various levels, strategies, windows, and block sizes.
struct CompressedVariants {
    let files: [[UInt8]]

    private static let count = 25
    private static let script = """
        import sys, zlib
        data = zlib.decompress(open(sys.argv[1], 'rb').read())
        count = 0
        for level in (0, 1, 3, 6, 9):
            for strategy in (zlib.Z_DEFAULT_STRATEGY, zlib.Z_FILTERED, zlib.Z_HUFFMAN_ONLY, zlib.Z_RLE, zlib.Z_FIXED):
                bits, memory = 9 + (count * 5) % 7, 1 + (count * 7) % 9
                packer = zlib.compressobj(level, zlib.DEFLATED, bits, memory, strategy)
                parts = []
                step = (len(data), 30011, 5003)[count % 3]
                for start in range(0, len(data), step):
                    parts.append(packer.compress(data[start:start + step]))
                    if count % 3 > 0:
                        parts.append(packer.flush((zlib.Z_SYNC_FLUSH, zlib.Z_FULL_FLUSH)[count % 2]))
                open(sys.argv[2] + str(count), 'wb').write(b''.join(parts) + packer.flush())
                count += 1
        """

    init(of file: [UInt8], in directory: TemporaryDirectory) throws {
        let (program, stream) = (directory.path("compress.py"), directory.path("stream"))
        let python = try #require(Program.python)
        try Data(Self.script.utf8).write(to: URL(fileURLWithPath: program))
        try Data(FileEditing.pixelData(of: file)).write(to: URL(fileURLWithPath: stream))
        #expect(try python.run([program, stream, stream]).status == 0)
        files = try (0..<Self.count).map { index in
            let stream = [UInt8](try Data(contentsOf: URL(fileURLWithPath: stream + String(index))))
            return FileEditing.replacingPixelData(of: file, with: stream, chunkSize: index % 2 == 0 ? 8192 : 1 << 20)
        }
    }
}
