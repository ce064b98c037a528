import Foundation
import Testing

@Suite("The versions of packages")
struct PackageVersionTests {
    private func text(_ path: String) throws -> String {
        try String(contentsOf: repository.appending(path: path), encoding: .utf8)
    }

    /// The names and versions of the packages that a manifest names, and what else it says about versions.
    private func dependencies(_ manifest: String) -> (pinned: [String: String], others: [Substring]) {
        var (pinned, others): ([String: String], [Substring]) = ([:], [])
        for line in manifest.split(separator: "\n") where line.contains(".package(url:") {
            if let match = line.firstMatch(of: /url: ".*\/([^\/"]+)", exact: "([0-9.]+)"/) {
                pinned[String(match.1)] = String(match.2)
            } else {
                others.append(line)
            }
        }
        return (pinned, others)
    }

    @Test("All packages are pinned to exact versions, which are those of the list")
    func exactVersions() throws {
        let lines = try text("Preview/packages.txt").split(separator: "\n").filter { !$0.hasPrefix("#") }
        let words = lines.map { $0.split(separator: " ").map(String.init) }
        try #require(words.allSatisfy { $0.count == 2 } && words.count > 20)
        let listed = Dictionary(uniqueKeysWithValues: words.map { ($0[0], $0[1]) })
        let (pinned, others) = dependencies(try text("Package.swift"))
        #expect(!pinned.isEmpty && others.isEmpty, "\(others)")
        for (name, version) in pinned { #expect(listed[name] == version, "\(name)") }
    }

    @Test("Users of the libraries fetch no packages")
    func noPackages() throws {
        let parts = try text("Package.swift").split(
            separator: "\nif Context.environment[\"VARBLUR_WITH_PREVIEW\"] != nil {\n")
        try #require(parts.count == 2)
        let end = try #require(parts[1].firstRange(of: "\n}\n")).lowerBound
        for rest in [parts[0], parts[1][end...]] { #expect(!rest.contains(".package(")) }
    }

    @Test("All tools that build the wheel have versions and hashes")
    func wheelTools() throws {
        let text = try text("scripts/wheel-requirements.txt").replacing("\\\n", with: " ")
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
        #expect(lines.count > 5)
        for line in lines {
            #expect(line.wholeMatch(of: /[a-z-]+==[0-9.]+( +--hash=sha256:[0-9a-f]{64})+ */) != nil, "\(line)")
        }
        #expect(try self.text("scripts/build-wheel").contains("--require-hashes"))
    }
}
