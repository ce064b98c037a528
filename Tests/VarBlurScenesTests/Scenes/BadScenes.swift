/// Documents with mistakes, one kind of mistake each.
enum BadScenes {
    /// A scene whose only layer has these members.
    private static func layer(_ members: String) -> String { "{\"layers\":[{\(members)}]}" }

    private static func text(_ members: String) -> String { layer("\"type\":\"text\",\"text\":\"a\",\(members)") }

    private static func shape(_ shape: String) -> String { layer("\"type\":\"shape\",\"shape\":\(shape)") }

    private static func canvas(_ members: String) -> String { "{\"canvas\":{\(members)},\"layers\":[]}" }

    static let documents: [String] =
        [
            "{\"layers\":[{\"type\":\"blur\",\"mask\":\"a.png\",\"ramp\":\"linear-blur(0px, 5px)\"}]}",
            "", "[]", "3", "{", "{\"layers\":[}", "{}", "{\"layers\":3}", "{\"layers\":[3]}",
            "{\"layer\":[],\"layers\":[]}",
            "{\"layers\":[{}]}", "{\"layers\":[{\"type\":\"txt\"}]}", "{\"layers\":[{\"type\":\"group\"}]}",
            "{\"layers\":[],\"canvas\":5}", "{\"layers\":[],\"motion\":{\"easing\":\"fast\"}}",
            "{\"layers\":[],\"motion\":{\"spring\":{\"response\":0}}}",
        ]
        + [
            "\"width\":0", "\"width\":1.5", "\"width\":\"10\"", "\"widht\":10", "\"background\":\"blu\"",
            "\"background\":\"#12\"", "\"background\":\"rgb(1 2)\"", "\"extend\":{\"left\":3}",
            "\"extend\":{\"leading\":-3}", "\"extend\":{\"radius\":-1}", "\"width\":1000000000,\"height\":1000000000",
            "\"width\":32766,\"height\":3000",
        ].map { canvas($0) }
        + [
            "\"size\":0", "\"size\":-3", "\"size\":\"3em\"", "\"size\":\"x%\"", "\"weight\":50", "\"weight\":\"bolt\"",
            "\"italic\":1", "\"size\":{\"from\":3}", "\"color\":7", "\"color\":\"Auto\"", "\"textAlignment\":\"right\"",
            "\"lines\":-1",
            "\"lineSpacing\":9",
            "\"letterSpacing\":1000", "\"shadow\":true", "\"shadow\":{\"radius\":-1}", "\"minContrast\":0.5",
            "\"minContrast\":22", "\"scrim\":{\"color\":\"red\"}", "\"scrim\":{\"direction\":\"up\"}",
            "\"family\":\"\"", "\"opacity\":2", "\"opacity\":null", "\"padding\":-4", "\"padding\":{\"botom\":3}",
            "\"alignment\":\"bottom-left\"", "\"width\":0", "\"offsetX\":\"wide\"", "\"offsetX\":2000000",
            "\"id\":\"a b\"", "\"colr\":\"white\"",
        ].map { text($0) }
        + [
            "\"square\"", "5", "{}", "{\"type\":\"star\"}", "{\"type\":\"rectangle\",\"cornerRadius\":-1}",
            "{\"type\":\"rectangle\",\"radius\":3}", "{\"type\":\"rectangle\",\"style\":\"round\"}",
            "{\"type\":\"polygon\"}", "{\"type\":\"polygon\",\"points\":[[0,0],[1,1]]}",
            "{\"type\":\"polygon\",\"points\":[[0,0],[1],[1,1]]}", "{\"type\":\"path\"}",
            "{\"type\":\"path\",\"data\":\"M0 0 L\"}",
            "{\"type\":\"path\",\"data\":\"M0 0H1V1Z\",\"viewBox\":[0,0,0,1]}",
            "{\"type\":\"capsule\",\"cornerRadius\":3}",
        ].map { shape($0) }
        + [
            "\"type\":\"fill\",\"paint\":\"red\",\"width\":\"12px\"", "\"type\":\"fill\",\"paint\":\"red\",\"scale\":0",
            "\"type\":\"fill\",\"paint\":\"red\",\"blendMode\":\"multipy\"",
            "\"type\":\"fill\",\"paint\":\"red\",\"maskedBy\":{\"type\":\"fill\"}",
            "\"type\":\"fill\",\"paint\":\"red\",\"background\":[{\"type\":\"fill\"}]",
            "\"type\":\"stack\",\"layers\":[],\"repeat\":3", "\"type\":\"stack\",\"layers\":[],\"repeat\":[3]",
            "\"type\":\"shape\",\"shape\":\"hexagon\"",
            "\"type\":\"image\"", "\"type\":\"image\",\"image\":\"\"",
            "\"type\":\"image\",\"image\":\"a.png\",\"fit\":\"crop\"",
            "\"type\":\"fill\",\"paint\":[]", "\"type\":\"fill\",\"paint\":{\"stops\":[]}",
            "\"type\":\"fill\",\"paint\":{\"gradient\":\"linear\",\"stops\":[\"red\"]}",
            "\"type\":\"fill\",\"paint\":{\"gradient\":\"linear\",\"stops\":[\"red\",\"blue 140%\"]}",
            "\"type\":\"fill\",\"paint\":{\"gradient\":\"conic\",\"stops\":[\"red\",\"blue\"]}",
            "\"type\":\"blur\",\"radius\":-1", "\"type\":\"blur\",\"ramp\":\"linear-blur(3px)\"",
            "\"type\":\"blur\",\"startOffset\":1", "\"type\":\"blur\",\"grain\":100",
            "\"type\":\"blur\",\"edges\":\"black\"",
            "\"type\":\"glass\"", "\"type\":\"glass\",\"items\":[{\"shape\":\"circel\"}]",
            "\"type\":\"glass\",\"items\":[{\"id\":\"a\"},{\"id\":\"a\"}]",
            "\"type\":\"glass\",\"items\":[],\"spacing\":-1", "\"type\":\"overlay\",\"notches\":[]",
            "\"type\":\"overlay\",\"notches\":[{\"name\":\"a\",\"extent\":1},{\"name\":\"a\",\"extent\":2}]",
            "\"type\":\"overlay\",\"notches\":[{\"name\":\"a\",\"extent\":1}],\"at\":\"b\",\"disabled\":[\"c\"]",
            "\"type\":\"overlay\",\"notches\":[{\"name\":\"a\",\"extent\":1}],\"disabled\":[\"a\"]",
            "\"type\":\"shape\",\"shape\":\"circle\",\"strokeJoin\":\"mitre\"",
            "\"type\":\"shape\",\"shape\":\"circle\",\"strokeCap\":\"flat\"",
            "\"type\":\"shape\",\"shape\":\"circle\",\"strokeDash\":4",
            "\"type\":\"shape\",\"shape\":\"circle\",\"strokeDash\":[4,-1]",
            "\"type\":\"shape\",\"shape\":\"circle\",\"strokeDash\":[0,0]",
            "\"type\":\"shape\",\"shape\":\"circle\",\"strokeDash\":[4,\"2\"]",
            "\"type\":\"shape\",\"shape\":\"circle\",\"strokeDashOffset\":true",
            "\"type\":\"shape\",\"shape\":\"circle\",\"strokeDash\":{\"from\":[1],\"to\":[1,2]}",
            "\"type\":\"stack\",\"layers\":[{\"type\":\"stack\",\"axis\":\"z\",\"layers\":[]}]",
            "\"type\":\"fill\",\"paint\":{\"from\":\"red\",\"to\":\"bleu\"}",
            "\"type\":\"stack\",\"axis\":{\"from\":\"vertical\",\"to\":\"horizontal\"},\"layers\":[]",
        ].map { layer($0) }
}
