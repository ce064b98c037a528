import Foundation
import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("Jobs that share prepared blurs")
struct SharedBlurTests {
    /// Files of one size and format.
    private func files(_ format: ImageFormat, count: Int) throws -> [[UInt8]] {
        try (1...UInt64(count)).map {
            try PixelBuffer.noise(Size(150, 97), PixelFormat(.rgb), seed: $0).encoded(format.usualEncoding)
        }
    }

    private func job(_ cache: RowBlurCache?, threads: Int = 1) -> BlurJob {
        var job = BlurJob()
        (job.blur.maximumRadius, job.blur.startOffset) = (.pixels(30), 0.1)
        job.blur.execution.threadCount = threads
        job.blurCache = cache
        return job
    }

    @Test("write what each writes alone, also after a damaged file", arguments: ImageFormat.inProcess, [1, 2])
    func bytes(format: ImageFormat, threads: Int) throws {
        let cache = RowBlurCache()
        for (index, file) in try files(format, count: 6).enumerated() {
            if index == 4 {
                // a blur that has got some rows of it is not used again
                let truncated = Array(file.prefix(file.count / 2))
                #expect(throws: ImageError.self) { try job(cache, threads: threads).run(from: .bytes(truncated)) }
            }
            let expected = try job(nil, threads: threads).run(from: .bytes(file)).bytes
            #expect(try job(cache, threads: threads).run(from: .bytes(file)).bytes == expected)
            #expect((cache.byteCount > 0) == (index > 0))
        }
    }

    @Test("write the same on several threads at once")
    func threads() throws {
        let files = try files(.jpeg, count: 8)
        let expected = try files.map { try job(nil).run(from: .bytes($0)).bytes }
        let cache = RowBlurCache()
        let results = Results(count: 64)
        DispatchQueue.concurrentPerform(iterations: 64) { index in
            results[index] = try? job(cache).run(from: .bytes(files[index % 8])).bytes
        }
        for index in 0..<64 { #expect(results[index] == expected[index % 8], "job \(index)") }
    }

    /// Results that several threads write.
    private final class Results: @unchecked Sendable {
        private let lock = NSLock()
        private var values: [[UInt8]?]

        init(count: Int) { values = Array(repeating: nil, count: count) }

        subscript(index: Int) -> [UInt8]? {
            get { lock.withLock { values[index] } }
            set { lock.withLock { values[index] = newValue } }
        }
    }
}
