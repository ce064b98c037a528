internal import VarBlurCodecs

/// The command `varblur`.
struct BlurCommand: Command {
    static let help = CommandHelp.varblur

    let request: CommandRequest

    var reportsToPrograms: Bool { request.run.report != nil }

    var entersSandboxLater: Bool { request.run.sandbox != .off }

    func perform(_ settings: EffectiveSettings) throws {
        let (files, run) = (request.files, request.run)
        var options = request.job
        let masks = [options.maskPath, options.mattePath].compactMap(\.self)
        func usesStandardInput(_ lists: [String]) -> Bool {
            run.isVideo || (request.paths + masks + lists).contains { $0.isSame(as: "-") }
        }
        try options.area.add(
            AreaList.shapes(of: options.area, usesStandardInput: usesStandardInput(files.lists.map(\.path))))
        if run.isVideo {
            try giveUpRights(except: [])
            return try VideoRun.perform(request, options, settings)
        }
        let listed = try FileList.paths(
            in: files.lists, usesStandardInput: usesStandardInput(options.area.listPaths))
        let plan = try TaskPlan(request.paths, listed: listed, files: files, options: options, run: run)
        if run.report != nil, plan.tasks.contains(where: { Self.isStandardOutput($0.output) }) {
            throw UsageError(
                "--json writes its report to standard output", remedy: "write the image to a file instead")
        }
        var tasks = plan.tasks
        if request.job.hasMaskFiles {
            var masks = MaskFiles(request.job)
            try masks.add(to: &tasks)
        }
        try OutputConflicts.check(
            tasks,
            against: [
                ("mask", options.maskPath), ("matte", options.mattePath),
                ("settings file", settings.settingsPath ?? run.settingsFile),
            ] + options.area.listPaths.map { ("list of areas", $0) }
                + files.lists.map { ("list of files", $0.path) })
        let unused = UnusedOptions(settings, request.job, files)
        showNotes(on: plan, unused)
        if unused.nameWithoutRadius != nil { for index in tasks.indices { tasks[index].isToldOfRadius = true } }
        try giveUpRights(except: tasks)
        let report = RunReport(
            run.report, isVerbose: run.verbose, settings: settings,
            imageCount: tasks.count { !$0.isFurtherOutput })
        let taskRun = TaskRun(tasks, isDryRun: files.isDryRun, report: report)
        if let status = taskRun.perform(imagesAtOnce: plan.imagesAtOnce) { throw status }
    }

    /// Gives up what tasks do not need, if that was asked for, before there are other threads.
    private func giveUpRights(except tasks: [ImageTask]) throws(ExitStatus) {
        guard entersSandboxLater else { return }
        try Messages.showingError(as: .unavailable) { () throws(ImageError) in
            try Sandbox.enter(
                request.run.sandbox, for: tasks,
                masks: [request.job.maskPath, request.job.mattePath].compactMap(\.self))
        }
        TerminationSignals.startCleanup()
    }

    /// Shows what the user may not expect of the files that were found.
    private func showNotes(on plan: TaskPlan, _ unused: UnusedOptions) {
        if plan.unwrittenCount > 0 {
            let files = plan.unwrittenCount == 1 ? "1 file was" : "\(plan.unwrittenCount) files were"
            let names = ImageFormat.allCases.filter { !ImageFormat.written.contains($0) }.map(\.name)
            Messages.warning(
                "\(files) skipped, because \(names.joined(separator: " and ")) files are only read (use --format with --out-dir)"
            )
        } else if plan.tasks.isEmpty {
            let isEmptyList = !request.files.lists.isEmpty && request.paths.isEmpty
            Messages.warning(
                isEmptyList
                    ? "the list of files is empty, or names directories without images"
                    : "no files with a \(ImageFormat.nameList("or")) extension were found")
        }
        for path in plan.skippedInputs {
            Messages.warning("\(ImageError.printable(path)): skipped, because it is the output of another input")
        }
        let formats = plan.tasks.map(\.job.output.format)
        for hint in unused.hints(formats) {
            Messages.hint(hint)
        }
        if plan.isRefused { Messages.hint("no file is replaced, because not all of them can be read") }
        if plan.skippedLinkCount > 0 {
            let count = plan.skippedLinkCount
            let links = count == 1 ? "1 symbolic link was" : "\(count) symbolic links were"
            Messages.warning("\(links) skipped (use --follow-links to follow them)")
        }
    }

    private static func isStandardOutput(_ path: String) -> Bool {
        path.isSame(as: "-") || DescriptorPath.number(path) == 1 || StandardStreams.isStandardOutput(path)
    }
}
