internal import VarBlur

extension SceneDrawing {
    /// Continues the first image beyond its sides.
    func extend() throws(SceneError) {
        guard let canvas = size.canvas.extend else { return }
        let picture = PixelRegion(
            x: Int(size.base.x), y: Int(size.base.y), width: Int(size.base.width), height: Int(size.base.height))
        let radius = canvas.radius.pixels(of: layout.canvas.height)
        let extent = PictureExtension(
            leading: picture.x, trailing: size.width - picture.x - picture.width, top: picture.y,
            bottom: size.height - picture.y - picture.height, radius: radius,
            startRadius: min(canvas.startRadius.pixels(of: layout.canvas.height), radius), easing: canvas.easing)
        try SceneError.wrapping { () throws(BlurError) in
            try unsafe surface.pixels.withUnsafeMutablePixels { (pixels) throws(BlurError) in
                try unsafe extent.extend(pixels, picture: picture)
            }
        }
    }
}
