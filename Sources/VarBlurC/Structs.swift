internal import CVarBlur

/// A struct of the interface that begins with its size.
protocol SizedStruct {
    static var name: String { get }
    /// `sizeof` in the first version of the interface that has the struct.
    static var firstSize: Int { get }
    static var defaults: Self { get }
}

// While nothing has been added to a struct, its first size is that of today.

extension varblur_options: SizedStruct {
    static var name: String { "options" }
    /// The size before `mosaic` was added.
    static var firstSize: Int { MemoryLayout<Self>.size - MemoryLayout<Double>.size }
}

extension varblur_run: SizedStruct {
    static var name: String { "run" }
    static var firstSize: Int { MemoryLayout<Self>.size }
    static var defaults: varblur_run { varblur_run() }
}

extension SizedStruct {
    /// No version of a struct is larger.
    private static var greatestSize: Int { 4096 }

    /// Copies a struct of the caller.
    ///
    /// An earlier version of the interface may have lacked members: they have their defaults. A later version may have added members: they
    /// must be 0 for this version of the library.
    static func copy(_ pointer: UnsafePointer<Self>) throws(CallError) -> Self {
        // only as much memory as the caller says exists
        let size = UnsafeRawPointer(pointer).load(as: Int.self)
        guard size >= firstSize, size <= greatestSize else {
            throw CallError(
                VARBLUR_INVALID_ARGUMENT, "the size of \(name) is \(unsigned(size)), not \(MemoryLayout<Self>.size)")
        }
        let given = UnsafeRawBufferPointer(start: pointer, count: size)
        guard given.dropFirst(MemoryLayout<Self>.size).allSatisfy({ $0 == 0 }) else {
            throw CallError(VARBLUR_UNSUPPORTED, "\(name) has members that this version of the library does not know")
        }
        var copy = defaults
        withUnsafeMutableBytes(of: &copy) { $0.copyMemory(from: .init(rebasing: given.prefix($0.count))) }
        return copy
    }

    /// Sets a struct of the caller, who may know another version of it, to its defaults.
    static func initialize(_ pointer: UnsafeMutablePointer<Self>, _ size: Int) {
        guard size >= firstSize else { return }
        let bytes = UnsafeMutableRawBufferPointer(start: pointer, count: size)
        bytes.initializeMemory(as: UInt8.self, repeating: 0)
        withUnsafeBytes(of: defaults) { bytes.copyMemory(from: .init(rebasing: $0.prefix(size))) }
        bytes.storeBytes(of: size, as: Int.self)
    }
}
