#include "heif_messages.h"

#include <helper_channel.h>

// What is common to the replies of all programs.
_Static_assert((int)HEIF_FAILURE == (int)HELPER_REPLY_FAILURE, "the kind of failures");
_Static_assert((int)HEIF_READY == (int)HELPER_REPLY_READY, "the kind of the first reply");
_Static_assert((int)HEIF_HEADER == (int)HELPER_REPLY_FIRST, "the first kind of this program");
_Static_assert(offsetof(heif_reply, kind) == offsetof(helper_reply, kind), "the place of the kind");
_Static_assert(offsetof(heif_reply, failure) == offsetof(helper_reply, failure), "the place of the failure");
_Static_assert(offsetof(heif_reply, count) == offsetof(helper_reply, count), "the place of the count");

// Programs of several versions notice each other by the protocol, which changes with the messages.
_Static_assert(
    HELPER_PROTOCOL == 10 && sizeof(heif_task) == 152 && sizeof(heif_reply) == 128, "the messages of the protocol");
