#include <dlfcn.h>

#include "tasks.h"

const char *loading_mistake(helper_failure *failure) {
    const char *message = dlerror();
    if (message == NULL) message = "No such file";
    *failure = worker_loading_failure(message);
    return message;
}
