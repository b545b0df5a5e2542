/* SPDX-License-Identifier: MIT */
/*
 * The legal moves of a seat, for a person: found by their text, and listed in groups by what is
 * taken first (a card, a gobblet).
 */
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "plain/play.h"

enum {
    LINE_COLUMNS = 78,
    GROUP_MOVES_MAX = 16,  /* shown of a group in a long list */
    LONG_LIST = 100,       /* moves */
    GROUPS_SHOWN_MAX = 24, /* of a long list */
    HEADING_MAX = 128,
    ENTRY_MAX = MOVE_TEXT_MAX + 16,
    FEW = 8,
};

static void write_text(const struct sitting *sitting, move m, char out[MOVE_TEXT_MAX])
{
    struct text text;
    text_init(&text, out, MOVE_TEXT_MAX);
    sitting->game->write_move(sitting->view, m, &text);
}

/* ---- upper and lower case ---- */

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static char upper(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

size_t play_begins(const char *text, const char *word)
{
    size_t size = 0;
    while (word[size] != '\0' && lower(text[size]) == lower(word[size]))
        size++;
    return word[size] == '\0' ? size : 0;
}

static bool same_but_case(const char *a, const char *b)
{
    return strlen(a) == strlen(b) && play_begins(a, b) == strlen(b);
}

static bool contains(const char *text, const char *part)
{
    while (*part != '\0' && *text != '\0' && !play_begins(text, part))
        text++;
    return *part == '\0' || *text != '\0';
}

/* Lower case, except where a card or colour may start: at the beginning (`first`) and after a sign
 * (`later`). */
static void fold(const char *text, bool first, bool later, char out[MOVE_TEXT_MAX])
{
    struct text folded;
    text_init(&folded, out, MOVE_TEXT_MAX);
    for (size_t i = 0; text[i] != '\0'; i++) {
        bool begins = i == 0 ? first : later && strchr("+= ", text[i - 1]);
        text_char(&folded, begins ? upper(text[i]) : lower(text[i]));
    }
}

void play_lower(const char *text, char out[MOVE_TEXT_MAX])
{
    fold(text, false, false, out);
}

/* Reads it as a move, trying the capitals it might need. */
static const char *read_folded(struct sitting *sitting, int seat, const char *text,
                               const char *reason, move *found)
{
    for (int i = 0; i < 4 && reason && strstr(reason, ".notation.unknown"); i++) {
        char folded[MOVE_TEXT_MAX];
        fold(text, (i & 1) != 0, (i & 2) != 0, folded);
        reason = game_read_move(sitting->game, sitting->view, seat, folded, &sitting->moves, found);
    }
    return reason;
}

/* ---- finding ---- */

/* Puts the view of the seat's person into sitting->view. */
static void use_view_of(struct sitting *sitting, int seat)
{
    sitting->view = &play_person(sitting, seat)->view.head;
}

const char *play_find(struct sitting *sitting, int seat, const char *text, move *found)
{
    use_view_of(sitting, seat);
    const char *reason =
        game_read_move(sitting->game, sitting->view, seat, text, &sitting->moves, found);
    int alike = 0;
    for (int i = 0; reason && i < sitting->moves.count; i++) {
        char written[MOVE_TEXT_MAX];
        write_text(sitting, sitting->moves.list[i], written);
        if (same_but_case(written, text)) {
            *found = sitting->moves.list[i];
            alike++;
        }
    }
    if (alike == 1)
        return NULL;
    return reason ? read_folded(sitting, seat, text, reason, found) : NULL;
}

/* ---- the list ---- */

/* A number that identifies the group. All words to choose from are one group. */
static uint64_t first_step(const struct sitting *sitting, int seat, move m, struct step *step)
{
    struct step steps[STEPS_MAX];
    int count = sitting->game->steps(sitting->view, seat, m, steps);
    *step = (struct step){.kind = STEP_CHOOSE};
    if (count > 0 && steps[0].kind != STEP_CHOOSE)
        *step = steps[0];
    if (step->place.zone == ZONE_HAND)
        step->place.x = 0;
    return hash_bytes(HASH_START, step, sizeof *step);
}

static void put_heading(const struct sitting *sitting, const struct step *step)
{
    char buffer[HEADING_MAX];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    if (step->kind == STEP_CHOOSE)
        return;
    if (step->piece != NO_PIECE) {
        sitting->game->write_piece(step->piece, &text);
        text_string(&text, ", ");
    }
    tell_place(sitting->voice->language, sitting->game, step->place, &text);
    voice_style(sitting->voice, STYLE_BOLD);
    fprintf(sitting->voice->file, "%s:\n", buffer);
    voice_plain(sitting->voice);
}

/* A move and its points, if any; returns the columns it takes in a line. */
static int write_entry(const struct sitting *sitting, const struct listed_move *entry,
                       char out[ENTRY_MAX])
{
    struct text text;
    text_init(&text, out, ENTRY_MAX);
    sitting->game->write_move(sitting->view, entry->move, &text);
    if (entry->gain != 0) {
        text_string(&text, " (");
        text_number(&text, entry->gain);
        text_char(&text, ')');
    }
    return (int)text.size + 2;
}

/* The moves of one group, wrapped; at most shown_max. */
static void put_group(const struct sitting *sitting, int count, uint64_t group, int shown_max)
{
    FILE *file = sitting->voice->file;
    int column = 0, shown = 0, left = 0;
    for (int i = 0; i < count; i++) {
        char text[ENTRY_MAX];
        if (sitting->entries[i].group != group)
            continue;
        if (shown == shown_max) {
            left++;
            continue;
        }
        shown++;
        int width = write_entry(sitting, &sitting->entries[i], text);
        if (column + width > LINE_COLUMNS && column > 0) {
            fputc('\n', file);
            column = 0;
        }
        fprintf(file, "  %s", text);
        column += width;
    }
    fputc('\n', file);
    if (left > 0) {
        fputs("  ", file);
        voice_say(sitting->voice, "play.moves.more", WITH(word_number("n", left)));
    }
}

void play_list_few(struct sitting *sitting, int seat)
{
    use_view_of(sitting, seat);
    int count = game_legal(sitting->game, sitting->view, seat, &sitting->moves);
    if (count > FEW)
        return;
    for (int i = 0; i < count; i++) {
        char text[MOVE_TEXT_MAX];
        write_text(sitting, sitting->moves.list[i], text);
        fprintf(sitting->voice->file, "  %s", text);
    }
    fputc('\n', sitting->voice->file);
}

/* Most points first, then by code. */
static int compare(const void *one, const void *two)
{
    const struct listed_move *a = one, *b = two;
    if (a->gain != b->gain)
        return a->gain > b->gain ? -1 : 1;
    return (a->move > b->move) - (a->move < b->move);
}

/* Collects moves whose text contains the filter; returns how many. */
static int collect(struct sitting *sitting, int seat, const char *filter)
{
    int count = 0;
    struct step step;
    game_legal(sitting->game, sitting->view, seat, &sitting->moves);
    for (int i = 0; i < sitting->moves.count; i++) {
        move m = sitting->moves.list[i];
        char text[MOVE_TEXT_MAX];
        write_text(sitting, m, text);
        if (contains(text, filter))
            sitting->entries[count++] =
                (struct listed_move){m, first_step(sitting, seat, m, &step),
                                     sitting->game->gain(sitting->view, seat, m)};
    }
    qsort(sitting->entries, (size_t)count, sizeof *sitting->entries, compare);
    return count;
}

static bool is_first_of_group(const struct sitting *sitting, int index)
{
    int first = 0;
    while (sitting->entries[first].group != sitting->entries[index].group)
        first++;
    return first == index;
}

void play_list(struct sitting *sitting, int seat, const char *filter)
{
    use_view_of(sitting, seat);
    bool all = same_but_case(filter, "all");
    int groups = 0, count = collect(sitting, seat, all ? "" : filter);
    bool shorten = !all && count > LONG_LIST;
    for (int i = 0; i < count && (!shorten || groups < GROUPS_SHOWN_MAX); i++) {
        struct step step;
        if (!is_first_of_group(sitting, i))
            continue;
        groups++;
        first_step(sitting, seat, sitting->entries[i].move, &step);
        put_heading(sitting, &step);
        put_group(sitting, count, sitting->entries[i].group, shorten ? GROUP_MOVES_MAX : count);
    }
    if (count == 0)
        voice_say(sitting->voice, "play.moves.none", WITH(word_string("text", filter)));
    else
        voice_say(sitting->voice, "play.moves.count", WITH(word_number("n", count)));
    if (shorten)
        voice_say(sitting->voice, "play.moves.long", WITH_NOTHING);
}
