/// A small scene for each kind of layer, and for what all layers have in common, which the document about scenes shows beside its picture.
///
/// Paths of images are relative to the top of the project.
enum LayerExamples {
    /// The names of the layers and their scenes.
    static let all: [(name: String, json: String)] = [
        ("background", background),
        ("mask", mask),
        ("image", image),
        ("fill", fill),
        ("blur", blur),
        ("glass", glass),
        ("shape", shape),
        ("text", text),
        ("qrCode", qrCode),
        ("stack", stack),
        ("overlay", overlay),
    ]

    private static let background = """
        {
          "canvas": {"width": 360, "height": 240},
          "layers": [
            {"type": "image", "image": "images/landscape.jpg"},
            {
              "type": "text", "text": "−30%", "size": 32, "weight": 700,
              "alignment": "topTrailing", "padding": 24, "rotation": 8,
              "contentPadding": {"top": 6, "leading": 16, "bottom": 6, "trailing": 16},
              "background": [{"type": "shape", "shape": "capsule", "fill": "#d5322e"}]
            },
            {
              "type": "stack", "axis": "horizontal",
              "alignment": "bottomLeading", "padding": 20,
              "repeat": [{"label.text": "Lakes"}, {"label.text": "3 hours"}],
              "layers": [
                {
                  "type": "text", "id": "label", "text": "", "size": 18,
                  "contentPadding": {"top": 6, "leading": 14, "bottom": 6, "trailing": 14},
                  "background": [{"type": "glass", "items": [{"shape": "capsule"}]}]
                }
              ]
            }
          ]
        }
        """

    private static let mask = """
        {
          "canvas": {"width": 360, "height": 240, "background": "#f6efe2"},
          "layers": [
            {
              "type": "image", "image": "images/landscape.jpg",
              "maskedBy": [
                {
                  "type": "fill",
                  "paint": {
                    "gradient": "linear", "start": "leading", "end": "trailing",
                    "stops": ["#000 40%", "#0000"]
                  }
                }
              ]
            },
            {
              "type": "shape", "shape": "circle", "fill": "#ffb000",
              "width": 110, "height": 110, "offsetX": 40, "blendMode": "multiply"
            }
          ]
        }
        """

    private static let image = """
        {
          "canvas": {"width": 360, "height": 240, "background": "#e8eef4"},
          "layers": [
            {
              "type": "image", "image": "images/landscape.jpg",
              "crop": "90%x80%+5%+5%", "fit": "cover", "position": "30% 60%",
              "padding": 24, "shape": {"type": "rectangle", "cornerRadius": 32}
            }
          ]
        }
        """

    private static let fill = """
        {
          "canvas": {"width": 360, "height": 240},
          "layers": [
            {"type": "image", "image": "images/landscape.jpg"},
            {
              "type": "fill",
              "paint": {
                "gradient": "linear", "start": "top", "end": "bottom",
                "stops": ["rgb(90 40 160 / 0%)", "rgb(240 90 60 / 85%)"]
              }
            }
          ]
        }
        """

    private static let blur = """
        {
          "canvas": {"width": 360, "height": 240},
          "layers": [
            {"type": "image", "image": "images/landscape.jpg"},
            {
              "type": "blur", "radius": 12, "direction": "top",
              "startOffset": 0.3, "easing": "smoothstep"
            }
          ]
        }
        """

    private static let glass = """
        {
          "canvas": {"width": 360, "height": 240},
          "layers": [
            {"type": "image", "image": "images/landscape.jpg"},
            {
              "type": "glass", "spacing": 30,
              "items": [
                {"id": "a", "shape": "circle", "width": 96, "height": 96, "offsetX": -51},
                {
                  "id": "b", "width": 96, "height": 96, "offsetX": 51,
                  "shape": {"type": "rectangle", "cornerRadius": 28},
                  "tint": "rgb(80 140 255 / 30%)"
                }
              ]
            }
          ]
        }
        """

    private static let shape = """
        {
          "canvas": {"width": 360, "height": 240},
          "layers": [
            {"type": "image", "image": "images/landscape.jpg"},
            {
              "type": "shape", "shape": "hexagonBadge",
              "width": 160, "height": 160,
              "fill": {
                "gradient": "linear", "start": [0.5, 0], "end": [0.5, 0.6],
                "stops": ["rgb(239 120 221)", "rgb(239 172 120)"]
              },
              "stroke": "#fff", "strokeWidth": 4,
              "shadow": {"radius": 6, "offsetY": 4, "color": "#0008"}
            }
          ]
        }
        """

    private static let text = """
        {
          "canvas": {"width": 360, "height": 240},
          "layers": [
            {"type": "image", "image": "images/landscape.jpg"},
            {
              "type": "text", "text": "A night below the summit",
              "family": "DejaVu Sans", "size": 24, "weight": 700,
              "alignment": "bottomLeading", "padding": 16,
              "minContrast": 4.5
            }
          ]
        }
        """

    private static let qrCode = """
        {
          "canvas": {"width": 360, "height": 240},
          "layers": [
            {"type": "image", "image": "images/landscape.jpg"},
            {
              "type": "qrCode", "text": "https://example.com/lakes",
              "width": 150, "height": 150, "color": "#12324a",
              "maskedBy": [{"type": "shape", "fill": "#000", "shape": {"type": "rectangle", "cornerRadius": 12}}]
            }
          ]
        }
        """

    private static let stack = """
        {
          "canvas": {"width": 360, "height": 240},
          "layers": [
            {"type": "image", "image": "images/landscape.jpg"},
            {
              "type": "stack", "axis": "horizontal", "spacing": 16,
              "layers": [
                {"type": "shape", "shape": "circle", "width": 72, "height": 72, "fill": "#fffc"},
                {"type": "shape", "shape": "capsule", "width": 110, "height": 72, "fill": "#fffc"},
                {"type": "shape", "shape": "hexagonBadge", "width": 72, "height": 72, "fill": "#fffc"}
              ]
            }
          ]
        }
        """

    private static let overlay = """
        {
          "canvas": {"width": 360, "height": 240},
          "layers": [
            {"type": "image", "image": "images/landscape.jpg"},
            {
              "type": "fill", "paint": "#000",
              "opacity": {"from": 0, "to": 0.3, "follows": "sheet"}
            },
            {
              "type": "overlay", "id": "sheet", "side": "bottom", "at": "half",
              "notches": [
                {"name": "low", "extent": 48}, {"name": "half", "extent": "50%"}
              ],
              "blur": 12, "fill": "rgb(255 255 255 / 60%)", "cornerRadius": 20,
              "content": [
                {
                  "type": "text", "text": "Nearby", "color": "#111",
                  "family": "DejaVu Sans", "size": 20, "weight": 700,
                  "alignment": "topLeading", "padding": {"top": 22, "leading": 20}
                }
              ]
            }
          ]
        }
        """
}
