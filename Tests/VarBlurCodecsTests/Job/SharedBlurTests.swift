import Foundation
import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("Jobs that share prepared blurs")
struct SharedBlurTests {
    /// Files of one size and format.
    private func files(_ format: ImageFormat, _ size: Size = Size(150, 97), count: Int) throws -> [[UInt8]] {
        try (1...UInt64(count)).map {
            try PixelBuffer.noise(size, PixelFormat(.rgb), seed: $0).encoded(format.usualEncoding)
        }
    }

    private func job(_ cache: RowBlurCache?, threads: Int = 1, startOffset: Double = 0.1) -> BlurJob {
        var job = BlurJob()
        (job.blur.maximumRadius, job.blur.startOffset) = (.pixels(30), startOffset)
        job.blur.execution.threadCount = threads
        job.blurCache = cache
        return job
    }

    @Test("write what each writes alone, also after a damaged file", arguments: ImageFormat.inProcess, [1, 2])
    func bytes(format: ImageFormat, threads: Int) throws {
        let cache = RowBlurCache()
        // smaller images are processed in one thread
        let size = threads == 1 ? Size(150, 97) : Size(400, 380)
        for (index, file) in try files(format, size, count: 6).enumerated() {
            if index == 4 {
                let truncated = Array(file.prefix(file.count / 2))
                #expect(throws: ImageError.self) { try job(cache, threads: threads).run(from: .bytes(truncated)) }
            }
            let expected = try job(nil, threads: threads).run(from: .bytes(file)).bytes
            #expect(try job(cache, threads: threads).run(from: .bytes(file)).bytes == expected)
            #expect((cache.byteCount > 0) == (index > 0))
        }
    }

    @Test("keep the blurs of images whose lower part stays as it is", arguments: ImageFormat.inProcess)
    func partialBlurs(format: ImageFormat) throws {
        let cache = RowBlurCache()
        for (index, file) in try files(format, count: 4).enumerated() {
            let expected = try job(nil, startOffset: 0.7).run(from: .bytes(file)).bytes
            #expect(try job(cache, startOffset: 0.7).run(from: .bytes(file)).bytes == expected)
            #expect((cache.byteCount > 0) == (index > 0))
        }
    }

    @Test("count the filters that are kept in the estimate of memory")
    func memory() throws {
        let file = try files(.png, count: 1)[0]
        func estimate(_ cache: RowBlurCache?) throws -> Int {
            try job(cache).preflight(from: .bytes(file), to: .memory).memory
        }
        let key = RowBlurCache.Key(
            try ProgressiveBlur(), width: 150, height: 97, format: PixelFormat(.rgb), sampling: nil,
            instructionSet: .standard)
        #expect(try estimate(RowBlurCache()) == estimate(nil) + key.filterByteCount)
        #expect(key.filterByteCount > 100_000)
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
