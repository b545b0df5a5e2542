/* SPDX-License-Identifier: MIT */
/* The server's own messages, which are short. */
#include "base/check.h"
#include "server/hub_parts.h"

void hub_note(struct hub_note *note, const char *kind)
{
    json_out_start(&note->out, &note->text, note->bytes, sizeof note->bytes);
    json_out_open(&note->out, '{');
    json_put_string(&note->out, "do", kind);
}

void hub_note_bye(struct hub_note *note, uint32_t chance, int count)
{
    enum { BACK_MIN_MS = 1000, BACK_SPREAD_MS = 2000, BACK_SPREAD_MAX_MS = 30000 };
    int64_t range = BACK_SPREAD_MS + count; /* a thousand come back in a second */
    range = range < BACK_SPREAD_MAX_MS ? range : BACK_SPREAD_MAX_MS;
    hub_note(note, "bye");
    json_put_string(&note->out, "bye", "restart");
    json_put_integer(&note->out, "in", BACK_MIN_MS + chance % range);
}

void hub_note_post(struct hub *hub, struct hub_note *note, struct member *member, uint64_t ticket)
{
    json_out_close(&note->out, '}');
    CHECK(!note->text.overflow);
    hub->settings.post(hub->settings.context, member, note->text.bytes, note->text.size, ticket);
}
