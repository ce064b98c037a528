// varblur as a plug-in of frei0r: a progressive blur of frames in ffmpeg, Kdenlive, Shotcut, and GStreamer.
#include <frei0r.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <varblur.h>

// A plug-in cannot return errors: with settings that are impossible, frames pass unchanged.

enum parameter { RADIUS, DIRECTION, START_OFFSET, PARAMETER_COUNT };

typedef struct instance {
    size_t width, height;
    double radius, start_offset;
    char *direction;
    varblur_blur *blur;
    // Whether a setting has changed since the blur was made.
    int is_outdated;
} instance;

static void report(const char *message) { fprintf(stderr, "varblur: %s\n", message); }

int f0r_init(void) { return 1; }

void f0r_deinit(void) {}

void f0r_get_plugin_info(f0r_plugin_info_t *info) {
    *info = (f0r_plugin_info_t){
        .name = "varblur",
        .author = "The varblur project",
        .plugin_type = F0R_PLUGIN_TYPE_FILTER,
        .color_model = F0R_COLOR_MODEL_RGBA8888,
        .frei0r_version = FREI0R_MAJOR_VERSION,
        .major_version = VARBLUR_VERSION_MAJOR,
        .minor_version = VARBLUR_VERSION_MINOR,
        .num_params = PARAMETER_COUNT,
        .explanation = "Progressive Gaussian blur: strong at one side, sharp at the other",
    };
}

void f0r_get_param_info(f0r_param_info_t *info, int index) {
    static const f0r_param_info_t parameters[PARAMETER_COUNT] = {
        [RADIUS] =
            {"radius", F0R_PARAM_DOUBLE,
             "Radius at the blurred side, as a fraction of the height (top, bottom), the width (left, right), or the "
             "smaller of both"},
        [DIRECTION] =
            {"direction", F0R_PARAM_STRING,
             "Blurred side: top, bottom, left, right, several of them separated by commas or spaces, or all"},
        [START_OFFSET] =
            {"start offset", F0R_PARAM_DOUBLE, "Part of the frame that stays sharp, opposite the blurred side; below 1"},
    };
    if (index >= 0 && index < PARAMETER_COUNT) *info = parameters[index];
}

f0r_instance_t f0r_construct(unsigned int width, unsigned int height) {
    instance *new = calloc(1, sizeof *new);
    if (!new) return NULL;
    *new = (instance){.width = width, .height = height, .radius = 0.05, .direction = strdup("top"), .is_outdated = 1};
    if (new->direction) return new;
    free(new);
    return NULL;
}

void f0r_destruct(f0r_instance_t pointer) {
    instance *old = pointer;
    varblur_blur_free(old->blur);
    free(old->direction);
    free(old);
}

void f0r_set_param_value(f0r_instance_t pointer, f0r_param_t value, int index) {
    instance *self = pointer;
    if (index == DIRECTION) {
        char *copy = strdup(*(f0r_param_string *)value);
        if (!copy) return;
        free(self->direction);
        self->direction = copy;
    } else if (index == RADIUS) {
        self->radius = *(f0r_param_double *)value;
    } else if (index == START_OFFSET) {
        self->start_offset = *(f0r_param_double *)value;
    }
    self->is_outdated = 1;
}

void f0r_get_param_value(f0r_instance_t pointer, f0r_param_t value, int index) {
    instance *self = pointer;
    if (index == DIRECTION) *(f0r_param_string *)value = self->direction;
    if (index == RADIUS) *(f0r_param_double *)value = self->radius;
    if (index == START_OFFSET) *(f0r_param_double *)value = self->start_offset;
}

// The sum of enum varblur_side that a text names; 0 if it does not.
static int sides_of(const char *text) {
    static const struct {
        const char *name;
        int sides;
    } words[] = {
        {"top", VARBLUR_TOP},
        {"bottom", VARBLUR_BOTTOM},
        {"left", VARBLUR_LEFT},
        {"right", VARBLUR_RIGHT},
        {"all", VARBLUR_TOP | VARBLUR_BOTTOM | VARBLUR_LEFT | VARBLUR_RIGHT}};
    int sides = 0;
    for (;;) {
        text += strspn(text, ", ");
        size_t length = strcspn(text, ", "), word = 0;
        if (length == 0) return sides;
        while (word < 5 && (strlen(words[word].name) != length || strncmp(words[word].name, text, length) != 0)) word++;
        if (word == 5) return 0;
        sides |= words[word].sides;
        text += length;
    }
}

// The length that a radius is a fraction of: the same as that of percentages in the command.
static double axis_length(const instance *self, int sides) {
    int is_vertical = !(sides & (VARBLUR_LEFT | VARBLUR_RIGHT)),
        is_horizontal = !(sides & (VARBLUR_TOP | VARBLUR_BOTTOM));
    if (is_vertical) return self->height;
    if (is_horizontal) return self->width;
    return self->width < self->height ? self->width : self->height;
}

static void make_blur(instance *self) {
    self->is_outdated = 0;
    varblur_blur_free(self->blur);
    self->blur = NULL;
    varblur_options options;
    varblur_options_init(&options, sizeof options);
    options.sides = sides_of(self->direction);
    if (!options.sides) {
        report("the direction must be top, bottom, left, right, several of them separated by commas or spaces, or all");
        return;
    }
    options.max_radius = self->radius * axis_length(self, options.sides);
    options.start_offset = self->start_offset;
    char message[VARBLUR_MESSAGE_SIZE];
    if (varblur_blur_create(&options, &self->blur, message, sizeof message) != VARBLUR_OK) report(message);
}

void f0r_update(f0r_instance_t pointer, double time, const uint32_t *frame, uint32_t *result) {
    (void)time;
    instance *self = pointer;
    if (self->is_outdated) make_blur(self);
    varblur_layout layout = {self->width, self->height, 0, VARBLUR_RGBA};
    char message[VARBLUR_MESSAGE_SIZE];
    if (self->blur) {
        // hosts may pass the same frame twice
        int status = frame == result
                         ? varblur_apply(self->blur, result, &layout, NULL, message, sizeof message)
                         : varblur_apply_to(self->blur, frame, &layout, result, 0, NULL, message, sizeof message);
        if (status == VARBLUR_OK) return;
        report(message);
    }
    if (frame != result) memcpy(result, frame, self->width * self->height * sizeof *frame);
}
