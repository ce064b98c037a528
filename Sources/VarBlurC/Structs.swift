internal import CVarBlur

/// A struct of the interface that begins with its size.
protocol SizedStruct {
    static var name: String { get }
    /// `sizeof` in the program of the caller.
    var size: Int { get }
}

extension varblur_options: SizedStruct {
    static var name: String { "options" }
}

extension varblur_run: SizedStruct {
    static var name: String { "run" }
}

extension SizedStruct {
    /// Copies a struct of the caller.
    ///
    /// A later version of the interface may have added members: they must be 0 for this version of the library.
    static func copy(_ pointer: UnsafePointer<Self>) throws(CallError) -> Self {
        let size = pointer.pointee.size
        guard size >= MemoryLayout<Self>.size, size <= greatestSize else {
            throw CallError(VARBLUR_INVALID_ARGUMENT, "the size of \(name) is \(size), not \(MemoryLayout<Self>.size)")
        }
        let unknown = UnsafeRawBufferPointer(start: pointer, count: size)[MemoryLayout<Self>.size...]
        guard unknown.allSatisfy({ $0 == 0 }) else {
            throw CallError(VARBLUR_UNSUPPORTED, "\(name) has members that this version of the library does not know")
        }
        return pointer.pointee
    }

    /// No version of a struct is larger.
    private static var greatestSize: Int { 4096 }
}
