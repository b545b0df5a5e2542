/* SPDX-License-Identifier: MIT */
/*
 * Before the first move: choose an unfinished game to continue or delete, or a new one, on the
 * full screen or as numbered lines. With --continue nobody is asked.
 *
 *     the list ─┬─▶ a game: it goes on
 *      ▲        ├─▶ a new one: of which kind?
 *      └────────┴─▶ delete one: which? sure?
 */
#include <string.h>

#include "client/unfinished.h"
#include "cmd/play.h"
#include "plain/play.h"
#include "tui/screen.h"

enum { NOTE_MAX = 512, GAMES_MAX = 32, KEY_MAX = 64, ROW_TEXT_MAX = 2 * UNFINISHED_TEXT_MAX + 16 };

/* What the person chose. */
enum wish { WISH_GAME, WISH_NEW, WISH_DELETE, WISH_LEAVE };

struct choosing {
    const struct play *play;
    const struct voice *voice;
    struct unfinished unfinished;
    char note[NOTE_MAX]; /* shown above the list; or empty */
};

static void write_note(struct choosing *choosing, const char *key, const char *file)
{
    struct text text;
    text_init(&text, choosing->note, sizeof choosing->note);
    if (key) /* there is something to say */
        words_say(&text, choosing->voice->language, key, WITH(word_string("file", file)));
}

/* ---- on the screen ---- */

static void write_row(void *context, int row, const char **start, const char **end)
{
    const struct unfinished_game *game = unfinished_describe(context, row);
    *start = game->who;
    *end = game->how;
}

static int pick(struct choosing *choosing, const char *title, const char *const *answers, int count)
{
    struct screen_list list = {
        .title = title,
        .text = choosing->note,
        .count = choosing->unfinished.count,
        .context = &choosing->unfinished,
        .write = write_row,
        .answers = answers,
        .answers_count = count,
    };
    return screen_pick(&list);
}

/* Asks which one, and for confirmation. */
static enum wish pick_victim(struct choosing *choosing, int *at)
{
    static const char *const back[] = {"join.left.back"}, *const sure[] = {"tui.no",
                                                                           "join.left.delete.yes"};
    char text_bytes_[ROW_TEXT_MAX];
    struct text text;
    write_note(choosing, NULL, "");
    *at = pick(choosing, "join.left.delete.which", back, 1);
    if (*at < 0 || *at >= choosing->unfinished.count)
        return WISH_DELETE;
    text_init(&text, text_bytes_, sizeof text_bytes_);
    text_string(&text, unfinished_describe(&choosing->unfinished, *at)->who);
    text_string(&text, " · ");
    text_string(&text, unfinished_describe(&choosing->unfinished, *at)->how);
    if (screen_choose("join.left.delete.sure", text_bytes_, sure, 2) != 1)
        *at = -1;
    return WISH_DELETE;
}

static enum wish ask_screen(struct choosing *choosing, int *at)
{
    static const char *const answers[] = {"join.left.new", "join.left.delete"};
    int count = choosing->unfinished.count;
    *at = pick(choosing, "join.left.title", answers, count > 0 ? 2 : 1);
    if (*at < 0)
        return WISH_LEAVE;
    if (*at < count)
        return WISH_GAME;
    return *at == count ? WISH_NEW : pick_victim(choosing, at);
}

/* ---- in lines ---- */

static void print_row(struct choosing *choosing, int at)
{
    const struct unfinished_game *game = unfinished_describe(&choosing->unfinished, at);
    fprintf(choosing->voice->file, "%3d  %s · %s\n", at + 1, game->who, game->how);
}

static void print_list(struct choosing *choosing)
{
    const struct voice *voice = choosing->voice;
    if (choosing->note[0] != '\0')
        fprintf(voice->file, "%s\n", choosing->note);
    voice_say(voice, "join.left.title", WITH_NOTHING);
    for (int i = 0; i < choosing->unfinished.count; i++)
        print_row(choosing, i);
    voice_say(voice, "join.left.type", WITH_NOTHING);
}

static bool read_number(const char *text, int count, int *at)
{
    struct scan scan = {text};
    int64_t number;
    while (scan_char(&scan, ' '))
        continue;
    if (!scan_number(&scan, 1, count, &number) || !scan_end(&scan))
        return false;
    *at = (int)number - 1;
    return true;
}

static bool prompt(const struct play *play, char line[PLAY_LINE_MAX])
{
    fputs("> ", play->arguments->out.file);
    return play_read_line(&play->arguments->out, play->echo, line);
}

static bool is_sure(struct choosing *choosing, int at)
{
    char line[PLAY_LINE_MAX];
    print_row(choosing, at);
    voice_say(choosing->voice, "join.left.delete.type", WITH_NOTHING);
    return prompt(choosing->play, line) && (line[0] == 'y' || line[0] == 'Y');
}

static enum wish ask_lines(struct choosing *choosing, int *at)
{
    int count = choosing->unfinished.count;
    char line[PLAY_LINE_MAX];
    print_list(choosing);
    while (prompt(choosing->play, line)) {
        size_t size = play_begins(line, "delete");
        if (read_number(line, count, at))
            return WISH_GAME;
        if (play_begins(line, "new") == strlen(line) && line[0] != '\0')
            return WISH_NEW;
        if (play_begins(line, "quit") == strlen(line) && line[0] != '\0')
            return WISH_LEAVE;
        if (size > 0 && read_number(line + size, count, at)) {
            *at = is_sure(choosing, *at) ? *at : -1;
            return WISH_DELETE;
        }
        voice_say(choosing->voice, "join.left.type", WITH_NOTHING);
    }
    return WISH_LEAVE;
}

/* ---- what is done ---- */

static void delete_game(struct choosing *choosing, int at)
{
    write_note(choosing, NULL, "");
    if (at < 0 || at >= choosing->unfinished.count)
        return;
    write_note(choosing, unfinished_delete(&choosing->unfinished, at), "");
    unfinished_again(&choosing->unfinished);
}

static struct channel *resume(struct choosing *choosing, int at)
{
    char aside[SAVE_NAME_MAX];
    const char *reason;
    struct channel *channel =
        local_resume(&choosing->unfinished.games[at].row, &choosing->play->setup, &reason, aside);
    if (channel)
        return channel;
    write_note(choosing, reason, aside);
    unfinished_again(&choosing->unfinished);
    return NULL;
}

static enum start choose(struct choosing *choosing, struct channel **channel)
{
    for (;;) {
        int at = -1;
        switch (choosing->play->screen ? ask_screen(choosing, &at) : ask_lines(choosing, &at)) {
        case WISH_LEAVE: return START_NONE;
        case WISH_NEW: return START_NEW;
        case WISH_DELETE: delete_game(choosing, at); break;
        case WISH_GAME:
            *channel = resume(choosing, at);
            if (*channel)
                return START_UNFINISHED;
        }
    }
}

/* --continue: the newest one that nobody is playing. */
static enum start take_newest(struct choosing *choosing, struct channel **channel)
{
    int at = 0;
    while (at < choosing->unfinished.count && choosing->unfinished.games[at].row.open)
        at++;
    write_note(choosing, "join.left.none", "");
    *channel = at < choosing->unfinished.count ? resume(choosing, at) : NULL;
    if (*channel)
        return START_UNFINISHED;
    if (choosing->play->screen)
        screen_close();
    fflush(choosing->voice->file);
    fprintf(choosing->play->arguments->err.file, "kufsa: %s\n", choosing->note);
    return START_FAILED;
}

enum start play_unfinished(const struct play *play, struct channel **channel)
{
    static struct choosing choosing;
    enum start start = START_NEW;
    choosing = (struct choosing){.play = play, .voice = &play->arguments->out};
    *channel = NULL;
    unfinished_find(&choosing.unfinished, choosing.voice->language, play->game);
    if (arguments_has(play->arguments, "continue"))
        start = take_newest(&choosing, channel);
    else if (choosing.unfinished.count > 0)
        start = choose(&choosing, channel);
    unfinished_free(&choosing.unfinished);
    return start;
}

/* ---- a new one: which game ---- */

static const struct game *which_by_line(const struct play *play, const char *const *names,
                                        int count)
{
    const struct voice *voice = &play->arguments->out;
    char line[PLAY_LINE_MAX];
    int at;
    voice_say(voice, "tui.games", WITH_NOTHING);
    for (int i = 0; i < count; i++)
        fprintf(voice->file, "%3d  %s\n", i + 1, words_find(voice->language, names[i]));
    while (prompt(play, line)) {
        const struct game *game = game_find(line);
        if (game)
            return game;
        if (read_number(line, count, &at))
            return game_at(at);
        if (play_begins(line, "quit") == strlen(line) && line[0] != '\0')
            return NULL;
        voice_say(voice, "join.left.number", WITH_NOTHING);
    }
    return NULL;
}

const struct game *play_which(const struct play *play)
{
    char keys[GAMES_MAX][KEY_MAX];
    const char *names[GAMES_MAX];
    int count = 0;
    for (; count < GAMES_MAX && game_at(count); count++) {
        struct text text;
        text_init(&text, keys[count], KEY_MAX);
        text_string(&text, "game.");
        text_string(&text, game_at(count)->name);
        names[count] = keys[count];
    }
    if (!play->screen)
        return which_by_line(play, names, count);
    int choice = screen_choose("tui.games", NULL, names, count);
    return choice < 0 ? NULL : game_at(choice);
}
