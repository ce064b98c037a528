import Foundation
import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

/// A recipe of `docs/batches.md`: a block of code and the line above it.
struct Recipe: Sendable, CustomTestStringConvertible {
    let title: String
    let language: String
    let code: String

    var testDescription: String { title }

    /// All code blocks in the section `## Recipes`.
    static let all: [Recipe] = {
        let text = (try? String(contentsOf: repository.appending(path: "docs/batches.md"), encoding: .utf8)) ?? ""
        guard let section = text.components(separatedBy: "\n## Recipes\n").last?.components(separatedBy: "\n## ").first
        else {
            return []
        }
        var recipes: [Recipe] = []
        var title = ""
        var block: (language: String, lines: [String])?
        for line in section.components(separatedBy: "\n") {
            if line.hasPrefix("```") {
                if let done = block {
                    recipes.append(
                        Recipe(title: title, language: done.language, code: done.lines.joined(separator: "\n")))
                    block = nil
                } else {
                    block = (String(line.dropFirst(3)), [])
                }
            } else if block != nil {
                block?.lines.append(line)
            } else if !line.isEmpty {
                title = line
            }
        }
        return recipes
    }()

    /// Whether the recipe needs no Python, with which it is tested there, and its programs are installed.
    var isRunnable: Bool {
        if language == "python" || code.hasPrefix("python") { return false }
        return
            ["parallel", "vipsthumbnail", "jq", "make"].allSatisfy { !code.contains($0) || Program(named: $0) != nil }
            && (language != "make" || Program(named: "make") != nil)
    }
}

@Suite("Recipes of docs/batches.md")
struct RecipeTests {
    @Test("The page has recipes")
    func recipes() {
        #expect(Recipe.all.count >= 6)
        for word in ["find photos", "parallel --pipe", "--shard", "--resize", "--widths", "%.jpg"] {
            #expect(Recipe.all.contains { $0.code.contains(word) }, "\(word)")
        }
    }

    @Test("Each recipe runs as written", arguments: Recipe.all)
    func run(recipe: Recipe) throws {
        guard recipe.isRunnable else { return }
        let sandbox = try CommandSandbox()
        let photo = try PixelBuffer.noise(Size(64, 48)).encoded(.jpeg(JPEGStyle(.yCbCr), quality: 90))
        // make does not support spaces in file names.
        let spaced = recipe.language == "make" ? "photos/b.jpg" : "photos/b c.jpg"
        for name in ["photos/a.jpg", spaced, "photos/sub/d.jpg", "photo.jpg"] {
            try sandbox.add(name)
            try sandbox.write(photo, name)
        }
        let jobs = (0..<12).map { CommandSandbox.job("photo.jpg", "job-\($0).jpg", id: "\($0)") + "\n" }.joined()
        try sandbox.write(Array(jobs.utf8), "jobs.jsonl")
        let bash = try #require(Program(named: "bash"))
        let path =
            Program.varblur.url.deletingLastPathComponent().path + ":"
            + (ProcessInfo.processInfo.environment["PATH"] ?? "")
        var script = "set -euo pipefail\n" + recipe.code
        if recipe.language == "make" {
            try sandbox.write(Array((recipe.code + "\n").utf8), "Makefile")
            script = "make -s"
        }
        let outcome = try bash.run(["-c", script], in: sandbox.directory.url, environment: ["PATH": path])
        #expect(outcome.status == 0, "\(recipe.title): \(outcome.text)\(outcome.errors)")
        let outputs = sandbox.tree(".").filter { name in
            ImageFormat(fileExtension: URL(fileURLWithPath: name).pathExtension) != nil
        }
        #expect(outputs.count > 5, "\(outputs)")
        if recipe.code.contains("jobs.jsonl") {
            #expect((0..<12).allSatisfy { outputs.contains("job-\($0).jpg") }, "\(outputs)")
        }
    }
}
