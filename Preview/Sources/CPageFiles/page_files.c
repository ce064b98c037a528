// The files of the page. As literals of Swift, they would take the compiler minutes.

#include "page_files.h"

#if defined(__clang__)
#pragma clang diagnostic ignored "-Wc23-extensions"
#endif

static const unsigned char agreement_js[] = {
#embed "Page/agreement.js"
};
static const unsigned char api_js[] = {
#embed "Page/api.js"
};
static const unsigned char app_js[] = {
#embed "Page/app.js"
};
static const unsigned char area_handles_js[] = {
#embed "Page/area-handles.js"
};
static const unsigned char areas_js[] = {
#embed "Page/areas.js"
};
static const unsigned char blur_app_js[] = {
#embed "Page/blur-app.js"
};
static const unsigned char colors_js[] = {
#embed "Page/colors.js"
};
static const unsigned char controls_css[] = {
#embed "Page/controls.css"
};
static const unsigned char css_text_js[] = {
#embed "Page/css-text.js"
};
static const unsigned char curve_panel_js[] = {
#embed "Page/curve-panel.js"
};
static const unsigned char dom_js[] = {
#embed "Page/dom.js"
};
static const unsigned char drops_js[] = {
#embed "Page/drops.js"
};
static const unsigned char easing_js[] = {
#embed "Page/easing.js"
};
static const unsigned char favicon_svg[] = {
#embed "Page/favicon.svg"
};
static const unsigned char fields_js[] = {
#embed "Page/fields.js"
};
static const unsigned char geometry_js[] = {
#embed "Page/geometry.js"
};
static const unsigned char gradient_js[] = {
#embed "Page/gradient.js"
};
static const unsigned char handles_js[] = {
#embed "Page/handles.js"
};
static const unsigned char help_js[] = {
#embed "Page/help.js"
};
static const unsigned char history_js[] = {
#embed "Page/history.js"
};
static const unsigned char index_html[] = {
#embed "Page/index.html"
};
static const unsigned char option_panels_js[] = {
#embed "Page/option-panels.js"
};
static const unsigned char page_js[] = {
#embed "Page/page.js"
};
static const unsigned char platform_texts_js[] = {
#embed "Page/platform-texts.js"
};
static const unsigned char pointer_js[] = {
#embed "Page/pointer.js"
};
static const unsigned char preset_thumbnails_js[] = {
#embed "Page/preset-thumbnails.js"
};
static const unsigned char render_js[] = {
#embed "Page/render.js"
};
static const unsigned char scene_app_js[] = {
#embed "Page/scene-app.js"
};
static const unsigned char scene_controls_js[] = {
#embed "Page/scene-controls.js"
};
static const unsigned char scene_frames_js[] = {
#embed "Page/scene-frames.js"
};
static const unsigned char scene_list_js[] = {
#embed "Page/scene-list.js"
};
static const unsigned char scene_panels_js[] = {
#embed "Page/scene-panels.js"
};
static const unsigned char scene_renderer_js[] = {
#embed "Page/scene-renderer.js"
};
static const unsigned char scene_state_js[] = {
#embed "Page/scene-state.js"
};
static const unsigned char scene_texts_js[] = {
#embed "Page/scene-texts.js"
};
static const unsigned char scene_css[] = {
#embed "Page/scene.css"
};
static const unsigned char scene_time_js[] = {
#embed "Page/scene-time.js"
};
static const unsigned char shape_changes_js[] = {
#embed "Page/shape-changes.js"
};
static const unsigned char shape_panel_js[] = {
#embed "Page/shape-panel.js"
};
static const unsigned char stage_js[] = {
#embed "Page/stage.js"
};
static const unsigned char state_js[] = {
#embed "Page/state.js"
};
static const unsigned char style_css[] = {
#embed "Page/style.css"
};
static const unsigned char texts_panel_js[] = {
#embed "Page/texts-panel.js"
};
static const unsigned char texts_js[] = {
#embed "Page/texts.js"
};
static const unsigned char turning_js[] = {
#embed "Page/turning.js"
};
static const unsigned char typing_js[] = {
#embed "Page/typing.js"
};

#define PAGE_FILE(path, type, bytes) {path, type, bytes, sizeof bytes}

static const struct page_file files[] = {
    PAGE_FILE("agreement.js", "text/javascript; charset=utf-8", agreement_js),
    PAGE_FILE("api.js", "text/javascript; charset=utf-8", api_js),
    PAGE_FILE("app.js", "text/javascript; charset=utf-8", app_js),
    PAGE_FILE("area-handles.js", "text/javascript; charset=utf-8", area_handles_js),
    PAGE_FILE("areas.js", "text/javascript; charset=utf-8", areas_js),
    PAGE_FILE("blur-app.js", "text/javascript; charset=utf-8", blur_app_js),
    PAGE_FILE("colors.js", "text/javascript; charset=utf-8", colors_js),
    PAGE_FILE("controls.css", "text/css; charset=utf-8", controls_css),
    PAGE_FILE("css-text.js", "text/javascript; charset=utf-8", css_text_js),
    PAGE_FILE("curve-panel.js", "text/javascript; charset=utf-8", curve_panel_js),
    PAGE_FILE("dom.js", "text/javascript; charset=utf-8", dom_js),
    PAGE_FILE("drops.js", "text/javascript; charset=utf-8", drops_js),
    PAGE_FILE("easing.js", "text/javascript; charset=utf-8", easing_js),
    PAGE_FILE("favicon.svg", "image/svg+xml", favicon_svg),
    PAGE_FILE("fields.js", "text/javascript; charset=utf-8", fields_js),
    PAGE_FILE("geometry.js", "text/javascript; charset=utf-8", geometry_js),
    PAGE_FILE("gradient.js", "text/javascript; charset=utf-8", gradient_js),
    PAGE_FILE("handles.js", "text/javascript; charset=utf-8", handles_js),
    PAGE_FILE("help.js", "text/javascript; charset=utf-8", help_js),
    PAGE_FILE("history.js", "text/javascript; charset=utf-8", history_js),
    PAGE_FILE("", "text/html; charset=utf-8", index_html),
    PAGE_FILE("option-panels.js", "text/javascript; charset=utf-8", option_panels_js),
    PAGE_FILE("page.js", "text/javascript; charset=utf-8", page_js),
    PAGE_FILE("platform-texts.js", "text/javascript; charset=utf-8", platform_texts_js),
    PAGE_FILE("pointer.js", "text/javascript; charset=utf-8", pointer_js),
    PAGE_FILE("preset-thumbnails.js", "text/javascript; charset=utf-8", preset_thumbnails_js),
    PAGE_FILE("render.js", "text/javascript; charset=utf-8", render_js),
    PAGE_FILE("scene-app.js", "text/javascript; charset=utf-8", scene_app_js),
    PAGE_FILE("scene-controls.js", "text/javascript; charset=utf-8", scene_controls_js),
    PAGE_FILE("scene.css", "text/css; charset=utf-8", scene_css),
    PAGE_FILE("scene-frames.js", "text/javascript; charset=utf-8", scene_frames_js),
    PAGE_FILE("scene-list.js", "text/javascript; charset=utf-8", scene_list_js),
    PAGE_FILE("scene-panels.js", "text/javascript; charset=utf-8", scene_panels_js),
    PAGE_FILE("scene-renderer.js", "text/javascript; charset=utf-8", scene_renderer_js),
    PAGE_FILE("scene-state.js", "text/javascript; charset=utf-8", scene_state_js),
    PAGE_FILE("scene-texts.js", "text/javascript; charset=utf-8", scene_texts_js),
    PAGE_FILE("scene-time.js", "text/javascript; charset=utf-8", scene_time_js),
    PAGE_FILE("shape-changes.js", "text/javascript; charset=utf-8", shape_changes_js),
    PAGE_FILE("shape-panel.js", "text/javascript; charset=utf-8", shape_panel_js),
    PAGE_FILE("stage.js", "text/javascript; charset=utf-8", stage_js),
    PAGE_FILE("state.js", "text/javascript; charset=utf-8", state_js),
    PAGE_FILE("style.css", "text/css; charset=utf-8", style_css),
    PAGE_FILE("texts.js", "text/javascript; charset=utf-8", texts_js),
    PAGE_FILE("texts-panel.js", "text/javascript; charset=utf-8", texts_panel_js),
    PAGE_FILE("turning.js", "text/javascript; charset=utf-8", turning_js),
    PAGE_FILE("typing.js", "text/javascript; charset=utf-8", typing_js),
};

size_t page_file_count(void) { return sizeof files / sizeof files[0]; }

const struct page_file *page_file(size_t index) { return &files[index]; }
