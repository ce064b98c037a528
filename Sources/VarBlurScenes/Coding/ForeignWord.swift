/// The words of CSS, Figma, and SwiftUI for what has another name here.
enum ForeignWord {
    /// Our words, each with those that stand for it, in lowercase letters without hyphens.
    ///
    /// A word may stand for several, of which the first applies that is possible in its place.
    static let table: [(ours: String, foreign: String)] = [
        ("offsetX", "x left dx translatex positionx"), ("offsetY", "y top dy translatey positiony"),
        ("padding", "margin margins inset insets"), ("contentPadding", "innerpadding paddinginside"),
        ("width", "w maxwidth minwidth sizex"), ("height", "h maxheight minheight sizey"),
        ("alignment", "align alignself justifyself gravity constraints"),
        ("contentAlignment", "alignitems justifycontent alignchildren"),
        ("opacity", "alpha transparency"), ("hidden", "visible visibility display isvisible ishidden"),
        ("rotation", "rotate angle rotationeffect rotationangle"), ("scale", "zoom scaleeffect transform"),
        ("anchor", "transformorigin pivot"), ("blendMode", "mixblendmode blend compositing"),
        ("maskedBy", "mask clip clippath maskimage ismask"), ("background", "backgroundcolor backdrop bg"),
        ("spacing", "gap rowgap columngap itemspacing"), ("itemSpacing", "gap rowgap columngap"),
        ("axis", "direction flexdirection layoutmode orientation"), ("layers", "children views subviews nodes content"),
        ("items", "children layers pieces"), ("label", "children layers content text title"),
        ("content", "children layers"), ("repeat", "foreach each data map"),
        ("text", "characters value content string label title"), ("size", "fontsize textsize"),
        ("family", "fontfamily font typeface fontname"), ("weight", "fontweight bold"), ("italic", "fontstyle"),
        ("color", "textcolor fontcolor foregroundcolor foregroundstyle foreground fill background"),
        ("lineSpacing", "lineheight leading"), ("letterSpacing", "tracking kerning characterspacing"),
        ("textAlignment", "textalign multilinetextalignment textalignhorizontal"),
        ("verticalAlignment", "verticalalign textalignvertical"),
        ("lines", "linelimit maxlines numberoflines lineclamp"),
        ("overflow", "textoverflow truncation truncationmode"), ("underline", "textdecoration"),
        ("minSize", "minimumscalefactor minfontsize"), ("image", "src url href source file path"),
        ("fit", "objectfit contentmode scalemode resizemode backgroundsize"),
        ("position", "objectposition backgroundposition focus"), ("shape", "clipshape clip clippath"),
        ("fill", "color background backgroundcolor paint fills"),
        ("paint", "color fill background backgroundcolor fills"),
        ("stroke", "border bordercolor outline strokes"),
        ("strokeWidth", "borderwidth strokeweight linewidth outlinewidth"),
        ("strokeDash", "dash dasharray strokedasharray dashpattern borderstyle dashes"),
        ("strokeCap", "linecap strokelinecap"), ("strokeJoin", "linejoin strokelinejoin"),
        ("shadow", "boxshadow dropshadow textshadow effects"), ("radius", "blur blurradius amount sigma"),
        ("blur", "filter backdropfilter blurradius"), ("easing", "timingfunction curve animation"),
        ("stops", "colors gradientstops colorstops"), ("start", "from startpoint"), ("end", "to endpoint"),
        ("gradient", "kind"), ("cornerRadius", "radius borderradius rx"), ("notches", "detents snappoints"),
        ("glass", "material"), ("fonts", "fontface"), ("motion", "animation transition"),
        // types of layers
        ("stack", "group frame row column hstack vstack zstack div container flex box"),
        ("text", "span p paragraph h1"), ("image", "img photo picture bitmap"), ("overlay", "sheet panel drawer"),
        ("fill", "gradient solid"), ("shape", "vector line star"), ("qrCode", "qr barcode"), ("glass", "material"),
        // values
        ("horizontal", "row hstack h x"), ("vertical", "column col vstack v y"), ("depth", "zstack layered stack z"),
        ("cover", "crop scaleaspectfill aspectfill slice"), ("contain", "fit scaleaspectfit aspectfit scaledown meet"),
        ("fill", "stretch scaletofill"), ("leading", "start flexstart"), ("trailing", "end flexend"),
        ("center", "middle"), ("ellipsis", "truncate tail"), ("clip", "hidden"),
        ("rectangle", "rect square roundedrectangle roundedrect"), ("capsule", "pill stadium"), ("ellipse", "oval"),
    ]

    /// Words for what is written in another way: the word of ours that has to be possible in the place, and what to write.
    static let remarks: [(foreign: String, ours: String, remark: String)] = [
        ("angle degrees", "stops", "; write 'start' and 'end', such as \"leading\" and \"trailing\""),
        (
            "cornerradius borderradius radius rx", "shape",
            "; write \"shape\": {\"type\": \"rectangle\", \"cornerRadius\": 12}"
        ),
        ("zindex z order", "opacity", "; write the layers in their order, from back to front"),
        (
            "rectangle rect square circle ellipse oval capsule polygon path hexagon roundedrectangle", "shape",
            "; write \"type\": \"shape\" with a 'shape', such as \"shape\": \"rectangle\""
        ),
    ]

    /// A hint on what to write instead of a word.
    ///
    /// - Parameters:
    ///   - word: the word.
    ///   - words: the words that are possible in its place.
    /// - Returns: the hint, after a semicolon; `nil` for an unknown word.
    static func hint(for word: String, among words: [String]) -> String? {
        let name = normalized(word)
        func isFor(_ foreign: String) -> Bool { foreign.split(separator: " ").contains { $0 == name } }
        if let remark = remarks.first(where: { words.contains($0.ours) && isFor($0.foreign) }) { return remark.remark }
        return table.first { words.contains($0.ours) && isFor($0.foreign) }.map { "; did you mean '\($0.ours)'?" }
    }

    /// A word without regard to case, hyphens, and underscores.
    static func normalized(_ word: String) -> String { word.lowercased().filter { $0 != "-" && $0 != "_" } }
}
