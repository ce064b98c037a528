import Foundation
import Testing

/// Programmers who misuse a public function see its message in optimized programs only if `trapUnless` or `trap` writes it.
@Suite("Documented traps")
struct TrapTests {
    @Test("a file whose public documentation says that something traps has no precondition")
    func messages() throws {
        var count = 0
        for target in ["VarBlur", "VarBlurCodecs", "VarBlurScenes"] {
            for file in try SourceFile.all(in: "Sources/\(target)") where file.text.contains("public") {
                guard file.text.contains(/\/\/\/[^\n]*(\bTraps\b|\btraps?\b|\(a precondition\))/) else { continue }
                count += 1
                #expect(!file.text.contains(/\bprecondition(Failure)?\(/), "\(file.path)")
            }
        }
        #expect(count > 10)
    }
}
