internal import VarBlur

extension OutputSet {
    /// The outputs that are made from one decode, and those that are kept but would be.
    private var sharing: [PlannedOutput] {
        if members.count < 2 { return [] }
        let sharing = members.filter { member in
            // an output of the same size may keep data of the input; pixels under a fill are painted as they are decoded
            // an output whose tint is chosen is made more than once
            guard let plan = member.plan ?? member.draft, plan.request.fill == nil, member.job.textContrast == nil
            else { return false }
            return !(plan.request.geometry.isIdentity && plan.routes.count > 1)
        }
        return sharing.count == 1 ? [] : sharing
    }

    /// The outputs that are made from one decode.
    var shared: [PlannedOutput] { sharing.filter { $0.plan != nil } }

    /// How the decoder reduces the image for several outputs: as far as suits the largest, even if that is kept.
    var sharedReduction: Int {
        sharing.compactMap { ($0.plan ?? $0.draft)?.request.geometry.reduction }.min() ?? 1
    }

    /// Plans the outputs that have no result.
    func plan(_ header: ImageHeader, _ input: JobInput, _ context: JobContext) {
        for member in members {
            member.attempt { (_) throws(ImageError) in
                member.plan = try input.label.attributingErrors { () throws(ImageError) in
                    if let draft = member.draft { return draft }
                    return try BlurPlan(header, member.job, context, inputByteCount: input.contents.count)
                }
            }
        }
        if let map = header.gainMap, map.item != 0 { dropGainMaps(header, input, context) }
    }

    /// Leaves out maps that are items of their file, if the outputs exceed the limit of memory, but would not without them: most programs
    /// do not read such maps at all.
    private func dropGainMaps(_ header: ImageHeader, _ input: JobInput, _ context: JobContext) {
        let plans = members.map(\.plan)
        var header = header
        header.gainMap = nil
        for member in members where member.plan?.gainMap != nil {
            do throws(ImageError) {
                try context.limits.check(memory: memoryEstimate + held.byteCount)
                return
            } catch {
                member.attempt { (_) throws(ImageError) in
                    member.plan = try input.label.attributingErrors(
                        BlurPlan(header, member.job, context, inputByteCount: input.contents.count))
                }
                member.plan?.notices.append("the gain map is not copied: \(error.cause)")
            }
        }
        if (try? context.limits.check(memory: memoryEstimate + held.byteCount)) != nil { return }
        for (member, plan) in zip(members, plans) where member.isOpen { member.plan = plan }
    }

    /// Whether a decode for all of several outputs can change them.
    func sharesReduction(of input: JobInput) -> Bool {
        members.count > 1 && input.codec?.capabilities.reductions.isEmpty == false
    }

    /// Drafts the plans of several outputs, and notes in their jobs what a decode for all of them changes.
    ///
    /// The pixels of an output do not depend on which of the others exist already.
    func draft(_ header: ImageHeader, _ input: JobInput, _ context: JobContext) {
        for member in members {
            member.draft = try? BlurPlan(header, member.job, context, inputByteCount: input.contents.count)
        }
        let reduction = sharedReduction
        for member in sharing {
            guard let plan = member.draft else { continue }
            let (reader, geometry) = (plan.request.reader, plan.request.geometry)
            let usesPlanes = reader.format == plan.request.writer.format && !reader.capabilities.reductions.isEmpty
            if usesPlanes || plan.routes.count > 1 || geometry.reduction != reduction {
                member.job.sharedReduction = reduction
            }
        }
    }

    /// An upper bound on the memory of all planned outputs, in bytes, without those that are held.
    var memoryEstimate: Int {
        let shared = shared
        var others = 0
        for member in members where !shared.contains(where: { $0 === member }) {
            guard let plan = member.plan else { continue }
            let choosing = member.job.textContrast == nil ? 0 : plan.legibilityByteCount
            others = max(others, plan.memoryEstimate() + choosing)
        }
        guard let first = shared.first?.plan?.request else { return others }
        let sizes = Self.sizes(shared, sharedReduction)
        let decoded = first.framing.reduced(by: sharedReduction).decodedLayout
        let decoding = first.reader.readerByteCount(first.header) + 16 * decoded.byteCount
        let encoding = shared.compactMap(\.plan?.request).reduce(0) { $0 + $1.writer.writerByteCount($1.encoding) }
        let results = sizes.reduce(0) { $0 + $1.byteCount }
        let blurring = sizes.map(\.blurByteCount).max() ?? 0
        let commonMasks = shared.first?.job.blur.maskByteCount ?? 0
        // each output may have its own part of a mask of the photo
        let masks = shared.compactMap(\.plan?.maskByteCount).reduce(commonMasks) { $0 + $1 - commonMasks }
        let maps = shared.reduce(0) { $0 + ($1.plan?.gainMap?.byteCount ?? 0) }
        let metadata = shared.count * MetadataBudget.memory(ofMetadata: first.header.metadataByteCount)
        return max(others, first.inputByteCount + masks + metadata + decoding + encoding + results + blurring + maps)
    }

    /// The memory of the outputs that are held until they are complete, in bytes, and how many times they are in memory.
    var held: (byteCount: Int, copyCount: Int) {
        members.reduce((0, 0)) { sum, member in
            guard let request = member.plan?.request, let count = member.place?.copyCount else { return sum }
            return (sum.0 + count * request.writer.outputByteCount(request), sum.1 + count)
        }
    }

    /// The blurred images that outputs are encoded from.
    static func sizes(_ members: [PlannedOutput], _ reduction: Int) -> [OutputSize] {
        var sizes: [OutputSize] = []
        for member in members {
            guard let request = member.plan?.request, !sizes.contains(where: { $0.suits(request) }) else { continue }
            sizes.append(OutputSize(request, request.framing.reduced(by: reduction)))
        }
        return sizes
    }

    /// Checks the outputs without writing anything; see ``BlurJob/preflight(from:to:)``.
    func preflight(
        _ input: JobInput, _ context: JobContext
    ) throws(ImageError) -> [Result<BlurJob.Preflight, ImageError>] {
        let decoder = try input.makeDecoder(context)
        let header = decoder.header
        if sharesReduction(of: input) { draft(header, input, context) }
        plan(header, input, context)
        let memory = memoryEstimate + held.byteCount
        try input.label.attributingErrors(context.limits.check(memory: memory))
        return members.map { member in
            var preflight: BlurJob.Preflight?
            member.attempt { (place) throws(ImageError) in
                guard let plan = member.plan else { return }
                let request = plan.request
                let digest = JobDigest.Lazy(of: member.job, contents: input.contents)
                let isSkipped = place.isKept(input, digest, context)
                if !isSkipped { try place.check(input: input.identity) }
                if !isSkipped || job.isMissingAlpha { try alphaPlace?.check(input: input.identity) }
                preflight = BlurJob.Preflight(
                    width: request.geometry.width, height: request.geometry.height, memory: memory,
                    inputBytes: input.contents.count, isSkipped: isSkipped, input: InputSummary(header),
                    light: request.blur.light, notices: isSkipped ? [] : decoder.notices + plan.notices)
            }
            if let preflight { return .success(preflight) }
            return .failure(member.error ?? ImageError(.fault, "the output was not planned"))
        }
    }
}
