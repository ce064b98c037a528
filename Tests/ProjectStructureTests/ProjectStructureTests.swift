import Testing

@Suite("The structure of the project")
struct ProjectStructureTests {
    private func expectNone(_ rule: (ProjectFile) -> [Violation]) {
        for violation in ProjectFile.all.flatMap(rule) { Issue.record("\(violation)") }
    }

    @Test("all sources are found")
    func files() {
        let paths = Set(ProjectFile.all.map(\.path))
        #expect(paths.isSuperset(of: ["Package.swift", "Makefile", "README.md", ".ci/run", "scripts/fuzz"]))
        #expect(ProjectFile.all.filter { $0.language == .swift }.count > 100)
        #expect(ProjectFile.all.filter { $0.language == .c }.count > 20)
    }

    @Test("functions are short")
    func functionLengths() { expectNone(StructureRules.functionLengths) }

    @Test("files are not long")
    func fileLengths() { expectNone(StructureRules.fileLengths) }

    @Test("the spelling is American")
    func spelling() { expectNone(StructureRules.spelling) }

    @Test("former names do not return")
    func replacedNames() { expectNone(StructureRules.replacedNames) }

    @Test("the libraries name no options")
    func optionNames() { expectNone(StructureRules.optionNames) }

    @Test("processes are started in one place, which passes nothing on but standard streams")
    func processes() {
        let sources = ProjectFile.all.filter { file in
            file.language != nil && ["Sources/", "Preview/Sources/"].contains { file.path.hasPrefix($0) }
        }
        let starting = sources.filter { file in
            ["posix_spawn", "fork(", " Process()", "popen(", " system("].contains { file.text.contains($0) }
        }
        #expect(starting.map(\.path) == ["Sources/CPlatform/process_start.c"])
    }

    @Test("there are no tabs and no spaces at the ends of lines")
    func whitespace() { expectNone(StructureRules.whitespace) }
}
