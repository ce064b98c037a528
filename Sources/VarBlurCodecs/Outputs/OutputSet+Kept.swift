internal import VarBlur

extension OutputSet {
    /// The outputs that are left as they are, and the facts that are wanted of their files.
    private var kept: [(member: PlannedOutput, target: OutputTarget, facts: [OutputFact])] {
        members.compactMap { member in
            guard let place = member.place, member.report?.isSkipped == true else { return nil }
            return (member, place.target, member.job.output.facts)
        }
    }

    /// Whether files of outputs that are left as they are need to be read.
    var readsKept: Bool { kept.contains { !$0.facts.isEmpty } }

    /// The memory that it takes to read the largest of these files, in bytes; at most what is allowed.
    func keptByteCount(_ context: JobContext) -> Int {
        let counts = kept.map { _, target, facts in
            guard !facts.isEmpty, let file = try? target.existingContents(context) else { return 0 }
            return (try? LoadedImageFile(output: file, context).decodedByteCount) ?? file.count
        }
        return min(counts.max() ?? 0, context.limits.memory)
    }

    /// Adds to the reports what the files of outputs that are left as they are tell of themselves; what cannot be told is a notice.
    func describeKept(_ context: JobContext) {
        for (member, target, facts) in kept {
            guard var report = member.report else { continue }
            report.outputBytes = target.existingByteCount
            if !facts.isEmpty {
                do throws(ImageError) {
                    let file = try target.existingContents(context)
                    if let header = try? job.codecs.makeReader(of: file, context.withoutMetadata).header {
                        (report.width, report.height) = (header.uprightWidth, header.uprightHeight)
                        report.format = header.format
                    }
                    try report.add(facts, of: file, context)
                } catch {
                    report.notices.append("the report on the existing output is incomplete: \(error.cause)")
                }
            }
            member.outcome = .made(report)
        }
    }
}
