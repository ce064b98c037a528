internal import CBlurKernels

/// An image at all resolutions above the full one, as far as it is needed.
///
/// With clamped edges, samples beyond the image are those of an image that its edges extend; otherwise they are 0 outside of the overhang.
@safe
final class FieldPyramid: @unchecked Sendable {
    private let coverage: PyramidCoverage
    let shapes: [RowShape]
    private let chain: ResolutionChain
    private let source: FieldSource
    private let loops: InnerLoops
    private let isClamped: Bool
    /// The columns of the image from which any sample is computed.
    private let loadedColumns: Range<Int>
    private let arena: Arena
    /// The stored rows of each resolution, and a row of zeros.
    private let levels: [SampleTable]
    private let builders: [RowBuilder]

    /// The buffers of a thread.
    @safe
    private final class RowBuilder: @unchecked Sendable {
        /// A row that is decimated vertically only.
        let decimated: [SampleRing]
        let decimators: [Decimator]
        /// For every resolution but the last, the latest rows that are not stored: of the image as samples, or decimated.
        let rows: [SampleRing]
        /// The indices of these rows.
        let indices: UnsafeMutablePointer<Int>
        /// The rows that are decimated to one of each resolution.
        let tapRows: UnsafeMutablePointer<UnsafeRawPointer?>
        let tapValues: UnsafeMutablePointer<UnsafePointer<UInt8>?>
        /// The coverage of rows by a matte, if there is one.
        let background: BackgroundRows?

        init(_ shapes: [RowShape], _ job: FieldJob, isClamped: Bool, _ arena: Arena) throws(BlurError) {
            let loops = job.loops
            func rings(_ rowCount: Int) throws(BlurError) -> [SampleRing] {
                var rings: [SampleRing] = []
                for shape in shapes.dropLast() {
                    rings.append(try SampleRing(rowCount, samplesPerRow: shape.samplesPerRow, for: loops, arena: arena))
                }
                return rings
            }
            (decimated, rows) = (try rings(1), try rings(rowCount))
            decimators = try Decimator.all(
                shapes, isClamped ? .partsWithCopies : .partsWithZeros, loops: loops, arena: arena)
            unsafe indices = try arena.allocate(rowCount * shapes.count, of: Int.self)
            unsafe indices.update(repeating: .min, count: rowCount * shapes.count)
            unsafe tapRows = try arena.allocate(6 * shapes.count, of: UnsafeRawPointer?.self)
            unsafe tapValues = try arena.allocate(6, of: UnsafePointer<UInt8>?.self)
            background = try job.background.map { (background) throws(BlurError) in
                try BackgroundRows(background, job, isClamped: isClamped, arena: arena)
            }
        }
    }

    /// At least the number of rows that are decimated to one, a power of two.
    private static let rowCount = 8

    /// The stored rows of a resolution, by the resolution's index.
    private var rows: [Range<Int>] { coverage.rows }

    /// Allocates memory for the rows that are required at each resolution.
    init(_ job: FieldJob, _ coverage: PyramidCoverage, threadCount: Int) throws(BlurError) {
        let (source, chain, loops) = (job.source, job.chain, job.loops)
        (self.source, self.chain, self.loops) = (source, chain, loops)
        isClamped = job.edges == .clamp
        // behind a matte, most of the image is not computed, and its pages stay untouched
        let arena = Arena(usesLargePages: !job.isOverwritten)
        self.arena = arena
        self.coverage = coverage
        loadedColumns = coverage.sourceColumns(chain)
        let channels = job.channelCount
        let shapes = chain.steps.map {
            RowShape(horizontalLevel: $0.horizontalLevel, axis: chain.horizontal, channels: channels)
        }
        self.shapes = shapes
        var levels: [SampleTable] = []
        for (step, shape) in shapes.enumerated() {
            let count = step == 0 ? 1 : coverage.rows[step].count + 1
            // rows are set to zero before they are computed, because doing so for all of them first would take longer
            let table = try SampleTable(
                count, samplesPerRow: shape.samplesPerRow, offset: 0, isZeroed: false, for: loops, arena: arena)
            unsafe table[count - 1].zero(table.samplesPerRow)
            levels.append(table)
        }
        self.levels = levels
        var builders: [RowBuilder] = []
        for _ in 0..<(chain.steps.count > 1 ? threadCount : 0) {
            builders.append(try RowBuilder(shapes, job, isClamped: isClamped, arena))
        }
        self.builders = builders
    }

    /// The memory in use, in bytes.
    var byteCount: Int { arena.byteCount }

    /// Traps unless the samples that a plan reads are computed.
    func require(_ plan: TilePlan) { coverage.require(plan.windowRows, plan.windowColumns, step: plan.step) }

    /// A stored row of a resolution above the full one.
    func row(_ index: Int, step: Int) -> SamplePointer {
        precondition(rows[step].contains(index), "row \(index) of resolution \(step) is not among \(rows[step])")
        return unsafe levels[step][index - rows[step].lowerBound]
    }

    /// Computes all stored rows, one resolution after the other.
    func build() {
        for step in chain.steps.indices.dropFirst() where !rows[step].isEmpty {
            let threads = max(1, min(builders.count, rows[step].count / 8))
            Threads.run(threads) { [self] thread in
                let share = (rows[step].count + threads - 1) / threads
                let first = rows[step].lowerBound + thread * share
                for row in first..<max(first, min(first + share, rows[step].upperBound)) {
                    unsafe makeRow(row, step, into: self.row(row, step: step), builders[thread])
                }
            }
        }
    }
}

extension FieldPyramid {
    private func makeRow(_ index: Int, _ step: Int, into target: SamplePointer, _ builder: RowBuilder) {
        let (finer, coarser) = (chain.steps[step - 1], chain.steps[step])
        let ranges = coverage.columns(ofRow: index, step: step)
        unsafe zeroPadding(of: target, step, ranges)
        for columns in ranges {
            let sources = PyramidCoverage.sourceColumns(of: columns, step, chain)
            guard coarser.verticalLevel > finer.verticalLevel else {
                let row = unsafe finerRow(index, step, builder)
                unsafe builder.decimators[step - 1].decimate(row, sources, into: target, columns)
                continue
            }
            let isDecimatedAlong = coarser.horizontalLevel > finer.horizontalLevel
            if let background = builder.background, step == 1, isDecimatedAlong {
                decimateBackground(index, sources, builder, background)
                unsafe builder.decimators[0].decimateSeparated(target, sources, into: target, columns)
                continue
            }
            let decimated = unsafe isDecimatedAlong ? builder.decimated[step - 1].row(0) : target
            if step == 1 && source.format.alphaKind != BLUR_STRAIGHT && !loops.isLinear && builder.background == nil {
                unsafe decimateValues(index, sources, into: decimated, builder)
            } else {
                unsafe decimateRows(index, step, sources, into: decimated, builder)
            }
            if isDecimatedAlong {
                unsafe builder.decimators[step - 1].decimate(decimated, sources, into: target, columns)
            }
        }
    }

    /// Sets the samples beyond those ends of a row to 0 that some computed columns reach; nothing reads the others.
    private func zeroPadding(of row: SamplePointer, _ step: Int, _ columns: [Range<Int>]) {
        let shape = shapes[step]
        guard let first = columns.first?.lowerBound, let end = columns.last?.upperBound else { return }
        for plane in 0..<shape.planeCount {
            let start = shape.start(plane)
            if first == 0 { unsafe (row + (start - shape.firstSampleOffset)).zero(shape.firstSampleOffset) }
            guard end == shape.columnCount else { continue }
            let last = start + shape.sampleCount
            let isLast = plane == shape.planeCount - 1
            let next = isLast ? shape.samplesPerRow : shape.start(plane + 1) - shape.firstSampleOffset
            unsafe (row + last).zero(next - last)
        }
    }

    /// Decimates rows of the background vertically, and separates their channels.
    private func decimateBackground(
        _ index: Int, _ columns: Range<Int>, _ builder: RowBuilder, _ background: BackgroundRows
    ) {
        let (decimator, channels) = (builder.decimators[0], shapes[0].channels)
        let decimated = unsafe builder.decimated[0].row(0)
        let first = unsafe decimated + shapes[0].firstSampleOffset
        for run in background.runs(columns: columns, rows: 2 * index - 2..<2 * index + 4) {
            if background.requiresWeights(run) {
                unsafe decimateRows(index, 1, run.columns, into: decimated, builder)
                unsafe decimator.separate(first + run.columns.lowerBound * channels, run.columns, channels: channels)
                continue
            }
            if run.coverage.isUncovered {
                unsafe decimateValues(index, run.columns, into: decimated, builder)
                unsafe decimator.separate(
                    first + run.columns.lowerBound * (channels - 1), run.columns, channels: channels - 1)
            } else {
                for channel in 0..<channels - 1 {
                    unsafe decimator.separated(channel, run.columns).zero(run.columns.count)
                }
            }
            unsafe decimator.separated(channels - 1, run.columns).copy(
                run.columns.count, from: background.lastChannel(run))
        }
    }

    private func decimateValues(
        _ index: Int, _ columns: Range<Int>, into target: SamplePointer, _ builder: RowBuilder
    ) {
        let channels = source.format.channels.count
        let first = columns.lowerBound * channels
        for tap in 0..<6 {
            unsafe builder.tapValues[tap] =
                source.row(2 * index - 2 + tap, isClamped: isClamped) + first * source.format.depth.byteCount
        }
        unsafe loops.functions.pointee.decimate_values_across(
            (target + (shapes[0].firstSampleOffset + first)).address, builder.tapValues, columns.count * channels)
    }

    private func decimateRows(
        _ index: Int, _ step: Int, _ columns: Range<Int>, into target: SamplePointer, _ builder: RowBuilder
    ) {
        let shape = shapes[step - 1]
        // the rows may have to be decimated themselves
        let rows = unsafe builder.tapRows + 6 * step
        for plane in 0..<shape.planeCount {
            let samples = shape.samples(columns, ofPlane: plane)
            for tap in 0..<6 {
                let row = unsafe finerRow(2 * index - 2 + tap, step, builder)
                unsafe rows[tap] = UnsafeRawPointer((row + samples.lowerBound).address)
            }
            unsafe loops.functions.pointee.decimate_across(
                (target + samples.lowerBound).address, rows, samples.count)
        }
    }

    /// A row of the next finer resolution: one that is stored, one of the latest, or a row of zeros beyond the image.
    private func finerRow(_ index: Int, _ step: Int, _ builder: RowBuilder) -> SamplePointer {
        let (finer, level) = (step - 1, chain.steps[step - 1].verticalLevel)
        let (first, last) = (chain.vertical.firstRow(level), chain.vertical.lastRow(level))
        if !isClamped && (index < first || index > last) {
            return unsafe levels[finer][finer > 0 ? rows[finer].count : 0]
        }
        let index = min(max(index, first), last)
        if finer > 0 && rows[finer].contains(index) { return unsafe row(index, step: finer) }
        let row = unsafe builder.rows[finer].row(index)
        let slot = finer * Self.rowCount + index & (Self.rowCount - 1)
        if unsafe builder.indices[slot] != index {
            unsafe builder.indices[slot] = index
            if finer > 0 {
                unsafe makeRow(index, finer, into: row, builder)
            } else {
                unsafe load(index, into: row + shapes[0].firstSampleOffset, builder)
            }
        }
        return unsafe row
    }

    /// Converts the pixels of a row from which any sample is computed.
    private func load(_ index: Int, into samples: SamplePointer, _ builder: RowBuilder) {
        let pixels = unsafe source.row(index, isClamped: true)
        let bytesPerPixel = source.format.bytesPerPixel
        if let background = builder.background {
            return unsafe background.load(
                index, pixels, bytesPerPixel: bytesPerPixel, into: samples, columns: loadedColumns
            ) { self.coverage.sourceColumns(ofRows: $0, chain) }
        }
        for columns in self.coverage.sourceColumns(ofRows: index..<index + 1, chain) {
            unsafe loops.load(
                pixels + columns.lowerBound * bytesPerPixel, source.format, count: columns.count,
                into: samples + columns.lowerBound * shapes[0].pixelStep)
        }
    }
}
