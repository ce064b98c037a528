import Testing

@Suite("The rules of the structure tests")
struct RuleTests {
    private func file(_ path: String, lines: Int) -> ProjectFile {
        ProjectFile(path: path, text: String(repeating: "// line\n", count: lines))
    }

    @Test("Swift and C files have at most 400 lines")
    func fileLengths() {
        for path in ["Sources/A.swift", "Sources/a.c", "Sources/a.h"] {
            #expect(StructureRules.fileLengths(file(path, lines: 400)).isEmpty)
            #expect(StructureRules.fileLengths(file(path, lines: 401)).map(\.message) == ["401 lines (limit 400)"])
        }
    }

    @Test("scripts are sources, documents are not")
    func scripts() {
        let script = ProjectFile(path: "scripts/a", text: "#!/bin/sh\n" + String(repeating: "\n", count: 400))
        #expect(StructureRules.fileLengths(script).count == 1)
        #expect(StructureRules.fileLengths(file("docs/a.md", lines: 401)).isEmpty)
    }

    @Test(
        "British spellings are found in words and identifiers",
        arguments: [
            ("colour", "color"), ("isGreyscale", "gray"), ("Centred", "center"), ("QUANTISATION", "quantization"),
            ("normalised", "normalize"), ("Behaviour", "behavior"), ("optimising", "optimizing"),
        ])
    func british(word: String, instead: String) {
        let violations = StructureRules.spelling(ProjectFile(path: "README.md", text: "\nA \(word) b\n"))
        #expect(violations.count == 1)
        #expect(violations.allSatisfy { $0.line == 2 && $0.message.hasSuffix("is British; write “\(instead)”") })
    }

    @Test("American words that look alike are accepted")
    func american() {
        let text = "color gray center precise noise otherwise analyses optimistic emphasis specialist parameter rise"
        #expect(StructureRules.spelling(ProjectFile(path: "README.md", text: text)).isEmpty)
    }

    @Test("names of foreign files are accepted")
    func foreignNames() {
        let text = "lists/unsupported-colour.txt\n"
        #expect(StructureRules.spelling(ProjectFile(path: "README.md", text: text)).isEmpty)
        #expect(StructureRules.spelling(ProjectFile(path: "README.md", text: text + "colour")).map(\.line) == [2])
    }

    @Test("former names are found in sources only")
    func replacedNames() {
        let text = "let rowPlan = RingPlan(surplus: 3)"
        let found = StructureRules.replacedNames(ProjectFile(path: "Sources/A.swift", text: text))
        #expect(
            found.map(\.message) == [
                "“ringplan” is a former name; write “RingBufferSchedule”",
                "“surplus” is a former name; write “rounding bias”",
            ])
        #expect(StructureRules.replacedNames(ProjectFile(path: "CHANGELOG.md", text: text)).isEmpty)
    }

    @Test("options are found in texts of the libraries only")
    func optionNames() {
        let text = "/// as --force\nlet a = \"b\"\nlet c = \"use --force\"\nlet d = \"a -- b\"\n"
        let path = "Sources/VarBlurCodecs/A.swift"
        #expect(StructureRules.optionNames(ProjectFile(path: path, text: text)).map(\.line) == [3])
        #expect(StructureRules.optionNames(ProjectFile(path: "Sources/VarBlurCommand/A.swift", text: text)).isEmpty)
    }

    @Test("whitespace is checked line by line")
    func whitespace() {
        let found = StructureRules.whitespace(ProjectFile(path: "a.swift", text: "a \n\tb\nc"))
        #expect(found.map(\.line) == [1, 2, 3])
        #expect(found.map(\.message) == ["space at the end of the line", "tab", "no newline at the end"])
        #expect(StructureRules.whitespace(ProjectFile(path: "Makefile", text: "a:\n\tb\n")).isEmpty)
        #expect(StructureRules.whitespace(ProjectFile(path: "a.md", text: "a:\n\tb\nc \n")).map(\.line) == [3])
    }
}
