// The files of the page. As literals of Swift, they would take the compiler minutes.

#include "page_files.h"

#if defined(__clang__)
#pragma clang diagnostic ignored "-Wc23-extensions"
#endif

// A file ends with a zero byte, which none of them contains.
#define PAGE_FILE(path, type) \
    { \
        path, type, (const unsigned char[]) {
#define SCRIPT(path) PAGE_FILE(path, "text/javascript; charset=utf-8")
#define STYLE(path) PAGE_FILE(path, "text/css; charset=utf-8")
#define END \
    , 0 \
    } \
    } \
    ,

// clang-format off
static const struct page_file files[] = {
SCRIPT("agreement.js")
#embed "Page/agreement.js"
END
SCRIPT("api.js")
#embed "Page/api.js"
END
SCRIPT("app.js")
#embed "Page/app.js"
END
SCRIPT("area-handles.js")
#embed "Page/area-handles.js"
END
SCRIPT("areas.js")
#embed "Page/areas.js"
END
SCRIPT("blur-app.js")
#embed "Page/blur-app.js"
END
SCRIPT("colors.js")
#embed "Page/colors.js"
END
STYLE("controls.css")
#embed "Page/controls.css"
END
SCRIPT("css-text.js")
#embed "Page/css-text.js"
END
SCRIPT("curve-panel.js")
#embed "Page/curve-panel.js"
END
SCRIPT("dom.js")
#embed "Page/dom.js"
END
SCRIPT("drops.js")
#embed "Page/drops.js"
END
SCRIPT("easing.js")
#embed "Page/easing.js"
END
PAGE_FILE("favicon.svg", "image/svg+xml")
#embed "Page/favicon.svg"
END
SCRIPT("fields.js")
#embed "Page/fields.js"
END
SCRIPT("geometry.js")
#embed "Page/geometry.js"
END
SCRIPT("gradient.js")
#embed "Page/gradient.js"
END
SCRIPT("handles.js")
#embed "Page/handles.js"
END
SCRIPT("help.js")
#embed "Page/help.js"
END
PAGE_FILE("", "text/html; charset=utf-8")
#embed "Page/index.html"
END
SCRIPT("option-panels.js")
#embed "Page/option-panels.js"
END
SCRIPT("page.js")
#embed "Page/page.js"
END
SCRIPT("platform-texts.js")
#embed "Page/platform-texts.js"
END
SCRIPT("pointer.js")
#embed "Page/pointer.js"
END
SCRIPT("preset-thumbnails.js")
#embed "Page/preset-thumbnails.js"
END
SCRIPT("render.js")
#embed "Page/render.js"
END
SCRIPT("scene-app.js")
#embed "Page/scene-app.js"
END
SCRIPT("scene-controls.js")
#embed "Page/scene-controls.js"
END
STYLE("scene.css")
#embed "Page/scene.css"
END
SCRIPT("scene-frames.js")
#embed "Page/scene-frames.js"
END
SCRIPT("scene-list.js")
#embed "Page/scene-list.js"
END
SCRIPT("scene-panels.js")
#embed "Page/scene-panels.js"
END
SCRIPT("scene-renderer.js")
#embed "Page/scene-renderer.js"
END
SCRIPT("scene-state.js")
#embed "Page/scene-state.js"
END
SCRIPT("scene-texts.js")
#embed "Page/scene-texts.js"
END
SCRIPT("scene-time.js")
#embed "Page/scene-time.js"
END
SCRIPT("settings.js")
#embed "Page/settings.js"
END
SCRIPT("shape-changes.js")
#embed "Page/shape-changes.js"
END
SCRIPT("shape-panel.js")
#embed "Page/shape-panel.js"
END
SCRIPT("stage.js")
#embed "Page/stage.js"
END
SCRIPT("state.js")
#embed "Page/state.js"
END
STYLE("style.css")
#embed "Page/style.css"
END
SCRIPT("texts.js")
#embed "Page/texts.js"
END
SCRIPT("texts-panel.js")
#embed "Page/texts-panel.js"
END
SCRIPT("turning.js")
#embed "Page/turning.js"
END
SCRIPT("typing.js")
#embed "Page/typing.js"
END
};
// clang-format on

size_t page_file_count(void) { return sizeof files / sizeof files[0]; }

const struct page_file *page_file(size_t index) { return &files[index]; }
