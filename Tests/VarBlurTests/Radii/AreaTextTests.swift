import Foundation
import TestSupport
import Testing

@testable import VarBlur

@Suite("Texts of areas")
struct AreaTextTests {
    @Test("are parsed as documented")
    func documented() throws {
        #expect(
            try BlurArea.Shape("xywh(120px 80px 200px 60px round 8px)")
                == .xywh(
                    x: .pixels(120), y: .pixels(80), width: .pixels(200), height: .pixels(60),
                    corners: .init(.pixels(8))))
        #expect(
            try BlurArea("area-blur(circle(40px at 50% 30%), 12px, feather 6px)")
                == BlurArea(
                    .circle(.length(.pixels(40)), at: .init(x: .percent(50), y: .percent(30))), radius: .pixels(12),
                    feather: .pixels(6)))
    }

    @Test(
        "of one meaning have one shortest form",
        arguments: [
            ("XYWH( 1px 0% 2px 3px  )", "xywh(1px 0 2px 3px)"), ("xywh(1px\t0%\t2px 3px\t)", "xywh(1px 0 2px 3px)"),
            ("xywh(1px 2px 3px 4px round 5px 5px 5px / 5px)", "xywh(1px 2px 3px 4px round 5px)"),
            ("xywh(1px 2px 3px 4px round 5px 6px 5px 7px)", "xywh(1px 2px 3px 4px round 5px 6px 5px 7px)"),
            ("inset(1px 2px 1px 2px)", "inset(1px 2px)"), ("inset(4% 4% 4%)", "inset(4%)"),
            ("inset(4% round 3px / 2px)", "inset(4% round 3px / 2px)"),
            ("rect(auto auto auto auto)", "rect(0 100% 100% 0)"), ("rect(1px 2px 3px 4px)", "rect(1px 2px 3px 4px)"),
            ("circle(closest-side at center)", "circle()"), ("circle(farthest-side)", "circle(farthest-side)"),
            ("circle(5% at left top)", "circle(5% at 0 0)"), ("ellipse(closest-side closest-side)", "ellipse()"),
            ("ellipse(5px farthest-side at top)", "ellipse(5px farthest-side at top)"),
            ("polygon(nonzero, 0 0, 1px 2%, 3px 4px)", "polygon(0 0, 1px 2%, 3px 4px)"),
            ("polygon(evenodd,0 0,1px 2%,3px 4px)", "polygon(evenodd, 0 0, 1px 2%, 3px 4px)"),
        ])
    func shortest(text: String, expected: String) throws {
        let shape = try BlurArea.Shape(text)
        #expect(shape.description == expected)
        #expect(try BlurArea.Shape(expected) == shape)
        let area = "area-blur(\(expected), 4px, feather 3%)"
        #expect(try BlurArea(area).description == area)
        #expect(try BlurField.list("\(area) linear-blur(1px, 2px)").count == 2)
    }

    @Test(
        "of what is outside of any number of shapes have one shortest form",
        arguments: [
            ("area-blur( outside circle( 5px ) ,4px)", "area-blur(outside circle(5px), 4px)"),
            ("area-blur(outside inset(4% 4%)circle(), 4px, feather 0px)", "area-blur(outside inset(4%) circle(), 4px)"),
            ("AREA-BLUR(OUTSIDE, 3%, feather 2px)", "area-blur(outside, 3%, feather 2px)"),
        ])
    func outside(text: String, expected: String) throws {
        let area = try BlurArea(text)
        #expect(area.description == expected && area.isInverted)
        #expect(try BlurArea(expected) == area && area.eased(.sine).isInverted)
        #expect(try BlurArea(outside: area.shapes, radius: area.radius, feather: area.feather) == area)
        if let shape = area.shapes.first {
            #expect(try BlurArea(shape, radius: area.radius, feather: area.feather) != area)
        }
        #expect(try JSONDecoder().decode(BlurArea.self, from: JSONEncoder().encode(area)) == area)
    }

    @Test(
        "with a mistake are rejected at its position",
        arguments: [
            ("", "a shape is xywh(…)", 0), ("box(1px 2px)", "a shape is xywh(…)", 0),
            ("xywh 1px", "an opening parenthesis", 4), ("xywh(1px 2px 3px)", "xywh has the left", 5),
            ("xywh(1px 2px 3px 4)", "needs a unit", 17), ("xywh(1px 2px 3px 4em)", "not in em", 17),
            ("xywh(1px 2px -3px 4px)", "a size of an area is -3px", 0),
            ("xywh(1px 2px 3px 4px 5px)", "xywh has the left", 5),
            ("xywh(1px 2px 3px 4px rond 5px)", "only 'round'", 21),
            ("xywh(1px 2px 3px 4px round)", "one to four radii", 26),
            ("xywh(1px 2px 3px 4px round 1px 2px 3px 4px 5px)", "one to four radii", 27),
            ("inset()", "inset has distances", 6), ("xywh(auto 2px 3px 4px)", "xywh has the left", 5),
            ("circle(-5px)", "a size of an area is -5px", 0), ("circle(5px 6px)", "a closing parenthesis", 11),
            ("circle(closest-corner)", "a radius is a length", 7), ("circle(5px at)", "a position is missing", 13),
            ("ellipse(5px)", "two radii", 11), ("polygon(0 0, 1px 1px)", "at least three", 0),
            ("polygon(odd, 0 0)", "nonzero, evenodd", 8), ("polygon(0 0, 1px, 2px 2px)", "has two lengths", 13),
            ("circle(5px) x", "nothing may follow", 12), ("circle(5px", "a closing parenthesis", 10),
            ("xywh(1px 2px 3px 2000000000px)", "between -1000000000", 17),
        ])
    func mistakes(text: String, message: String, offset: Int) throws {
        let error = try #require(throws: BlurTextError.self) { try BlurArea.Shape(text) }
        #expect(error.message.contains(message) && error.offset == offset, "\(error)")
    }

    @Test(
        "of whole areas with a mistake are rejected at its position",
        arguments: [
            ("area-blur(circle(5px))", "a comma and a radius", 21),
            ("area-blur(circle(5px), x)", "a comma and a radius", 23),
            ("area-blur(circle(5px), -1px)", "the radius of an area is -1", 23),
            ("area-blur(circle(5px), 1px, 2px)", "only 'feather'", 28),
            ("area-blur(circle(5px), 1px, feather)", "only 'feather'", 28),
            ("area-blur(circle(5px), 1px, feather -2px)", "the feather of an area is -2px", 36),
            ("area-blur(circle(5px), 1px, feather 101%)", "at most 100%", 36),
            ("area-blur(circle(5px), 1px, feather 1px", "a closing parenthesis", 39),
            ("area-blur(12px)", "a shape is", 10), ("area-blur(outside)", "a comma and a radius", 17),
            ("area-blur(outside 12px)", "a comma and a radius", 18),
            ("area-blur(outside circle() x, 1px)", "a shape is", 27),
            ("area-blur(circle() circle(), 1px)", "a comma and a radius", 19),
            ("area-blur(circle() outside, 1px)", "a comma", 19), ("area-blur", "an opening parenthesis", 9),
            ("linear-blur(1px, 2px)", "an area begins with", 0),
        ])
    func areaMistakes(text: String, message: String, offset: Int) throws {
        let error = try #require(throws: BlurTextError.self) { try BlurArea(text) }
        #expect(error.message.contains(message) && error.offset == offset, "\(error)")
    }

    @Test("lists name all functions")
    func lists() throws {
        let error = try #require(throws: BlurTextError.self) { try BlurField.list("linear-blur(1px, 2px) area(1px)") }
        #expect(error.message.contains("area-blur(") && error.offset == 22)
    }
}
