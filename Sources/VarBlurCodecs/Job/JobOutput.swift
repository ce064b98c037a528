/// The opened output of a running job.
struct JobOutput {
    /// What receives the bytes.
    let sink: any ByteSink
    let label: FileLabel
    /// The memory in which the output is held until it is complete; `nil` if it goes to a file at once.
    let held: MemoryFile?
    /// The bytes of the output, if it is held, or if the report contains facts about it.
    let copy: MemoryFile?
    /// Gets the complete output ready, so that `commit` takes little time.
    var prepare: () throws(ImageError) -> Void = {}
    /// Makes the complete output appear.
    let commit: () throws(ImageError) -> Void
    /// Undoes `commit`, unless that has replaced a file, or written to a pipe.
    var withdraw: () -> Void = {}

    /// Whether the output is written to a file under a name.
    var isFile: Bool { held == nil }
}

/// Where the output of a job goes, and what may happen to a file that is already there.
struct OutputPlace {
    /// The file; not ``OutputTarget/input``.
    let target: OutputTarget
    /// The name in messages.
    let label: FileLabel
    /// Whether it is the input.
    let isInPlace: Bool
    private let existing: ExistingOutput
    /// What follows the name of the copy of a replaced input; `nil` for no copy.
    private let backupSuffix: String?
    /// Whether the output gets the modification time of the input.
    private let keepsTime: Bool
    /// What the report contains about the bytes of the output.
    private let facts: [OutputFact]

    /// The place of a job's output.
    ///
    /// - Throws: an error with the code `invalidSettings` if the output is to replace an input that is not a file.
    init(_ target: OutputTarget, for source: ImageSource, _ job: BlurJob) throws(ImageError) {
        self.target = try target.resolved(for: source)
        label = target == .input ? source.label : target.label
        (isInPlace, existing, keepsTime, facts) = (
            target == .input, job.existing, job.output.keepsTime, job.output.facts
        )
        backupSuffix = isInPlace ? job.backupSuffix : nil
    }

    /// The place of the alpha of a job's blur.
    ///
    /// - Throws: an error with the code `invalidSettings` if it is to replace the input, or to be in memory.
    init(alpha target: OutputTarget, _ job: BlurJob) throws(ImageError) {
        if target == .input { throw OutputTarget.irregularFileError }
        if target == .memory {
            throw ImageError(.invalidSettings, "the mask cannot be written to memory", remedy: "specify a file")
        }
        (self.target, label, isInPlace, existing, backupSuffix) = (target, target.label, false, job.existing, nil)
        (keepsTime, facts) = (job.output.keepsTime, [])
    }

    /// How many times the output is in memory at the end: once if it is held until it is complete, twice if the caller gets a
    /// copy of it, not at all if it goes to a file at once, and the report contains no facts about it.
    var copyCount: Int { target == .memory ? 2 : target.canOpenEarly && facts.isEmpty ? 0 : 1 }

    private var replaces: Bool { isInPlace || existing.replaces }

    /// Whether an existing output is kept for every input.
    var isKeptUnread: Bool { existing == .skip && !isInPlace && target.exists }

    /// Whether an existing output is kept for an input.
    func isKept(_ input: JobInput, _ digest: JobDigest.Lazy, _ context: JobContext) -> Bool {
        if target == .memory { return false }
        return switch existing {
        case .fail, .replace: false
        case .skip where isInPlace, .skipSame where isInPlace:
            input.contents.digest(context, codecs: input.codecs) != nil
        case .skip: isKeptUnread
        case .skipSame: target.contains(digest.value.description, context, codecs: input.codecs)
        }
    }

    /// Whether an error means that an existing output is kept.
    func isKept(after error: ImageError) -> Bool {
        existing == .skip && !isInPlace && error.reason == .outputExists
    }

    /// Checks the place before any work is done.
    ///
    /// - Throws: an error with the name of the file.
    func check(input: FileIdentity?) throws(ImageError) {
        try label.attributingErrors { () throws(ImageError) in
            try target.check(input: input, replaces: replaces, isInPlace: isInPlace)
            guard let backupSuffix else { return }
            // an open descriptor is written to, and has no name for a backup
            guard target.canOpenEarly else { throw OutputTarget.irregularFileError }
            try target.location?.entry()?.checkBackup(backupSuffix)
        }
    }

    /// Opens the output before the input is decoded, so that no work is done for an output that cannot be written.
    ///
    /// - Throws: an error with the name of the file.
    func open(input: FileIdentity?, _ context: JobContext, isDurable: Bool) throws(ImageError) -> JobOutput {
        try check(input: input)
        let (target, replaces, label) = (target, replaces, label)
        let time = keepsTime && input?.kind == .regular ? input?.modificationTime : nil
        let hasFacts = !facts.isEmpty
        return try label.attributingErrors { () throws(ImageError) in
            if target.canOpenEarly {
                let opened = try target.open(
                    replaces: replaces, backupSuffix: backupSuffix, isDurable: isDurable, modificationTime: time)
                let copy: MemoryFile? = hasFacts ? try MemoryFile() : nil
                return JobOutput(
                    sink: copy.map { CopyingSink(opened, $0) } ?? opened, label: label, held: nil, copy: copy,
                    prepare: opened.prepare, commit: opened.commit, withdraw: opened.withdraw)
            }
            // bytes written to a pipe cannot be withdrawn, so nothing is written until the output is complete
            let file = try MemoryFile()
            return JobOutput(
                sink: file, label: label, held: file, copy: file,
                commit: { () throws(ImageError) in
                    if target == .memory { return }
                    let opened = try target.open(replaces: replaces, isDurable: isDurable, until: context.deadline)
                    try file.write(to: opened)
                    try opened.commit()
                })
        }
    }
}
