internal import VarBlur

extension OutputSet {
    /// Whether files of outputs that are left as they are need to be read.
    var readsKept: Bool { kept.contains { $0.place.isReported } }

    /// The outputs that are left as they are.
    private var kept: [(member: PlannedOutput, place: OutputPlace)] {
        members.compactMap { member in
            guard let place = member.place, member.report?.isSkipped == true else { return nil }
            return (member, place)
        }
    }

    /// Adds to the reports what the files of outputs that are left as they are tell of themselves.
    ///
    /// - Throws: an error with the code `timeout` or `cancelled`.
    func describeKept(_ context: JobContext) throws(ImageError) {
        // memory is reserved once, and was if an output is made
        if memory == 0 && context.reservation != nil {
            var estimate = 0
            for (_, place) in kept where place.isReported {
                guard let file = place.target.existingContents(context) else { continue }
                estimate = max(estimate, (try? LoadedImageFile(output: file, context).decodedByteCount) ?? file.count)
            }
            try context.reserve(memory: estimate)
        }
        for (member, place) in kept {
            guard var report = member.report else { continue }
            report.outputBytes = place.target.existingByteCount
            if place.isReported, let file = place.target.existingContents(context) {
                let header = try? job.codecs.makeReader(of: file, context.withoutMetadata).header
                (report.width, report.height) = (header?.uprightWidth ?? 0, header?.uprightHeight ?? 0)
                report.format = header?.format
                do throws(ImageError) {
                    try report.add(member.job.output.facts, of: file, context)
                } catch {
                    if error.code == .timeout || error.code == .cancelled { throw error }
                    report.notices.append("the existing output has no ThumbHash: \(error.cause)")
                }
            }
            member.outcome = .made(report)
        }
    }
}
