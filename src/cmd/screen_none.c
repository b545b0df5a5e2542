/* SPDX-License-Identifier: MIT */
/* In place of src/tui in a program that is built without it (KUFSA_TERMINAL=OFF): no terminal can
 * show the full screen, so commands use lines of text. */
#include "base/check.h"
#include "tui/screen.h"

bool screen_open(const struct screen_setup *setup)
{
    (void)setup;
    return false;
}

void screen_close(void)
{
}

int screen_choose(const char *title, const char *text, const char *const *answers, int count)
{
    (void)title;
    (void)text;
    (void)answers;
    (void)count;
    CHECK(!"there is no screen");
    return -1;
}

int screen_pick(const struct screen_list *list)
{
    return screen_choose(list->title, list->text, list->answers, list->answers_count);
}

void screen_play(struct channel *channel)
{
    (void)channel;
    CHECK(!"there is no screen");
}

void screen_replay(const struct record *record, const struct ply *plies, uint32_t count, int viewer,
                   const struct screen_text *text)
{
    (void)record;
    (void)plies;
    (void)count;
    (void)viewer;
    (void)text;
    CHECK(!"there is no screen");
}

struct screen_wish screen_wish(void)
{
    return (struct screen_wish){.record = NULL};
}
