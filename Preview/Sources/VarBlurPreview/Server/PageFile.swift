/// A file of the page, which is part of the program.
struct PageFile {
    let bytes: [UInt8]
    /// The media type.
    let type: String

    /// The file at a path; `nil` if there is none.
    init?(path: String) {
        guard let (bytes, type) = Self.files[path] else { return nil }
        (self.bytes, self.type) = (bytes(), type)
    }

    private static let script = "text/javascript; charset=utf-8"

    private static let files: [String: (@Sendable () -> [UInt8], String)] = [
        "": ({ PackageResources.index_html }, "text/html; charset=utf-8"),
        "favicon.svg": ({ PackageResources.favicon_svg }, "image/svg+xml"),
        "style.css": ({ PackageResources.style_css }, "text/css; charset=utf-8"),
        "controls.css": ({ PackageResources.controls_css }, "text/css; charset=utf-8"),
        "api.js": ({ PackageResources.api_js }, script),
        "app.js": ({ PackageResources.app_js }, script),
        "curve-panel.js": ({ PackageResources.curve_panel_js }, script),
        "dom.js": ({ PackageResources.dom_js }, script),
        "drops.js": ({ PackageResources.drops_js }, script),
        "easing.js": ({ PackageResources.easing_js }, script),
        "fields.js": ({ PackageResources.fields_js }, script),
        "geometry.js": ({ PackageResources.geometry_js }, script),
        "gradient.js": ({ PackageResources.gradient_js }, script),
        "handles.js": ({ PackageResources.handles_js }, script),
        "option-panels.js": ({ PackageResources.option_panels_js }, script),
        "pointer.js": ({ PackageResources.pointer_js }, script),
        "render.js": ({ PackageResources.render_js }, script),
        "shape-panel.js": ({ PackageResources.shape_panel_js }, script),
        "stage.js": ({ PackageResources.stage_js }, script),
        "state.js": ({ PackageResources.state_js }, script),
        "texts-panel.js": ({ PackageResources.texts_panel_js }, script),
        "texts.js": ({ PackageResources.texts_js }, script),
    ]
}
