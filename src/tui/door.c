/* SPDX-License-Identifier: MIT */
/*
 * The host's sheets: who may stay, who may come. Harmful actions ask for confirmation, and apply
 * only to the person whose name was shown: seats may change while a sheet is open.
 */
#include "tui/screen_parts.h"

static struct button *row_named(struct screen *screen, struct button button, const char *key,
                                int seat)
{
    char name[NAME_TEXT_MAX];
    struct button *row = sheet_row(screen, button, key);
    screen_name_of(screen, seat, name);
    say_into(screen, row->label, sizeof row->label, key, WITH(word_string("name", name)));
    return row;
}

void sheet_door(struct screen *screen)
{
    const struct mirror *mirror = screen->mirror;
    sheet_open(screen, SHEET_ROWS, "tui.menu.door");
    for (int seat = 0; seat < mirror->seats; seat++)
        if (mirror->seat[seat].name[0] != '\0' && !mirror->seat[seat].host && seat != mirror->you)
            row_named(screen, (struct button){.act = ACT_PERSON, .number = seat}, "tui.door.person",
                      seat);
    sheet_row(screen, (struct button){.act = ACT_DO, .verb = mirror->locked ? "unlock" : "lock"},
              mirror->locked ? "tui.door.unlock" : "tui.door.lock");
    sheet_row(screen, (struct button){.act = ACT_UNBLOCK}, "tui.door.unblock");
}

void sheet_person(struct screen *screen, int seat)
{
    char name[NAME_TEXT_MAX];
    struct text text;
    screen->asked_seat = seat;
    text_init(&text, screen->asked_name, sizeof screen->asked_name);
    text_string(&text, screen->mirror->seat[seat].name);
    sheet_open(screen, SHEET_TEXT, "tui.door.sure");
    text_init(&text, screen->sheet.text, sizeof screen->sheet.text);
    screen_name_of(screen, seat, name);
    words_say(&text, screen->setup.language, "tui.door.text", WITH(word_string("name", name)));
    sheet_row(screen, (struct button){.act = ACT_CLOSE}, "tui.no");
    row_named(screen, (struct button){.act = ACT_SHOW_OUT, .verb = "remove"}, "tui.door.remove",
              seat);
    row_named(screen, (struct button){.act = ACT_SHOW_OUT, .verb = "block"}, "tui.door.block",
              seat);
}

bool door_is_same(const struct screen *screen)
{
    const struct mirror *mirror = screen->mirror;
    return screen->asked_seat < mirror->seats &&
           string_equal(mirror->seat[screen->asked_seat].name, screen->asked_name);
}
