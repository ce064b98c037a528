internal import VarBlur

/// Draws one group of items.
@safe
struct GlassDrawing: @unchecked Sendable {
    /// The minimum number of pixels for each thread.
    private static let pixelsPerThread = 16_000

    private let plan: GlassPlan
    private let group: GlassGroup
    private let pixels: UnsafeMutablePixels
    private let execution: BlurExecution
    /// The pixels that may be changed.
    private let target: PixelRegion

    /// Prepares drawing on an image; returns `nil` if nothing changes in the region.
    init?(
        _ group: GlassGroup, _ plan: GlassPlan, on pixels: UnsafeMutablePixels, region: PixelRegion,
        _ execution: BlurExecution
    ) {
        guard let target = PixelRegion(covering: group.shadowBounds, inside: region) else { return nil }
        (self.group, self.plan, self.target, self.execution) = (group, plan, target, execution)
        unsafe self.pixels = pixels
    }

    /// Draws shadow and glass.
    func run() throws(BlurError) {
        let canvas = unsafe pixels.layout.bounds
        let threads = threadCount(target.width * target.height)
        let reach = Int(plan.shadowReach)
        let limits = reach > 0 ? canvas.outset(by: reach) : target
        let covered = PixelRegion(covering: group.coveredBounds, inside: limits)
        let fields = try covered.map { (region) throws(BlurError) in
            try GlassFields(group, plan, in: region, threadCount: threads)
        }
        let shadow = try shadow(fields, covered)
        let backdrop = try backdrop(fields?.cells.cells ?? [], canvas)
        var places: [Position: Int] = [:]
        for (index, cell) in (fields?.cells.cells ?? []).enumerated() {
            places[Position(cell.column, cell.row)] = index
        }
        var scratches: [Scratch] = []
        for thread in 0..<threads {
            let memory = if let fields { fields.scratch(thread) } else { try GlassScratch(itemCount: 0) }
            scratches.append(Scratch(memory: memory))
        }
        let scratch = scratches
        let (columns, rows, indices) = (GlassCells.range(target.columns), GlassCells.range(target.rows), places)
        Threads.run(threads) { thread in
            var number = 0
            for row in rows {
                for column in columns {
                    number += 1
                    guard number % threads == thread else { continue }
                    let cell = GlassCells.Cell(column: column, row: row, items: [])
                    guard let part = cell.region.intersection(target) else { continue }
                    if let index = indices[Position(column, row)], let fields, let backdrop {
                        let field = fields.field(index, isMixed: true, thread: thread)
                        draw(cell, part, field, backdrop, shadow, scratch[thread].memory)
                    } else {
                        drawShadow(shadow, scratch[thread].memory, in: part)
                    }
                }
            }
        }
    }

    private struct Position: Hashable {
        let column: Int
        let row: Int

        init(_ column: Int, _ row: Int) { (self.column, self.row) = (column, row) }
    }

    /// Scratch memory, which only one thread uses.
    private struct Scratch: @unchecked Sendable {
        let memory: GlassScratch
    }

    private func threadCount(_ pixelCount: Int) -> Int {
        max(1, min(execution.threadCount, pixelCount / Self.pixelsPerThread))
    }

    /// Blurs what the covered cells read; `nil` if there are none.
    private func backdrop(_ cells: [GlassCells.Cell], _ canvas: PixelRegion) throws(BlurError) -> GlassBackdrop? {
        let regions = cells.compactMap { $0.region.intersection(target) }
        guard let covered = regions.reduce(nil, { $0?.union($1) ?? $1 }) else { return nil }
        let bevel = group.items.map { Double($0.bevel) }.max() ?? 0
        let reach = Int(GlassPlan.backdropReach(bevel: bevel, plan.material))
        guard let region = covered.outset(by: reach).intersection(canvas) else { return nil }
        return try unsafe GlassBackdrop(
            pixels.readOnly, region: region, radius: plan.material.blur * plan.material.scale, execution)
    }

    /// Computes the shadow of all items, as far as it may be visible on the canvas.
    private func shadow(_ fields: GlassFields?, _ covered: PixelRegion?) throws(BlurError) -> GlassShadow {
        guard plan.material.shadow > 0, let fields, let covered else { return GlassShadow() }
        let region = covered.outset(by: Int(plan.shadowReach))
        var coverage = try PixelBuffer(width: region.width, height: region.height, format: PixelFormat(.gray))
        unsafe coverage.withUnsafeMutablePixels { plane in
            for (index, cell) in fields.cells.cells.enumerated() {
                guard let part = cell.region.intersection(covered) else { continue }
                let field = fields.field(index, isMixed: false, thread: 0)
                for y in part.rows {
                    for x in part.columns {
                        let sample = unsafe GlassSample(field.values, at: cell.index(x: x, y: y))
                        let offset = unsafe (y - region.y) * plane.layout.bytesPerRow + x - region.x
                        let value = UInt8(sample.coverage * 255 + 0.5)
                        unsafe plane.base.storeBytes(of: value, toByteOffset: offset, as: UInt8.self)
                    }
                }
            }
        }
        return try GlassShadow(of: coverage, region: region, plan.material, execution)
    }

    private func draw(
        _ cell: GlassCells.Cell, _ part: PixelRegion, _ field: GlassField, _ backdrop: GlassBackdrop,
        _ shadow: GlassShadow, _ scratch: GlassScratch
    ) {
        let optics = GlassOptics.standard
        unsafe optics.displacement.withUnsafeBufferPointer { displacement in
            unsafe optics.facing.withUnsafeBufferPointer { facing in
                unsafe backdrop.withSamples { samples in
                    guard let displacement = displacement.baseAddress, let facing = facing.baseAddress else { return }
                    let surface = unsafe GlassSurface(
                        settings: GlassSurface.Settings(plan.material), backdrop: samples, displacement: displacement,
                        facing: facing)
                    for y in part.rows {
                        unsafe shadow.write(row: y, columns: part.columns, to: scratch.shadows)
                        for x in part.columns {
                            let opacity = unsafe scratch.shadows[x - part.x]
                            unsafe draw(surface, field, opacity, index: cell.index(x: x, y: y), x: x, y: y)
                        }
                    }
                }
            }
        }
    }

    private func draw(
        _ surface: GlassSurface, _ field: GlassField, _ opacity: Float, index: Int, x: Int, y: Int
    ) {
        let sample = unsafe GlassSample(field.values, at: index)
        let coverage = sample.coverage
        guard coverage > 0 else { return drawShadow(opacity, x: x, y: y) }
        let color = unsafe surface.color(
            sample, x: x, y: y, bevel: field.bevels[index], tint: field.tints[index])
        guard coverage < 1 else { return store(color, x: x, y: y) }
        let behind = load(x: x, y: y).shaded(opacity)
        store(behind + (color - behind) * coverage, x: x, y: y)
    }

    private func drawShadow(_ shadow: GlassShadow, _ scratch: GlassScratch, in part: PixelRegion) {
        for y in part.rows {
            unsafe shadow.write(row: y, columns: part.columns, to: scratch.shadows)
            for x in part.columns { unsafe drawShadow(scratch.shadows[x - part.x], x: x, y: y) }
        }
    }

    private func drawShadow(_ opacity: Float, x: Int, y: Int) {
        if opacity > 0 { store(load(x: x, y: y).shaded(opacity), x: x, y: y) }
    }

    @inline(__always)
    private func load(x: Int, y: Int) -> SIMD4<Float> {
        let source = unsafe pixels.base + pixels.layout.byteOffset(x: x, y: y)
        return SIMD4(unsafe source.loadUnaligned(as: SIMD4<UInt8>.self))
    }

    /// Writes a color with samples of 0 to 255.
    @inline(__always)
    private func store(_ color: SIMD4<Float>, x: Int, y: Int) {
        let target = unsafe pixels.base + pixels.layout.byteOffset(x: x, y: y)
        let rounded = color + 0.5
        // one by one, because the conversion of vectors calls a slow general function for each of their elements
        let samples = SIMD4(UInt8(rounded.x), UInt8(rounded.y), UInt8(rounded.z), UInt8(rounded.w))
        unsafe target.storeBytes(of: samples, as: SIMD4<UInt8>.self)
    }
}

extension GlassCells.Cell {
    /// The index of the sample of a pixel in a tile.
    func index(x: Int, y: Int) -> Int {
        (y - row * GlassCells.side + 1) * DistanceTile.side + x - column * GlassCells.side + 1
    }
}

extension SIMD4<Float> {
    /// A premultiplied pixel under a black layer.
    fileprivate func shaded(_ opacity: Float) -> SIMD4<Float> {
        var shaded = self * (1 - opacity)
        shaded.w = w + (255 - w) * opacity
        return shaded
    }
}
