internal import VarBlurScenes

/// The document about scenes.
enum SceneGuide {
    static var text: String { SceneReference.markdown(introduction: introduction, example: example) }

    /// The picture of a layer and its scene, side by side, and what the table of its members does not say.
    private static func example(_ kind: String) -> String? {
        LayerExamples.all.first { $0.name == kind }.map { name, json in
            let note =
                [
                    "text": "\(letters)\n\n\(contrast)", "stack": lines, "background": boxes, "mask": effects,
                    "shape": outlines,
                ][name].map {
                    "\n\n\($0)"
                }
                ?? ""
            return """
                <table><tr><td>

                ![](../images/layer-\(name).jpg)

                </td><td>

                ```json
                \(json)
                ```

                </td></tr></table>\(note)
                """
        }
    }

    private static let boxes = """
        A layer is as large as its contents, unless it has a `width` or a `height`; an image, a shape, and a fill are as large as their area. With
        only one of both, an image and a QR code keep their aspect ratio. Glass is as large as its pieces, unless one of them fills the area or has
        an `alignment` in it.
        `contentPadding` enlarges a layer around its contents, and the layers of its `background` fill that area, so that pills and cards fit texts of
        any length. In a stack, `hidden` layers leave no gap, and with `hidesEmpty`, neither do empty texts and images. A layer in a stack with the axis
        `depth` may have an `alignment` of its own in the whole stack; in a row, `top`, `center`, and `bottom` align it, and in a column, `leading`,
        `center`, and `trailing`.

        A stack with `repeat` contains a copy of its `layers` for each element. The element sets values in the copy, by paths as in `--set`. The
        ids in the copies end with `-1`, `-2`, and so on. `repeat` in a glass layer copies its `items`, and `axis` puts them in a row.
        If the values name only some of the items, the others, such as a button, are there once. Items that move between two states are repeated in
        both of them, so that badges of one list can grow out of that button.
        """

    private static let lines = """
        With `"axis": "horizontal", "wrap": true`, layers that do not fit into a row continue in the next one, so that any number of tags finds room:
        `contentAlignment` aligns each row, and `lineSpacing` is the distance between rows. With `columns`, or with `minColumnWidth` for as many
        columns as fit, the layers are the cells of a grid. Cells whose layers have no height share the height of the area: nine photos with
        `"columns": 3` fill it.

        Nothing of them lies outside of the stack: a layer that does not fit is an error, or with `"overflow": "ellipsis"`, the layers of `more` take
        the place of those that do not fit, such as `"more": [{"type": "text", "text": "+{count}"}]`. The copies of a `repeat` are left out and
        counted as a whole. `lines` is the greatest number of rows.

        With `"direction": "rtl"` in the canvas or in a stack, as for Arabic and Hebrew, leading is the right side, rows and columns begin there, and
        so do texts. Points in a picture remain where they are: `anchor`, the ends of gradients, the `position` of images, and offsets. By default, only
        texts have a direction: that of their first letter that has one, which also decides at which side of a wider frame they begin.
        """

    private static let effects = """
        A mask is drawn in the frame of the layer: where its layers are opaque, the layer shows. It applies to blurs and glass, too. The shadow of an
        image, a shape, a text, or a stack is that of what the mask leaves. What reaches beyond the frame, such as half of a stroke, or the shadow of
        glass, is masked by fills as if these went on there, and by other layers as much as where they mask the sides of the frame most: it remains if
        they are opaque there.

        A mask also draws values. For a rating, five stars are masked by a fill whose width comes from the data, here 24 pixels for each star, so that
        `--set level.width=84` or a column `level.width` shows three and a half of them:

        ```json
        {
          "type": "stack", "axis": "horizontal", "spacing": 0, "repeat": [{}, {}, {}, {}, {}],
          "layers": [
            {
              "type": "shape", "width": 24, "height": 24, "fill": "#ffb000",
              "shape": {
                "type": "path", "viewBox": [0, 0, 24, 24],
                "data": "M12.0 1.5L14.7 8.8L22.5 9.1L16.4 13.9L18.5 21.4L12.0 17.1L5.5 21.4L7.6 13.9L1.5 9.1L9.3 8.8z"
              }
            }
          ],
          "maskedBy": [{"type": "fill", "id": "level", "paint": "#000", "alignment": "leading", "width": 84}]
        }
        ```

        `blendMode`
        and `opacity` treat a layer with its background, or a stack, as a whole. `rotation` and `scale` change neither its place nor its size
        in a stack. Blurs, glass, automatic colors, and texts with `minContrast` depend on what is behind them, so that a scene with one of them in
        a rotated, scaled, or blended layer has an error. Only icons with automatic colors can be rotated and scaled.

        A blur in a stack or in a `background` reads only those of its layers that lie below it, so that the edge of a card does not mix with the page.
        If there are none, it blurs what is behind the stack. If glass, a layer with a blend mode, or one with an automatic color is among them,
        it reads what is behind the stack, too. The `blur` of an image reads only the image. Unlike in CSS, only a `blendMode` of a stack keeps
        those of its layers from reaching behind the stack; an `opacity`, a mask, or a rotation does not.
        """

    private static let outlines = """
        The path of a shape is filled where its contours run around a point a number of times other than 0: the rule `nonzero`, which is the default
        of SVG. A hole is a contour in the opposite direction. For a path that was drawn for `evenodd`, reverse the contours of its holes.
        """

    private static let letters = """
        An outline (`stroke`) lies below the letters, so that half of its width shows. With a transparent `color`, only the outline remains.
        Color emoji have no outline. The gradient of a `fill` covers the area of the lines. `minContrast` does not count the outline. In a horizontal stack, `baseline` puts texts of
        several sizes on one line. With a `lineHeight`, labels in several scripts have one height, and their baselines one place.

        With `"color": "automatic"`, a text is black or white, whichever has more contrast with what is behind it, such as glass: at least 4.5 on a
        plain color. It suits labels whose photo is not known. On a photo with bright and dark parts, use `minContrast`, which adds a scrim, or
        a glass layer with `"tint": "automatic"`: light glass over bright and dark glass over dark parts of the photo, just so opaque that labels
        with an automatic color have a contrast of 4.5 on at least 99% of it, apart from the outer 5 pixels. The `opacity` of the
        layer is not counted. In a transition, each frame has this contrast, too: the glass is as opaque as its present place requires. So that it does
        not flicker, it is light or dark as in the first state up to the middle of the change, and then as in the last one. A piece with a `tint` of its
        own in one of both states has the contrast in the other one. With `--background`, the color behind a transparent canvas counts.

        Icons follow with `"fill": "automatic"`: shapes, whose `stroke` can be automatic, too, and images of a single color, such as SVG files with
        `currentColor`. The `fill` of an image takes the place of all of its colors, and keeps its opacity.
        """

    private static let contrast = """
        `minContrast` is the contrast of the color that is seen, with its alpha and the opacity of its layers. The scrim is only as strong as
        necessary: at least 95% of the pixels at and around each word have the contrast, and on a plain background all of them have it. If not
        even an opaque scrim is enough, the scene has an error.

        With an automatic `direction`, the scrim comes from the side of the canvas from which it changes the picture least. The texts of a stack have the
        same side. In an animation, the side may change with the picture, so name it there.

        The scrim lies on what is behind the text. Layers that the text does not touch lie above the scrim, even if they are farther back, so that
        other texts, badges, and glass keep their colors. On a piece of glass or on the panel of an overlay, the scrim ends at its edge and is equally
        strong everywhere; then, `direction`, `startOffset`, and `easing` have no effect. If the scrims of two texts counteract each other, the
        report contains a warning, and also if a text lies on another layer of a stack with an opacity below 1, because its contrast is that with
        what is behind the stack. While the opacity of a layer or of a color changes in an animation, the scrim changes with it, and only the
        first and the last frame have the contrast.
        """

    private static let introduction = """
        <!-- Generated by varblur-compose --generate-document; do not edit. -->

        # Scenes

        A scene is a JSON document that lists layers from back to front. `varblur compose` draws it:

        ```sh
        varblur compose --set photo.image="$PWD/in.jpg" --set title.text='Alpine lake' scenes/share-card.json card.png
        ```

        `--set` sets a value by its path, which begins with the `id` of a layer or at the top of the document. Paths of images are
        relative to the directory of the scene, in `--set` too, so the example uses an absolute path. `--list-values` lists all
        values with their paths as JSON. `varblur preview --scene` shows the scene in the browser, with a control for each value: see
        [Browser preview](preview.md#scenes).

        The scene is checked as a whole before anything is drawn: the document, the headers of the images, the markup, the notches, and whether a
        scrim can give texts their contrast. All errors are reported at once, each with its path in the document. `--dry-run` finds the same
        errors and warnings; only damaged pixels of images, and scrims that counteract each other, are found later.

        A length is a number of pixels, a percentage of the canvas such as `"12.5%"`, or the sum of both, such as `"50% - 24"`. Percentages
        refer to the width of the canvas for horizontal lengths, and to its height for vertical ones and for fonts.
        A color is a CSS name, `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, `rgb(…)`, `hsl(…)`, or `hwb(…)`. A canvas may have up to
        67,108,864 pixels, and 32,766 in a row or column, a font up to 10,000 pixels, and a document up to 1,000 layers and 1 MiB.
        Layers may be larger than the canvas, and lie partly or completely outside of it. A warning names texts, QR codes, and glass of which a third or
        more is cut off, unless they cover the canvas, and also shapes, images, and stacks that are completely outside. It does not if they come in at
        another time of an animation, or with the panel of an overlay.

        A scene that would take longer than about a minute is refused before anything is drawn. The limit is the work of filling 60,000 million
        pixels: a blur counts 12 times its area, glass 60 times, a mask 75 times, and a path also counts by the rows that its lines cross. A longer
        `--timeout` raises the limit.

        For print, `dpi` of the canvas is the number of pixels per inch, which PNG and JPEG files record: a certificate of 2480 by 3508 pixels with
        300 fills a page of A4. With `--scale 2`, the file has 600, and the print remains as large.

        `fonts` lists font files, such as `"fonts": ["Inter.ttf"]`, relative to the directory of the scene, and `--font-dir` adds all fonts in a
        directory. Both take the place of installed fonts of the same family, so that a scene looks the same on every machine. If a font or a
        character is missing, a warning names the layer, and where it is known, a package of Debian that contains the font. Another one names
        families without italic letters whose upright ones are slanted. The files can be TrueType, OpenType, WOFF, or WOFF2.

        `--scale 2` draws the scene with two pixels for each of its own, for screens with twice the resolution: all lengths keep their meaning,
        texts and shapes are sharp, and images are decoded at that size. `--scale 1,2,3 scene.json out.png` writes `out.png`, `out@2x.png`, and
        `out@3x.png`; `--json` then lists them as `outputs`, each with its size and digest.

        An image, a mask, and a matte can be an SVG file, whose name ends in `.svg`. It is drawn with librsvg (Debian: `librsvg2-2`) at the size of the output, for at
        most 10 seconds, and is at most 4 MiB long. References to other files and to the network have no effect. Another program, `varblur-svg`, draws it in a process of
        its own, whose memory counts for `--max-memory`. QR codes are made with libqrencode (`libqrencode4`). Both
        libraries are loaded when a scene needs them; without them, such a scene has an error with the exit status 69.

        A number, a length, a color, the items of a glass layer, or the notch of an overlay can be animated: `{"from": …, "to": …}`. `--at` selects a time
        between 0 and 1, and `--frames` draws a sequence:

        ```sh
        varblur compose --frames 30 scenes/landmark-badges.json badges.apng
        varblur compose --frames 60 --fps 60 --webp-quality lossless scenes/landmark-badges.json badges.webp
        varblur compose --frames 30 scenes/landmark-badges.json - | ffmpeg -i - -vf scale=out_color_matrix=bt709,format=yuv420p -colorspace bt709 badges.webm
        varblur compose --frames 30 scenes/landmark-badges.json frame.png
        ```

        An output with the extension `.apng` or `.webp` is one animated file, which repeats without end; other names are those of a file for each frame.
        `--fps` is the number of frames per second, 30 by default.

        The output `-` is an uncompressed video (Y4M) with 4:4:4 chroma and the color matrix of BT.601, which the format cannot name. Players expect
        that of BT.709, at least at HD sizes: the command above converts to it, names it in the file, and makes 4:2:0 chroma, which every player can show.

        Layers change at the same time, unless they have a `timing`: with `{"start": 0.2, "end": 0.6}`, a layer changes between 20% and 60% of the duration.

        A value of a layer can also depend on how far the panel of an overlay is open, in still pictures and in animations:
        `{"from": 0, "to": 0.5, "follows": "sheet"}` is `from` while the panel of the layer `sheet` is at its least enabled notch, `to` at its greatest one,
        and in proportion in between. [The overlay](#overlay) below dims the photo that way. In a text, `{sheet.notch}` is the name of the enabled notch
        that is nearest to the panel; halfway between two, it is that of the smaller one.

        JPEG files have chroma at the full resolution from a quality of 90 on, which is the default, so that small colored text stays sharp.

        `share/varblur/scene.schema.json` is the JSON schema, for editors. Scenes can also be drawn from Swift, with the module
        `VarBlurScenes`.

        | quote-card | product-card |
        | --- | --- |
        | ![](../images/scene-quote-card.jpg) | ![](../images/scene-product-card.jpg) |
        | share-card | video-thumbnail |
        | ![](../images/scene-share-card.jpg) | ![](../images/scene-video-thumbnail.jpg) |
        | event-poster | app-screenshot |
        | ![](../images/scene-event-poster.jpg) | ![](../images/scene-app-screenshot.jpg) |
        | hexagon-badge | notch-overlay |
        | ![](../images/scene-hexagon-badge.jpg) | ![](../images/scene-notch-overlay.jpg) |
        | landmark-badges | sidebar-extension |
        | ![](../images/scene-landmark-badges.jpg) | ![](../images/scene-sidebar-extension.jpg) |
        | name-badge | |
        | ![](../images/scene-name-badge.jpg) | |

        `name-badge` draws a badge for each row of a table:

        ```sh
        varblur compose --batch --csv scenes/name-badge.json < scenes/name-badges.csv
        ```

        Six scenes have twins in HTML and CSS, in [scenes/html](../scenes/html), which show what CSS can do. In Chromium, their texts and boxes are in the
        same places within a pixel, apart from what Chromium rounds. In CSS, a filter has one radius, and glass does not refract; no text shrinks until it fits, or gets
        as much contrast as its photo requires, and there are no QR codes. `make compare-scenes` measures the differences and times, and puts both pictures
        side by side. The multiples are those of the shortest of several runs on two processors:

        | Scene | What the twin does instead | Time of Chromium, as a multiple of that of `varblur compose`: started for one picture; running |
        | --- | --- | --- |
        | quote-card | two blurs, one of which fades in; glass with a plain blur; a fixed size of the quotation | 14; 5 |
        | product-card | glass with a plain blur; a fixed size of the name | 15; 4 |
        | event-poster | four blurs, which fade in one after the other; fixed sizes of the names; the path of the QR code | 22; 8 |
        | app-screenshot | glass with a plain blur; a shade that is the same for all photos | 11; 3 |
        | video-thumbnail | four blurs, which fade in one after the other; glass with a plain blur; a tint that is the same for all stills | 29; 10 |
        | name-badge | three blurs, which fade in one after the other; glass with a plain blur; the path of the QR code; one row of the table | 15; 3 |

        [The contact sheet](../images/contact-sheet.jpg) shows five of the scenes, and eight frames of the badges. It is drawn from a scene, too:
        [contact-sheet.json](../images/contact-sheet.json). To draw many scenes, use `varblur compose --batch`: see
        [Many files and batches](batches.md#scenes).
        """
}
