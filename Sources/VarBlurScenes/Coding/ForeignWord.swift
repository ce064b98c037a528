/// The words of CSS, Figma, and SwiftUI for what has another name here.
enum ForeignWord {
    /// Our words, each with those that stand for it, in lowercase letters without hyphens.
    ///
    /// A word may stand for several, of which the first applies that is possible in its place.
    static let table: [(ours: String, foreign: String)] = [
        ("offsetX", "x left dx translatex positionx"), ("offsetY", "y top dy translatey positiony"),
        ("padding", "margin margins inset insets safearea"), ("contentPadding", "innerpadding paddinginside"),
        ("width", "w maxwidth minwidth sizex flex flexgrow flexbasis grow"), ("height", "h maxheight minheight sizey"),
        ("alignment", "align alignself justifyself gravity constraints position place"),
        (
            "contentAlignment",
            "alignitems justifycontent alignchildren placeitems aligncontent primaryaxisalignitems counteraxisalignitems"
        ),
        ("opacity", "alpha transparency"), ("hidden", "visible visibility display isvisible ishidden enabled shown"),
        ("rotation", "rotate angle rotationeffect rotationangle"), ("scale", "zoom scaleeffect"),
        ("anchor", "transformorigin pivot anchorpoint"),
        ("blendMode", "mixblendmode blend compositing layerblendmode"),
        ("maskedBy", "mask clip clippath maskimage ismask"), ("background", "backgroundcolor backdrop bg"),
        ("timing", "duration delay transition animation keyframes"), ("id", "name key identifier"),
        ("lineSpacing", "rowgap rowspacing verticalspacing counteraxisspacing crossaxisspacing"),
        ("spacing", "gap columngap columnspacing horizontalspacing itemspacing"),
        ("itemSpacing", "gap rowgap columngap"),
        ("direction", "layoutdirection dir writingmode textdirection"), ("wrap", "flexwrap flow multiline layoutwrap"),
        ("columns", "gridtemplatecolumns columncount cols"),
        ("minColumnWidth", "mincolumn minitemwidth autofill minmax gridminwidth"),
        ("more", "rest remaining placeholder overflowlayer"),
        ("axis", "direction flexdirection layoutmode orientation"),
        ("layers", "children views subviews nodes content elements"),
        ("items", "children layers pieces"), ("label", "children layers content text title"),
        ("content", "children layers"), ("repeat", "foreach each data map"),
        ("text", "characters value content string label title caption"), ("size", "fontsize textsize pointsize"),
        ("family", "fontfamily font typeface fontname fontdesign"), ("weight", "fontweight bold isbold"),
        ("italic", "fontstyle isitalic oblique"),
        (
            "color", "textcolor fontcolor foregroundcolor foregroundstyle foreground fill background tint tintcolor"
        ),
        ("lineSpacing", "leading"), ("letterSpacing", "tracking kerning characterspacing"),
        ("textAlignment", "textalign multilinetextalignment textalignhorizontal"),
        ("verticalAlignment", "verticalalign textalignvertical"),
        ("lines", "linelimit maxlines numberoflines lineclamp whitespace textwrap wordwrap"),
        ("overflow", "textoverflow truncation truncationmode"), ("underline", "textdecoration"),
        ("minSize", "minimumscalefactor minfontsize autoshrink"),
        ("image", "src url href source file path uri icon svg picture"),
        ("fit", "objectfit contentmode scalemode resizemode backgroundsize imagefit resizable"),
        ("position", "objectposition backgroundposition focus"), ("shape", "clipshape clip clippath"),
        (
            "fill",
            "color background backgroundcolor paint fills tint tintcolor foregroundcolor foregroundstyle gradient renderingmode"
        ),
        ("paint", "color fill background backgroundcolor fills gradient"),
        ("stroke", "border bordercolor outline strokes strokecolor"),
        ("strokeWidth", "borderwidth strokeweight linewidth outlinewidth"),
        ("strokeDash", "dash dasharray strokedasharray dashpattern borderstyle dashes"),
        ("strokeCap", "linecap strokelinecap"), ("strokeJoin", "linejoin strokelinejoin"),
        ("shadow", "boxshadow dropshadow textshadow effects"), ("radius", "blur blurradius amount sigma strength"),
        ("blur", "filter backdropfilter blurradius"), ("easing", "timingfunction curve animation"),
        ("direction", "side edge"), ("side", "direction edge position from"), ("at", "detent notch state selected"),
        ("grabber", "handle draghandle showsgrabber"), ("errorCorrection", "errorcorrectionlevel level ecc"),
        ("stops", "colors gradientstops colorstops"), ("start", "from startpoint"), ("end", "to endpoint"),
        ("gradient", "kind"), ("cornerRadius", "radius borderradius rx"), ("notches", "detents snappoints"),
        ("glass", "material"), ("fonts", "fontface"), ("motion", "animation transition"),
        // types of layers
        (
            "stack",
            "group frame row column hstack vstack zstack div container flex box view grid list section lazyvgrid lazyhgrid"
        ),
        ("text", "span p paragraph h1 label heading title"),
        ("image", "img photo picture bitmap svg icon logo asyncimage"), ("overlay", "sheet panel drawer"),
        ("fill", "gradient solid color background divider spacer"), ("shape", "vector line star"),
        ("qrCode", "qr barcode"), ("glass", "material glasseffect liquidglass"),
        ("blur", "filter backdropfilter backdrop visualeffect"),
        // values
        ("horizontal", "row rowreverse hstack h x"), ("vertical", "column columnreverse col vstack v y"),
        ("depth", "zstack layered stack z"),
        ("cover", "crop scaleaspectfill aspectfill slice"), ("contain", "fit scaleaspectfit aspectfit scaledown meet"),
        ("fill", "stretch scaletofill"), ("leading", "start flexstart justify"), ("trailing", "end flexend"),
        ("center", "middle centered"), ("ltr", "lefttoright"), ("rtl", "righttoleft"),
        ("ellipsis", "truncate tail"), ("clip", "hidden"),
        ("rectangle", "rect square roundedrectangle roundedrect"), ("capsule", "pill stadium"), ("ellipse", "oval"),
        ("hexagonBadge", "hexagon"), ("polygon", "triangle star"),
        ("top", "up totop"), ("bottom", "down tobottom"), ("left", "leading start"), ("right", "trailing end"),
        ("plusLighter", "add plus additive lineardodge"), ("normal", "none passthrough sourceover"),
        ("high", "h"), ("low", "l"), ("quartile", "q"), ("medium", "m"),
        ("ease-out", "easeoutcubic easeoutquad easeoutsine easeoutexpo decelerate"),
        ("ease-in", "easeincubic easeinquad easeinsine easeinexpo accelerate"),
        ("ease-in-out", "easeinoutcubic easeinoutquad easeinoutsine easeinoutexpo standard"),
    ]

    /// Words for what is written in another way: the word of ours that has to be possible in the place, and what to write.
    static let remarks: [(foreign: String, ours: String, remark: String)] = [
        ("angle degrees", "stops", "; write 'start' and 'end', such as \"leading\" and \"trailing\""),
        (
            "cornerradius borderradius radius rx", "shape",
            "; write \"shape\": {\"type\": \"rectangle\", \"cornerRadius\": 12}"
        ),
        ("row column rowreverse columnreverse horizontal vertical", "rtl", "; the axis of a stack is its 'axis'"),
        ("direction layoutdirection dir", "motion", "; it is a member of 'canvas'"),
        ("zindex z order", "opacity", "; write the layers in their order, from back to front"),
        (
            "rectangle rect square circle ellipse oval capsule polygon path hexagon roundedrectangle", "shape",
            "; write \"type\": \"shape\" with a 'shape', such as \"shape\": \"rectangle\""
        ),
        ("offset translate translation", "offsetX", "; write 'offsetX' and 'offsetY'"),
        ("right bottom", "offsetX", "; write \"alignment\": \"bottomTrailing\" with a 'padding'"),
        ("size frame dimensions aspectratio", "width", "; write 'width' and 'height'"),
        ("transform", "rotation", "; write 'rotation', 'scale', 'offsetX', and 'offsetY'"),
        (
            "paddingleft paddingright paddingtop paddingbottom paddinghorizontal paddingvertical paddinginline paddingblock margintop marginleft "
                + "marginright marginbottom", "contentPadding",
            "; write \"padding\": {\"leading\": 12}, or 'contentPadding' for space inside of the layer"
        ),
        (
            "shadowcolor shadowradius shadowoffset shadowopacity elevation", "shadow",
            "; write \"shadow\": {\"radius\": 4, \"offsetY\": 2, \"color\": \"#0006\"}"
        ),
        ("texttransform textcase uppercase", "text", "; write the letters of the 'text' as they are to be shown"),
        ("spacebetween spacearound spaceevenly", "bottomTrailing", "; set the 'spacing' of the stack"),
        ("stretch", "bottomTrailing", "; leave out the 'width' or the 'height' of the layers"),
        ("baseline firsttextbaseline lasttextbaseline", "bottomTrailing", "; set the 'baseline' of the stack"),
        ("spring bounce", "ease-in", "; only 'motion' can have a 'spring'"),
    ]

    /// Remarks on words that are in ``table``, too, where no word of it is possible.
    static let lateRemarks: [(foreign: String, ours: String, remark: String)] = [
        (
            "cornerradius borderradius radius rx clipshape clipped overflow", "maskedBy",
            "; write \"maskedBy\": [{\"type\": \"shape\", \"shape\": {\"type\": \"rectangle\", \"cornerRadius\": 12}, \"fill\": \"#000\"}]"
        ),
        (
            "border bordercolor borderwidth stroke outline", "background",
            "; add a layer with the type 'shape' and a 'stroke' to the 'background'"
        ),
        ("filter backdropfilter blur blurradius", "opacity", "; add a layer with the type 'blur' or 'glass'"),
        ("hidden clip scroll", "error", "; to cut layers off, write 'maskedBy'"),
        ("shadow boxshadow dropshadow", "opacity", "; put the layer into a 'stack' with a 'shadow'"),
        ("overlay", "opacity", "; put both layers into a 'stack' with the axis 'depth'"),
        ("width height background scale extend", "canvas", "; write it in the 'canvas'"),
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
        if let entry = table.first(where: { words.contains($0.ours) && isFor($0.foreign) }) {
            return "; did you mean '\(entry.ours)'?"
        }
        return lateRemarks.first { words.contains($0.ours) && isFor($0.foreign) }?.remark
    }

    /// A word without regard to case, hyphens, and underscores.
    static func normalized(_ word: String) -> String { word.lowercased().filter { $0 != "-" && $0 != "_" } }
}
