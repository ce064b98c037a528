/// The layers of a stack that show in an area, and how they are arranged.
struct StackPlan {
    /// The stack, without the layers that an ellipsis stands for.
    var stack: StackLayer
    /// The number of its own layers that it still has.
    var count: Int
    /// The sizes of the layers with their padding; `nil` for those that take no room.
    let sizes: [SceneSize?]
    let arrangement: StackArrangement
    /// The size of all layers together, or that of the area if they reach beyond it although they must not.
    var size: SceneSize
    /// The index of the first layer that reaches beyond the area although it must not; `nil` if none does.
    var firstOutside: Int?

    /// The areas of the layers, with their padding, in a frame.
    func areas(in frame: SceneRectangle) -> [SceneRectangle] { arrangement.areas(of: sizes, in: frame) }

    /// The layers with their areas in a frame.
    func parts(in frame: SceneRectangle) -> [OfferedLayer] { zip(stack.layers, areas(in: frame)).map { ($0, $1) } }
}

/// A layer with the area that its parent offers it.
typealias OfferedLayer = (layer: SceneLayer, area: SceneRectangle)

extension SceneLayout {
    /// The layers of a stack that show in an area of a size.
    ///
    /// - Throws: an error of a text.
    func plan(of stack: StackLayer, in area: SceneSize) throws(SceneError) -> StackPlan {
        var plan = try wholePlan(of: stack, in: area)
        let overflow = stack.usedOverflow
        guard overflow != .visible, !plan.arrangement.fits(plan.sizes, in: area, lineLimit: stack.lines) else {
            return plan
        }
        let fitting = plan.arrangement.fittingCount(plan.sizes, in: area, lineLimit: stack.lines)
        if overflow == .ellipsis {
            for count in (0...fitting).reversed() where count % stack.groupSize == 0 {
                var shortened = try wholePlan(of: stack.shortened(to: count), in: area)
                guard shortened.arrangement.fits(shortened.sizes, in: area, lineLimit: stack.lines) else { continue }
                shortened.count = count
                return shortened
            }
        }
        plan.firstOutside = fitting
        plan.size = area
        return plan
    }

    /// The plan of all layers of a stack.
    private func wholePlan(of stack: StackLayer, in area: SceneSize) throws(SceneError) -> StackPlan {
        var stack = stack
        if let width = arrangement(stack, in: area).lines?.grid?.columnWidth {
            // the column is the width of images that have only a height
            for index in stack.layers.indices where stack.layers[index].hasAspectRatio {
                let placement = stack.layers[index].placement
                stack.layers[index].placement.width =
                    placement.width ?? .pixels(max(width - extra(placement.padding).width, 0))
            }
        }
        let sizes = try outerSizes(stack, in: area)
        let arrangement = try arrangement(stack, of: sizes, in: area)
        return StackPlan(
            stack: stack, count: stack.layers.count, sizes: sizes, arrangement: arrangement,
            size: arrangement.size(of: sizes, width: area.width))
    }

    private func arrangement(_ stack: StackLayer, in area: SceneSize) -> StackArrangement {
        let axis = stack.isGrid ? .horizontal : stack.axis
        let spacing = pixels(stack.spacing, axis)
        var arrangement = StackArrangement(
            axis: axis, spacing: spacing, alignment: stack.contentAlignment,
            ownAlignments: stack.layers.map(\.placement.chosenAlignment),
            isRightToLeft: stack.direction == .rightToLeft)
        if stack.isGrid || stack.wraps {
            arrangement.lines = StackLines(
                spacing: stack.lineSpacing.map { pixels($0, .vertical) } ?? spacing,
                grid: stack.isGrid ? grid(stack, spacing, width: area.width) : nil)
        }
        return arrangement
    }

    /// The least width and height of a cell in pixels, so that layers without room do not fit, instead of being invisible.
    private static let leastCell = 1.0

    /// The columns of a grid of a width.
    private func grid(_ stack: StackLayer, _ spacing: Double, width: Double) -> StackLines.Grid {
        let least = max(stack.minColumnWidth?.pixels(of: canvas.width) ?? 0, 0.001)
        let fitting = (width + spacing + StackArrangement.tolerance) / (least + spacing)
        let count = max(min(stack.columns.map { Double($0) } ?? fitting, 1000), 1).rounded(.down)
        return StackLines.Grid(
            count: Int(count), columnWidth: max((width - spacing * (count - 1)) / count, Self.leastCell))
    }

    /// The arrangement of a stack whose layers have some sizes with their padding, with their baselines.
    private func arrangement(
        _ stack: StackLayer, of sizes: [SceneSize?], in area: SceneSize
    ) throws(SceneError) -> StackArrangement {
        var arrangement = arrangement(stack, in: area)
        guard stack.axis == .horizontal, let baseline = stack.baseline else { return arrangement }
        var baselines: [Double] = []
        for (layer, size) in zip(stack.layers, sizes) {
            guard let size else {
                baselines.append(0)
                continue
            }
            let area = SceneRectangle(x: 0, y: 0, width: size.width, height: size.height)
            baselines.append(try self.baseline(baseline, of: layer, in: area) ?? size.height)
        }
        arrangement.baselines = baselines
        return arrangement
    }

    /// The vertical position of a baseline of a layer, or of the first layer in it that has one; `nil` without texts.
    func baseline(
        _ baseline: StackLayer.Baseline, of layer: SceneLayer, in area: SceneRectangle
    ) throws(SceneError) -> Double? {
        layer.isAbsent ? nil : try layer.content.placed.baseline(baseline, in: frame(of: layer, in: area), self)
    }

    // MARK: - Sizes

    /// The sizes of the layers of a stack with their padding; layers without a size of their own share what the others leave.
    ///
    /// - Returns: a size for each layer; `nil` for those that take no room.
    private func outerSizes(_ stack: StackLayer, in area: SceneSize) throws(SceneError) -> [SceneSize?] {
        let arrangement = arrangement(stack, in: area)
        let offered = SceneSize(width: arrangement.lines?.grid?.columnWidth ?? area.width, height: area.height)
        var sizes: [SceneSize?] = []
        for layer in stack.layers { sizes.append(layer.isAbsent ? nil : try outerSize(of: layer, in: offered)) }
        if let lines = arrangement.lines {
            if lines.grid != nil { shareHeight(of: area, among: stack, arrangement, lines, &sizes) }
        } else if stack.axis != .depth {
            try shareLength(of: area, among: stack, arrangement, &sizes)
        }
        return sizes
    }

    /// The size of a layer with the padding around it, if it is offered an area.
    private func outerSize(of layer: SceneLayer, in area: SceneSize) throws(SceneError) -> SceneSize {
        let extra = extra(layer.placement.padding)
        let size = try size(
            of: layer,
            in: SceneSize(width: max(area.width - extra.width, 0), height: max(area.height - extra.height, 0)))
        return SceneSize(width: size.width + extra.width, height: size.height + extra.height)
    }

    /// Gives layers along the axis of a stack that depend on the area what the others leave.
    ///
    /// Stacks whose layers must not reach beyond them come first; layers without a size share the rest.
    private func shareLength(
        of area: SceneSize, among stack: StackLayer, _ arrangement: StackArrangement, _ sizes: inout [SceneSize?]
    ) throws(SceneError) {
        let side = stack.axis == .horizontal ? \SceneSize.width : \SceneSize.height
        func isFlexible(_ layer: SceneLayer) -> Bool {
            stack.axis == .horizontal ? layer.isFlexible.width : layer.isFlexible.height
        }
        let present = sizes.indices.filter { sizes[$0] != nil }
        let flexible = present.filter { isFlexible(stack.layers[$0]) }
        var open = present.filter { stack.layers[$0].isLimited && !flexible.contains($0) } + flexible
        func rest() -> Double {
            let used = present.reduce(0.0) { open.contains($1) ? $0 : $0 + (sizes[$1]?[keyPath: side] ?? 0) }
            return max(area[keyPath: side] - used - arrangement.spacing * Double(present.count - 1), 0)
        }
        var offered = area
        while open.count > flexible.count {
            offered[keyPath: side] = rest() / Double(open.count - flexible.count)
            let size = try outerSize(of: stack.layers[open[0]], in: offered)
            sizes[open.removeFirst()] = size
        }
        guard !flexible.isEmpty else { return }
        offered[keyPath: side] = rest() / Double(flexible.count)
        for index in flexible {
            if stack.layers[index].isLimited { sizes[index] = try outerSize(of: stack.layers[index], in: offered) }
            sizes[index]?[keyPath: side] = offered[keyPath: side]
        }
    }

    /// Lets rows of a grid with layers without a height share what the other rows leave.
    private func shareHeight(
        of area: SceneSize, among stack: StackLayer, _ arrangement: StackArrangement, _ lines: StackLines,
        _ sizes: inout [SceneSize?]
    ) {
        let rows = lines.division(of: sizes, width: area.width, arrangement.spacing)
        let heights = rows.map { row in
            row.reduce(0) { stack.layers[$1].fillsCells ? $0 : max($0, sizes[$1]?.height ?? 0) }
        }
        let flexible = rows.indices.filter { rows[$0].contains { stack.layers[$0].fillsCells } }
        let used = rows.indices.reduce(lines.spacing * Double(rows.count - 1)) {
            flexible.contains($1) ? $0 : $0 + heights[$1]
        }
        let share = max((area.height - used) / Double(max(flexible.count, 1)), Self.leastCell)
        for row in flexible {
            for index in rows[row] where stack.layers[index].fillsCells {
                sizes[index]?.height = max(share, heights[row])
            }
        }
    }
}

extension StackLayer {
    /// What happens to layers that do not fit.
    var usedOverflow: Overflow { overflow ?? (wraps || isGrid ? .error : .visible) }

    /// The stack with its first layers, and with others in place of the rest.
    func shortened(to count: Int) -> StackLayer {
        var stack = self
        let rest = layers.indices[count...].filter { !layers[$0].isAbsent }
        let ellipsis = more.isEmpty ? [exemplar(after: count)].compactMap { $0?.ellipsis } : more
        let groupCount = Set(rest.map { $0 / groupSize }).count
        stack.layers = layers[..<count] + ellipsis.map { $0.telling(count: groupCount) }
        (stack.overflow, stack.more) = (.visible, [])
        return stack
    }

    /// The layer whose copy tells how many others are left out after the first ones: the first one, or one of its group that has a text.
    func exemplar(after count: Int) -> SceneLayer? {
        let group = layers[count...].prefix(groupSize).filter { !$0.isAbsent }
        return group.first(where: \.canTellCount) ?? group.first ?? layers[count...].first { !$0.isAbsent }
    }
}

extension SceneLayer {
    /// The word in texts that stands for the number of layers that were left out.
    private static let placeholder = "{count}"

    /// The layer as one that tells how many others were left out: with its first text alone, which is replaced.
    fileprivate var ellipsis: SceneLayer {
        var (layer, isReplaced) = (self, false)
        layer.changeTexts { text in
            (text.text, text.isMarkup) = (isReplaced ? "" : "+\(Self.placeholder)", false)
            isReplaced = true
        }
        return layer
    }

    /// Whether the layer has a text in which an ellipsis can tell how many layers were left out.
    var canTellCount: Bool {
        var (layer, hasText) = (self, false)
        layer.changeTexts { _ in hasText = true }
        return hasText
    }

    /// The layer with a number in its texts.
    fileprivate func telling(count: Int) -> SceneLayer {
        var layer = self
        layer.changeTexts {
            $0.signedNumber = "+\(count)"
            $0.text = $0.text.replacing(Self.placeholder, with: String(count))
        }
        return layer
    }

    /// Changes the texts in the layer.
    private mutating func changeTexts(_ change: (inout TextLayer) -> Void) {
        if case .text(var text) = content {
            change(&text)
            content = .text(text)
        } else {
            content.value.changeChildren { layers in
                for index in layers.indices { layers[index].changeTexts(change) }
            }
        }
    }
}
