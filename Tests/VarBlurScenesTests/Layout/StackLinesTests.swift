import TestSupport
import Testing

@testable import VarBlurScenes

@Suite("Stacks that wrap, and grids")
struct StackLinesTests {
    /// A stack on a canvas of a size, with layers of some sizes.
    private struct Sample {
        var stack = StackLayer(.horizontal, [])
        var canvas: SceneSize
        let sizes: [SceneSize]

        init(_ random: inout SplitMix64) {
            canvas = SceneSize(
                width: .random(in: 40...400, using: &random), height: .random(in: 40...400, using: &random))
            let limit = canvas.width
            sizes = (0..<Int.random(in: 1...24, using: &random)).map { _ in
                SceneSize(width: .random(in: 1...limit, using: &random), height: .random(in: 1...40, using: &random))
            }
            stack.layers = sizes.map { StackLinesTests.box($0) }
            stack.spacing = .pixels(.random(in: 0...20, using: &random))
            stack.lineSpacing = Bool.random(using: &random) ? nil : .pixels(.random(in: 0...20, using: &random))
            stack.contentAlignment = SceneAlignment.allCases.randomElement(using: &random) ?? .center
            stack.direction = SceneDirection.allCases.randomElement(using: &random)
            stack.wraps = true
        }

        /// The same with layers of other sizes.
        init(sizes: [SceneSize], like other: Sample) {
            (self.sizes, canvas, stack) = (sizes, other.canvas, other.stack)
        }

        var spacing: Double { stack.spacing.pixels(of: canvas.width) }
        var lineSpacing: Double { stack.lineSpacing?.pixels(of: canvas.height) ?? spacing }

        /// The lines that a person would make: each has as many boxes as fit.
        var lines: [[Int]] {
            var lines: [[Int]] = []
            for index in sizes.indices {
                let width = (lines.last ?? []).reduce(sizes[index].width) { $0 + sizes[$1].width + spacing }
                if lines.isEmpty || width > canvas.width {
                    lines.append([index])
                } else {
                    lines[lines.count - 1].append(index)
                }
            }
            return lines
        }

        /// The height of some lines.
        func height(of lines: [[Int]]) -> Double {
            lines.reduce(lineSpacing * Double(lines.count - 1)) { $0 + ($1.map { sizes[$0].height }.max() ?? 0) }
        }

        /// The frame of the stack, and its plan there.
        func placed() throws -> (plan: StackPlan, frame: SceneRectangle) {
            let layout = try SceneLayout.of(width: canvas.width, height: canvas.height)
            let area = SceneRectangle(x: 0, y: 0, width: canvas.width, height: canvas.height)
            let layer = SceneLayer(.stack(stack), placement: Placement(.topLeading))
            let frame = try layout.frame(of: layer, in: area)
            return (try layout.plan(of: stack, in: frame.size), frame)
        }
    }

    private static func box(_ size: SceneSize) -> SceneLayer {
        SceneLayer(
            .fill(FillLayer(.color(.black))),
            placement: Placement(.center, width: .pixels(size.width), height: .pixels(size.height)))
    }

    private static func isInside(_ area: SceneRectangle, _ frame: SceneRectangle) -> Bool {
        area.x >= frame.x - 1e-6 && area.y >= frame.y - 1e-6 && area.maxX <= frame.maxX + 1e-6
            && area.maxY <= frame.maxY + 1e-6
    }

    private static func check(_ areas: [SceneRectangle], _ frame: SceneRectangle, isRightToLeft: Bool) {
        for (index, area) in areas.enumerated() {
            #expect(isInside(area, frame), "\(area) \(frame)")
            for other in areas[..<index] {
                #expect(other.inset(by: 1e-6).intersection(area) == nil)
                // the order is that of reading
                let isBeside = isRightToLeft ? area.maxX <= other.x + 1e-6 : area.x >= other.maxX - 1e-6
                #expect(isBeside || area.y >= other.maxY - 1e-6, "\(other) \(area)")
            }
        }
    }

    @Test("lines hold as many layers as fit, in their order, and none of them is outside", arguments: 0..<60)
    func lines(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        let sample = Sample(&random)
        let lines = sample.lines
        let (plan, frame) = try sample.placed()
        #expect((plan.firstOutside != nil) == (sample.height(of: lines) > sample.canvas.height))
        #expect(frame.maxX <= sample.canvas.width + 1e-6 && frame.maxY <= sample.canvas.height + 1e-6)
        guard plan.firstOutside == nil else { return }
        let (areas, unit) = (plan.areas(in: frame), sample.stack.contentAlignment.unitPoint)
        Self.check(areas, frame, isRightToLeft: sample.stack.direction == .rightToLeft)
        var top = frame.y
        for line in lines {
            let width = line.reduce(sample.spacing * Double(line.count - 1)) { $0 + sample.sizes[$1].width }
            let height = line.map { sample.sizes[$0].height }.max() ?? 0
            #expect(width <= sample.canvas.width + 1e-6)
            let left = line.map { areas[$0].x }.min() ?? 0
            #expect(abs(left - frame.x - (frame.width - width) * unit.x) < 1e-6)
            for index in line {
                #expect(abs(areas[index].y - top - (height - sample.sizes[index].height) * unit.y) < 1e-6)
            }
            top += height + sample.lineSpacing
        }
    }

    @Test("an ellipsis tells how many layers are left out, of which as few as possible are", arguments: 0..<60)
    func ellipsis(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        var sample = Sample(&random)
        sample.canvas.height = .random(in: 60...120, using: &random)
        sample.stack.overflow = .ellipsis
        sample.stack.lines = .random(in: 0...3, using: &random)
        let note = SceneSize(width: min(30, sample.canvas.width), height: 10)
        var more = Self.box(note)
        more.content = .text(TextLayer("{count}"))
        sample.stack.more = [more]
        let (plan, frame) = try sample.placed()
        #expect(plan.firstOutside == nil)
        Self.check(plan.areas(in: frame), frame, isRightToLeft: sample.stack.direction == .rightToLeft)
        func fits(_ count: Int, withNote: Bool) -> Bool {
            let shown = Sample(sizes: Array(sample.sizes[..<count]) + (withNote ? [note] : []), like: sample)
            let lines = shown.lines
            return shown.height(of: lines) <= shown.canvas.height
                && (sample.stack.lines == 0 || lines.count <= sample.stack.lines)
        }
        let count = sample.sizes.count
        guard !fits(count, withNote: false) else {
            #expect(plan.stack.layers == sample.stack.layers)
            return
        }
        let shown = try #require((0..<count).last { fits($0, withNote: true) })
        #expect(plan.count == shown && plan.stack.layers.count == shown + 1)
        guard case .text(let text)? = plan.stack.layers.last?.content else { throw CancellationError() }
        #expect(text.text == "\(count - shown)")
    }

    @Test("right to left is the mirror image", arguments: 0..<40)
    func mirrored(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        var sample = Sample(&random)
        (sample.canvas.height, sample.stack.direction) = (4000, nil)
        switch seed % 4 {
        case 0: sample.stack.columns = .random(in: 1...5, using: &random)
        case 1: sample.stack.wraps = false
        default: break
        }
        sample.stack.overflow = .visible
        for index in sample.stack.layers.indices where Bool.random(using: &random) {
            sample.stack.layers[index].placement.alignment =
                SceneAlignment.allCases.randomElement(using: &random) ?? .center
        }
        func areas(_ direction: SceneDirection) throws -> (areas: [SceneRectangle], frame: SceneRectangle) {
            let directed = [SceneLayer(.stack(sample.stack))].directed(direction)
            guard case .stack(let stack) = directed[0].content else { throw CancellationError() }
            let layout = try SceneLayout.of(width: sample.canvas.width, height: sample.canvas.height)
            let area = SceneRectangle(x: 7, y: 5, width: sample.canvas.width, height: sample.canvas.height)
            return (try layout.plan(of: stack, in: area.size).areas(in: area), area)
        }
        let (left, frame) = try areas(.leftToRight)
        for (left, right) in zip(left, try areas(.rightToLeft).areas) {
            #expect(abs(left.x - frame.x - (frame.maxX - right.maxX)) < 1e-6 && abs(left.y - right.y) < 1e-6)
            #expect(left.width == right.width && left.height == right.height)
        }
    }

    @Test("columns have one width, and cells hold the layers in their order", arguments: 0..<60)
    func grid(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        var sample = Sample(&random)
        sample.canvas.height = 4000
        let least = Double.random(in: 10...sample.canvas.width, using: &random)
        var count = Int.random(in: 1...8, using: &random)
        if seed.isMultiple(of: 2) {
            sample.stack.minColumnWidth = .pixels(least)
            count = 1
            while Double(count + 1) * (least + sample.spacing) - sample.spacing <= sample.canvas.width { count += 1 }
        } else {
            sample.stack.columns = count
        }
        // layers without a width fill their cells
        for index in sample.stack.layers.indices { sample.stack.layers[index].placement.width = nil }
        let (plan, frame) = try sample.placed()
        let areas = plan.areas(in: frame)
        let width = max((sample.canvas.width - sample.spacing * Double(count - 1)) / Double(count), 1)
        #expect(areas.allSatisfy { abs($0.width - width) < 1e-6 })
        #expect(abs(frame.width - sample.canvas.width) < 1e-6)
        #expect((plan.firstOutside != nil) == (width == 1))
        if width > 1 { Self.check(areas, frame, isRightToLeft: sample.stack.direction == .rightToLeft) }
        for (index, area) in areas.enumerated() {
            let place = Double(index % count) * (width + sample.spacing)
            let left = sample.stack.direction == .rightToLeft ? frame.width - place - width : place
            #expect(abs(area.x - frame.x - left) < 1e-6, "\(index)")
        }
    }

    @Test("rows without a height share what other rows leave, and a layer that is too wide for its column is an error")
    func rows() throws {
        func json(_ members: String, _ last: String = "") -> String {
            let photo = #"{"type":"fill","paint":"red"}"#
            return
                #"{"canvas":{"width":320,"height":320},"layers":[{"type":"stack","spacing":10,"padding":10,\#(members),"#
                + #""layers":[\#(Array(repeating: photo, count: 5).joined(separator: ","))\#(last)]}]}"#
        }
        let scene = try Scene(json(#""columns":2"#, #",{"type":"fill","paint":"red","height":40}"#))
        guard case .stack(let stack)? = scene.layers.first?.content else { throw CancellationError() }
        let frame = SceneRectangle(x: 10, y: 10, width: 300, height: 300)
        let areas = try SceneLayout.of(width: 320, height: 320).plan(of: stack, in: frame.size).areas(in: frame)
        // 300 − 2 × 10, in three rows
        #expect(areas.allSatisfy { $0.width == 145 } && areas[..<5].allSatisfy { abs($0.height - 280 / 3) < 1e-9 })
        #expect(areas[5].height == 40 && areas[4].y == areas[0].y + 2 * (280.0 / 3 + 10))
        for (members, last, path) in [
            (#""columns":2"#, #",{"type":"fill","paint":"red","width":146,"height":9}"#, "layers[0].layers[5]"),
            (#""columns":2,"lines":2"#, "", "layers[0].layers[4]"),
            (#""columns":2,"lineSpacing":200"#, "", "layers[0].layers[4]"),
            (#""columns":40"#, "", "layers[0].layers[0]"),
            (#""columns":2,"lineSpacing":150"#, "", "layers[0].layers[4]"),
            (#""axis":"horizontal","wrap":true"#, "", "layers[0].layers[1]"),
            (
                #""axis":"horizontal","overflow":"error""#, #",{"type":"fill","paint":"red","width":400}"#,
                "layers[0].layers[5]"
            ),
        ] {
            let error = #expect(throws: SceneError.self) { () throws in
                try SceneRenderer().check(Scene(json(members, last)))
            }
            #expect(error?.problems.map(\.path) == [path], "\(error?.description ?? "")")
            #expect(error?.description.contains("do not fit into the 300×300 pixels") == true)
        }
    }

    @Test("a stack that wraps gets what the other layers of its stack leave, and shows all of them or is an error")
    func nested() throws {
        func check(_ height: Int) throws -> [String] {
            let tag = #"{"type":"fill","paint":"red","width":90,"height":20}"#
            let tags = Array(repeating: tag, count: 6).joined(separator: ",")
            let json =
                #"{"canvas":{"width":200,"height":\#(height)},"layers":[{"type":"stack","spacing":10,"layers":["#
                + #"{"type":"fill","paint":"red"},{"type":"stack","axis":"horizontal","wrap":true,"layers":[\#(tags)]},"#
                + #"{"type":"fill","paint":"red","height":30}]}]}"#
            do {
                try SceneRenderer().check(Scene(json))
                return []
            } catch {
                return error.problems.map(\.path)
            }
        }
        // three lines of 20 with distances of 8, a layer of 30, and two distances of 10
        #expect(try check(76 + 30 + 20) == [])
        #expect(try check(76 + 30 + 19) == ["layers[0].layers[1].layers[4]"])
    }

    @Test("without other layers for it, an ellipsis is a copy of the first layer that is left out")
    func copies() throws {
        var tag = SceneLayer(.text(TextLayer("Lakes", size: 20)))
        tag.background = [SceneLayer(.fill(FillLayer(.color(.black))))]
        var stack = StackLayer(.horizontal, Array(repeating: tag, count: 9))
        (stack.wraps, stack.overflow) = (true, .ellipsis)
        let layout = try SceneLayout.of(width: 200, height: 30)
        let plan = try layout.plan(of: stack, in: SceneSize(width: 200, height: 30))
        let last = try #require(plan.stack.layers.last)
        guard case .text(let text) = last.content else { throw CancellationError() }
        #expect(text.text == "+\(9 - plan.count)" && plan.count > 0 && last.background == tag.background)
    }

    @Test("an ellipsis leaves out the copies of a repetition as a whole, and counts them", arguments: 1...12)
    func groups(count: Int) throws {
        let values = Array(repeating: "{}", count: count).joined(separator: ",")
        let layers =
            #"{"type":"fill","paint":"red","width":20,"height":20},{"type":"text","text":"ab","family":"DejaVu Sans","size":6,"width":20}"#
        let json =
            #"{"canvas":{"width":200,"height":60},"layers":[{"type":"stack","axis":"horizontal","wrap":true,"spacing":0,"#
            + #""overflow":"ellipsis","repeat":[\#(values)],"layers":[\#(layers)]}]}"#
        let animation = try SceneAnimation(json)
        #expect(try SceneAnimation(animation.json) == animation)
        guard case .stack(let stack)? = animation.end.layers.first?.content else { throw CancellationError() }
        #expect(stack.layers.count == 2 * count && stack.groupSize == 2)
        for width in stride(from: 50.0, through: 200, by: 10) {
            let plan = try SceneLayout.of(width: 200, height: 60).plan(
                of: stack, in: SceneSize(width: width, height: 20))
            let fitting = min(Int(width / 40), count)
            guard fitting < count else {
                #expect(plan.count == 2 * count)
                continue
            }
            // the note is as wide as a layer
            let shown = Int((width - 20) / 40)
            guard case .text(let text)? = plan.stack.layers.last?.content else { throw CancellationError() }
            #expect(plan.count == 2 * shown && text.text == "+\(count - shown)", "\(width)")
        }
    }

    @Test(
        "the sign of the number that an ellipsis tells stays before it, in all directions",
        arguments: SceneDirection.allCases)
    func sign(direction: SceneDirection) throws {
        var tag = TextLayer("\u{5E9}\u{5DC}", size: 20)
        (tag.family, tag.direction) = ("DejaVu Sans", direction)
        var stack = StackLayer(.horizontal, Array(repeating: SceneLayer(.text(tag)), count: 9))
        (stack.wraps, stack.overflow, stack.direction) = (true, .ellipsis, direction)
        for more in ["", "{count}", "+{count}"] {
            tag.text = more
            stack.more = more.isEmpty ? [] : [SceneLayer(.text(tag))]
            let plan = try SceneLayout.of(width: 90, height: 30).plan(of: stack, in: SceneSize(width: 90, height: 30))
            guard case .text(var text)? = plan.stack.layers.last?.content else { throw CancellationError() }
            #expect(text.text == (more == "{count}" ? "" : "+") + "\(9 - plan.count)")
            text.textAlignment = direction == .rightToLeft ? .trailing : .leading
            let drawn = try DrawnScene([SceneLayer(.text(text))])
            (text.direction, text.textAlignment, text.signedNumber) = (.leftToRight, .leading, nil)
            #expect(try drawn.bytes == DrawnScene([SceneLayer(.text(text))]).bytes, "\(more)")
        }
    }

    @Test("layers without a text need others that tell how many are left out", arguments: [5, 6, 7, 40])
    func untold(count: Int) throws {
        func problems(_ more: String) -> [String] {
            let boxes = Array(repeating: #"{"type":"fill","paint":"red","width":90,"height":20}"#, count: count)
            let json =
                #"{"canvas":{"width":190,"height":80},"layers":[{"type":"stack","axis":"horizontal","wrap":true,"spacing":10,"#
                + #""overflow":"ellipsis"\#(more),"layers":[\#(boxes.joined(separator: ","))]}]}"#
            do {
                try SceneRenderer().check(Scene(json))
                return []
            } catch {
                return error.problems.map(\.path)
            }
        }
        #expect(problems("") == (count > 6 ? ["layers[0].more"] : []))
        #expect(problems(#","more":[{"type":"text","text":"+{count}","size":12}]"#) == [])
    }

    @Test("stacks in cells share the height of a grid as other layers do", arguments: ["vertical", "depth"])
    func cells(axis: String) throws {
        let cell =
            #"{"type":"stack","axis":"\#(axis)","layers":[{"type":"fill","paint":"red"},{"type":"text","text":"x"}]}"#
        let cells = Array(repeating: cell, count: 6).joined(separator: ",")
        let scene = try Scene(320, 320, #"{"type":"stack","columns":2,"spacing":10,"layers":[\#(cells)]}"#)
        try SceneRenderer().check(scene)
        guard case .stack(let stack)? = scene.layers.first?.content else { throw CancellationError() }
        let frame = SceneRectangle(x: 0, y: 0, width: 320, height: 320)
        let areas = try SceneLayout.of(width: 320, height: 320).plan(of: stack, in: frame.size).areas(in: frame)
        #expect(areas.count == 6 && areas.allSatisfy { $0.width == 155 && $0.height == 100 }, "\(areas)")
    }

    @Test("members that have no effect together are errors")
    func mistakes() throws {
        for (members, path) in [
            (#""wrap":true"#, "wrap"), (#""axis":"vertical","lines":2"#, "lines"), (#""lineSpacing":2"#, "lineSpacing"),
            (#""columns":2,"minColumnWidth":9"#, "minColumnWidth"), (#""columns":0"#, "columns"),
            (#""axis":"depth","columns":2"#, "axis"), (#""more":[{"type":"text","text":"x"}]"#, "more"),
            (#""axis":"depth","overflow":"ellipsis""#, "overflow"), (#""columns":2,"baseline":"first""#, "baseline"),
            (#""minColumnWidth":0"#, "minColumnWidth"), (#""direction":"row""#, "direction"),
        ] {
            let json = #"{"canvas":{"width":9,"height":9},"layers":[{"type":"stack","layers":[],\#(members)}]}"#
            let error = #expect(throws: SceneError.self, "\(members)") { () throws in try Scene(json) }
            #expect(error?.problems.first?.path == "layers[0].\(path)", "\(error?.description ?? "")")
        }
    }
}
