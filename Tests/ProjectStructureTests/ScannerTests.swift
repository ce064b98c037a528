import Testing

@Suite("The scanner of the structure tests")
struct ScannerTests {
    private func swift(_ text: String) -> [FunctionLength] { SwiftFunctions(text).functions }
    private func c(_ text: String) -> [FunctionLength] { CFunctions(text).functions }

    private func lines(_ count: Int) -> String { String(repeating: "    work()\n", count: count) }

    @Test("a function of 51 lines is too long, one of 50 is not")
    func limit() {
        let long = ProjectFile(path: "Sources/A.swift", text: "\nfunc long() {\n\(lines(49))}\n")
        let message = "function `long` has 51 lines (limit 50)"
        #expect(
            StructureRules.functionLengths(long) == [Violation(path: "Sources/A.swift", line: 2, message: message)])
        #expect(StructureRules.functionLengths(long)[0].description == "Sources/A.swift:2: \(message)")
        let allowed = ProjectFile(path: "Sources/A.swift", text: "func allowed() {\n\(lines(48))}\n")
        #expect(StructureRules.functionLengths(allowed).isEmpty)
    }

    @Test("a C function may have 80 lines")
    func limitOfC() {
        let allowed = ProjectFile(path: "a.c", text: "static int f(void) {\n\(lines(78))}\n")
        #expect(StructureRules.functionLengths(allowed).isEmpty)
        let long = ProjectFile(path: "a.c", text: "static int f(void) {\n\(lines(79))}\n")
        #expect(StructureRules.functionLengths(long).map(\.message) == ["function `f` has 81 lines (limit 80)"])
    }

    @Test("members of types are measured one by one, types are not")
    func members() {
        let found = swift(
            """
            struct A: B where C == D {
                let x = 1
                init?(a: Int = 3) { x = a }
                static func == (a: A, b: A) -> Bool {
                    true
                }
                var y: Int {
                    get { 1 }
                    set { print(newValue) }
                }
                subscript(i: Int) -> Int { i }
                deinit {
                }
                func generic<T>(
                    _ x: T
                ) where T: P {
                }
            }
            """)
        #expect(found.map(\.name) == ["init", "==", "y", "subscript", "deinit", "generic"])
        #expect(found.map(\.line) == [3, 4, 7, 11, 12, 14])
        #expect(found.map(\.lineCount) == [1, 3, 4, 1, 2, 4])
    }

    @Test("a nested function counts in its function and on its own; closures and local types count in it")
    func nesting() {
        let found = swift(
            """
            func outer() {
                if let x { y = z.init { 1 } }
                func inner() {
                    f { $0 }
                }
                struct S {
                    func method() {}
                }
                defer { stop() }
            }
            """)
        #expect(found.map(\.name) == ["outer", "inner", "method"])
        #expect(found.map(\.lineCount) == [10, 3, 1])
    }

    @Test("closures outside of functions are measured without what precedes them")
    func closures() {
        let found = swift(
            """
            enum E {
                static let a: [Int] = [
                    1,
                    f(2, b: { x in
                        x
                    }, c: {
                        3
                    }),
                ]
                static func after() {
                }
            }
            for x in y {
            }
            """)
        #expect(found.map(\.name) == ["closure", "block", "after", "block"])
        #expect(found.map(\.line) == [4, 6, 10, 13])
    }

    @Test("braces in comments and literals do not count")
    func literals() {
        let found = swift(
            #####"""
            func a() { // {
                /* { /* } */ { */
                let x = "{ \(f { "}" } + "\"{") {"
                let y = #"\{ "# + ##"{"#"##
                let z = """
                    { " {
                    """
            }
            func b() {}
            """#####)
        #expect(found.map(\.name) == ["a", "b"])
        #expect(found.map(\.lineCount) == [8, 1])
        #expect(c("int f(void) {\n  // {\n  char a = '{', b = '\\'', *s = \"{\\\"{\";\n}\n").map(\.lineCount) == [4])
    }

    @Test("braces and quotation marks in regular expressions do not count, divisions do not hide braces")
    func regularExpressions() {
        let found = swift(
            #"""
            func a() {
                if x.contains(/"{\/[/) { y() }
                return 1 / 2 / { 3 }()
            }
            func b() {
                x.matches(
                    of:
                        /(?m)^[{"]/
                )
            }
            func c(_ x: Int = 4 / 2) { x / 2 / 3 }
            """#)
        #expect(found.map(\.name) == ["a", "b", "c"])
        #expect(found.map(\.lineCount) == [4, 6, 1])
    }

    @Test("C types, initializers and prototypes are not functions; macros of several lines are")
    func cDeclarations() {
        let found = c(
            """
            #include <a.h>
            #define ONE(x) { x
            #define TWO(x) \\
                { x \\
                }
            struct s { int a; };
            static const int table[] = {1, 2};
            static int prototype(int);
            typedef struct t {
                int a;
            } t;
            static inline int
            f(int a, int (*g)(int)) {
                for (;;) { g(a); }
                return a;
            }
            """)
        #expect(found.map(\.name) == ["TWO", "f"])
        #expect(found.map(\.line) == [3, 12])
        #expect(found.map(\.lineCount) == [3, 5])
    }

    @Test("unbalanced braces are reported instead of lengths", arguments: ["a.swift", "a.c"])
    func unbalanced(path: String) {
        let open = ProjectFile(path: path, text: "void f() {\n  {\n}\n")
        #expect(StructureRules.functionLengths(open).map(\.message) == ["unbalanced brace"])
        let closed = ProjectFile(path: path, text: "\n}\n")
        let violation = Violation(path: path, line: 2, message: "unbalanced brace")
        #expect(StructureRules.functionLengths(closed) == [violation])
    }
}
