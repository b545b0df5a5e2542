/* SPDX-License-Identifier: MIT */
/*
 * positions: runs tests/positions/<game>.t, a file of small positions that each show a rule.
 *
 *     positions [--rules DOCUMENT | --no-rules] FILE.t …
 *
 * Blocks are separated by blank lines, `#` begins a comment. A block starts with `rule` and the
 * numbers of the rules it shows; then its lines are done in order:
 *
 *     options touch=on peek=off     seats 3            before the position
 *     deal <64 hex digits>          position <text>    where it starts
 *     bad <text> = <reason>                            reading this is refused
 *     reads <text> = <text>                            it is read, and written back like that
 *     actors 0 2                    actors none        exactly these may act
 *     legal 0: m1 ; m2              count 0: 16        exactly these moves; how many
 *     can 0: m1 ; m2                cannot 0: m = <reason>
 *     play 0 m                      dry 0 m            legal and played; wants a missing stream
 *     gives <text>                  view 1 <text>      what is written now; view spectator …
 *     going                         over 1 2 2         the places by seat
 *     scores 6 0                    event points 0 6   kind, seat or -, and maybe count
 *     facts owed: seat 1 number 2   facts owed: none   exactly the facts of this name, in order
 *     account 0: m = part number 6 ; sum number 6      how the points of a legal move come about
 *
 * A fact has its seat, at, piece and number, as far as they belong to it, between ` ; `; one that
 * has none of them is `so`. A place is called what moves call it, or by its zone: `hand0.2`.
 *
 * Every rule number of docs/rules/<game>.en.md (list items `- **G5 …`) must be shown by a block.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "rules/game.h"

enum {
    LINE_SIZE = 8192,
    RULES_MAX = 128, /* rule numbers of one game */
    NUMBER_SIZE = 8, /* bytes of a rule number, with its NUL */
    PATH_SIZE = 1024,
    MESSAGE_SIZE = 3 * POSITION_MAX,
};

struct number {
    char text[NUMBER_SIZE];
    bool shown;
};

static struct {
    const char *path;
    int line;
    char directive[LINE_SIZE];
    const struct game *game;

    int16_t option[OPTIONS_MAX]; /* of the block */
    int seats;
    bool loaded, shows_rule;
    bool failed; /* the rest of the block is skipped */
    union any_state state;
    struct events events; /* of the last play */

    struct number numbers[RULES_MAX]; /* of the document */
    int number_count;
    int blocks, checks, failures;
} run;

static struct moves moves; /* scratch */
static struct facts facts; /* scratch */

/* ---- complaints ---- */

static void complain(const char *expected, const char *got)
{
    fprintf(stderr, "%s:%d: %s\n    expected  %s\n    got       %s\n", run.path, run.line,
            run.directive, expected, got);
    run.failures++;
    run.failed = true;
}

static void complain_format(const char *what)
{
    complain(what, "a line that cannot be read so");
}

static void expect_text(const char *expected, const char *got)
{
    run.checks++;
    if (strcmp(expected, got) != 0)
        complain(expected, got);
}

static void check_broken(const char *file, int line, const char *text)
{
    fprintf(stderr, "%s:%d: %s\n    %s:%d: %s does not hold\n", run.path, run.line, run.directive,
            file, line, text);
    exit(1);
}

/* ---- reading a line ---- */

/* Cuts the next word off; "" at the end. */
static char *next_word(char **rest)
{
    char *word = *rest + strspn(*rest, " ");
    size_t size = strcspn(word, " ");
    *rest = word + size;
    if (**rest)
        *(*rest)++ = '\0';
    return word;
}

static bool read_number(const char *text, int64_t *number)
{
    struct scan scan = {text};
    return scan_number(&scan, INT32_MIN, INT32_MAX, number) && scan_end(&scan);
}

/* A seat with the sign behind it, which for `play` is none. */
static int read_seat(char **rest, const char *sign)
{
    char *word = next_word(rest);
    struct scan scan = {word};
    int64_t seat;
    bool read = scan_number(&scan, 0, SEATS_MAX - 1, &seat) && scan_string(&scan, sign);
    if (!read || !scan_end(&scan)) {
        complain_format(*sign ? "<seat>: …" : "<seat> …");
        return NO_SEAT;
    }
    return (int)seat;
}

/* Splits `text = reason` at the last ` = `. */
static char *split_reason(char *text)
{
    char *found = NULL;
    for (char *at = strstr(text, " = "); at; at = strstr(at + 1, " = "))
        found = at;
    if (!found) {
        complain_format("… = <reason>");
        return NULL;
    }
    *found = '\0';
    return found + 3;
}

static void write_state(const struct state *state, char buffer[POSITION_MAX])
{
    struct text text;
    text_init(&text, buffer, POSITION_MAX);
    game_write(run.game, state, &text);
}

static void write_move(move m, char buffer[MOVE_TEXT_MAX])
{
    struct text text;
    text_init(&text, buffer, MOVE_TEXT_MAX);
    run.game->write_move(&run.state.head, m, &text);
}

/* ---- where a block starts ---- */

static void start_state(union any_state *state)
{
    memset(state, 0xa5, sizeof *state);
    game_init(run.game, &state->head, run.seats);
    memcpy(state->head.option, run.option, sizeof run.option);
}

static void do_options(char *rest)
{
    for (char *word = next_word(&rest); *word; word = next_word(&rest)) {
        char *value = strchr(word, '=');
        if (!value) {
            complain_format("options name=value …");
            return;
        }
        *value++ = '\0';
        int option = game_option(run.game, word);
        int index = option < 0 ? -1 : game_option_value(run.game, option, value);
        if (index < 0) {
            complain("an option of the game and one of its values", value);
            return;
        }
        run.option[option] = (int16_t)index;
    }
}

static void do_seats(char *rest)
{
    int64_t seats;
    if (!read_number(rest, &seats) || game_check_seats(run.game, (int)seats))
        complain("a number of seats that can play", rest);
    else
        run.seats = (int)seats;
}

static void do_deal(char *rest)
{
    uint8_t key[CHANCE_KEY_SIZE];
    struct scan scan = {rest};
    if (!scan_hex(&scan, key, sizeof key) || !scan_end(&scan)) {
        complain_format("deal <64 hex digits>");
        return;
    }
    if (game_check_seats(run.game, run.seats)) {
        complain("a line `seats` before `deal`", "none");
        return;
    }
    start_state(&run.state);
    game_deal(run.game, &run.state.head, key);
    run.loaded = true;
}

/* A position is also written back: the text must be its canonical one. */
static void do_position(char *rest)
{
    char written[POSITION_MAX];
    start_state(&run.state);
    const char *reason = game_read(run.game, &run.state.head, rest);
    if (reason) {
        complain("a position that can be read", reason);
        return;
    }
    run.loaded = true;
    write_state(&run.state.head, written);
    expect_text(rest, written);
}

/* A text that people may write, and the one that it is written back as. */
static void do_reads(char *rest)
{
    char written[POSITION_MAX];
    char *expected = split_reason(rest);
    if (!expected)
        return;
    start_state(&run.state);
    const char *reason = game_read(run.game, &run.state.head, rest);
    if (!reason)
        write_state(&run.state.head, written);
    expect_text(expected, reason ? reason : written);
}

static void do_bad(char *rest)
{
    union any_state state;
    char *expected = split_reason(rest);
    if (!expected)
        return;
    start_state(&state);
    const char *reason = game_read(run.game, &state.head, rest);
    expect_text(expected, reason ? reason : "the text is read");
}

/* ---- what holds ---- */

static void do_actors(char *rest)
{
    unsigned expected = 0;
    for (char *word = next_word(&rest); *word; word = next_word(&rest)) {
        int64_t seat;
        if (strcmp(word, "none") == 0)
            continue;
        if (!read_number(word, &seat) || seat < 0 || seat >= SEATS_MAX) {
            complain_format("actors <seat> …");
            return;
        }
        expected |= 1U << seat;
    }
    char wanted[SEATS_MAX + 1] = {0}, found[SEATS_MAX + 1] = {0};
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        wanted[seat] = expected >> seat & 1 ? (char)('0' + seat) : '.';
        found[seat] = run.state.head.actors >> seat & 1 ? (char)('0' + seat) : '.';
    }
    expect_text(wanted, found);
}

/* Cuts the next move off a list separated by ` ; `. */
static char *next_move(char **rest)
{
    char *text = *rest;
    char *end = strstr(text, " ; ");
    *rest = end ? end + 3 : text + strlen(text);
    if (end)
        *end = '\0';
    return text;
}

/* Finds each move of the list; -1 or how many there are. */
static int find_moves(int seat, char *rest)
{
    int count = 0;
    while (*rest) {
        move found;
        char *text = next_move(&rest);
        const char *reason = game_read_move(run.game, &run.state.head, seat, text, &moves, &found);
        run.checks++;
        if (reason) {
            char message[MESSAGE_SIZE];
            snprintf(message, sizeof message, "%s is legal", text);
            complain(message, reason);
            return -1;
        }
        count++;
    }
    return count;
}

static void do_can(char *rest)
{
    int seat = read_seat(&rest, ":");
    if (seat != NO_SEAT && find_moves(seat, rest) == 0)
        complain_format("can <seat>: <move> ; …");
}

static bool is_listed(const char *list, const char *text)
{
    size_t size = strlen(text);
    for (const char *at = list; *at;) {
        const char *end = strstr(at, " ; ");
        size_t length = end ? (size_t)(end - at) : strlen(at);
        if (length == size && memcmp(at, text, size) == 0)
            return true;
        at += end ? length + 3 : length;
    }
    return false;
}

static void do_legal(char *rest)
{
    char list[LINE_SIZE], text[MOVE_TEXT_MAX];
    int seat = read_seat(&rest, ":");
    if (seat == NO_SEAT)
        return;
    snprintf(list, sizeof list, "%s", rest);
    int count = find_moves(seat, rest);
    if (count < 0)
        return;
    game_legal(run.game, &run.state.head, seat, &moves);
    for (int i = 0; i < moves.count; i++) {
        write_move(moves.list[i], text);
        run.checks++;
        if (!is_listed(list, text)) {
            complain("no more legal moves than these", text);
            return;
        }
    }
    if (moves.count != count)
        complain("each move once", "one of them twice");
}

static void do_count(char *rest)
{
    char found[NUMBER_SIZE * 2];
    int seat = read_seat(&rest, ":");
    if (seat == NO_SEAT)
        return;
    snprintf(found, sizeof found, "%d", game_legal(run.game, &run.state.head, seat, &moves));
    expect_text(next_word(&rest), found);
}

/* Reads `SEAT: MOVE = EXPECTED` and returns what is expected, or NULL after a complaint. `reason`
 * says why the move is not legal; NULL: it is. */
static char *read_claim(char *rest, int *seat, move *found, const char **reason)
{
    *seat = read_seat(&rest, ":");
    char *expected = *seat == NO_SEAT ? NULL : split_reason(rest);
    if (expected)
        *reason = game_read_move(run.game, &run.state.head, *seat, rest, &moves, found);
    return expected;
}

static void do_cannot(char *rest)
{
    move found;
    int seat;
    const char *reason;
    char *expected = read_claim(rest, &seat, &found, &reason);
    if (!expected)
        return;
    expect_text(expected, reason ? reason : "the move is legal");
}

static void play(char *rest, bool dry)
{
    move found;
    int seat = read_seat(&rest, "");
    if (seat == NO_SEAT)
        return;
    if (run.state.head.viewer != TRUTH) {
        complain("a position that hides nothing", "a view");
        return;
    }
    const char *reason = game_read_move(run.game, &run.state.head, seat, rest, &moves, &found);
    if (reason) {
        complain("a legal move", reason);
        return;
    }
    run.events.count = 0;
    bool good = game_apply(run.game, &run.state.head, seat, found, &run.events);
    expect_text(dry ? "dry" : "played", good ? "played" : "dry");
    const char *wrong = good ? run.game->audit(&run.state.head) : NULL;
    if (wrong)
        complain("a sound state", wrong);
    run.loaded = good;
}

static void do_play(char *rest)
{
    play(rest, false);
}

static void do_dry(char *rest)
{
    play(rest, true);
}

static void do_gives(char *rest)
{
    char written[POSITION_MAX];
    write_state(&run.state.head, written);
    expect_text(rest, written);
}

static void do_view(char *rest)
{
    union any_state view;
    char written[POSITION_MAX];
    char *word = next_word(&rest);
    int64_t viewer = SPECTATOR;
    if (strcmp(word, "spectator") != 0 &&
        (!read_number(word, &viewer) || viewer < 0 || viewer >= run.state.head.seats)) {
        complain_format("view <seat or spectator> <text>");
        return;
    }
    game_observe(run.game, &run.state.head, (int)viewer, &view.head);
    write_state(&view.head, written);
    expect_text(rest, written);
}

static void do_going(char *rest)
{
    (void)rest;
    expect_text("going", state_over(&run.state.head) ? "over" : "going");
}

/* Numbers by seat, as they appear in a line. */
static void expect_numbers(char *rest, const int32_t *numbers)
{
    char found[LINE_SIZE], expected[LINE_SIZE];
    struct text text;
    text_init(&text, found, sizeof found);
    for (int seat = 0; seat < run.state.head.seats; seat++) {
        text_string(&text, seat ? " " : "");
        text_number(&text, numbers[seat]);
    }
    snprintf(expected, sizeof expected, "%s", rest);
    expect_text(expected, found);
}

static void do_over(char *rest)
{
    struct outcome outcome;
    int32_t places[SEATS_MAX];
    if (!state_over(&run.state.head)) {
        complain("over", "going");
        return;
    }
    run.game->tally(&run.state.head, &outcome);
    for (int seat = 0; seat < run.state.head.seats; seat++)
        places[seat] = outcome.place[seat];
    expect_numbers(rest, places);
}

static void do_scores(char *rest)
{
    struct outcome outcome;
    run.game->tally(&run.state.head, &outcome);
    if (!outcome.scored)
        complain("a game with points", "none");
    else
        expect_numbers(rest, outcome.score);
}

static void do_event(char *rest)
{
    char *kind = next_word(&rest), *seat = next_word(&rest), *count = next_word(&rest);
    int64_t who = NO_SEAT, number = 0;
    bool read = (strcmp(seat, "-") == 0 || read_number(seat, &who)) &&
                (*count == '\0' || read_number(count, &number));
    if (!read) {
        complain_format("event <kind> <seat or -> [<count>]");
        return;
    }
    char heard[LINE_SIZE];
    struct text text;
    text_init(&text, heard, sizeof heard);
    run.checks++;
    for (int i = 0; i < run.events.count; i++) {
        const struct event *event = &run.events.list[i];
        const char *name = event_kind_name((enum event_kind)event->kind);
        if (strcmp(name, kind) == 0 && event->seat == who && (!*count || event->count == number))
            return;
        text_string(&text, name);
        text_char(&text, ' ');
        text_number(&text, event->seat);
        text_char(&text, ' ');
        text_number(&text, event->count);
        text_string(&text, "; ");
    }
    complain("such an event of the last move", heard);
}

/* ---- facts ---- */

static void write_label(struct text *text, const char *label)
{
    text_string(text, label);
    text_char(text, ' ');
}

static void write_where(struct text *text, struct place place)
{
    static const char *const zones[] = {"none", "board", "hand", "reserve", "pile", "discard"};
    write_label(text, " at");
    if (place.zone == ZONE_BOARD) {
        run.game->write_place(place, text);
        return;
    }
    text_string(text, zones[place.zone]);
    if (place.seat != NO_SEAT)
        text_number(text, place.seat);
    text_char(text, '.');
    text_number(text, place.x);
}

/* What belongs to the fact, each with a space before it. */
static void write_fact(struct text *text, const struct fact *fact)
{
    if (fact->seat != NO_SEAT) {
        write_label(text, " seat");
        text_number(text, fact->seat);
    }
    if (fact->place.zone != ZONE_NONE)
        write_where(text, fact->place);
    if (fact->piece != NO_PIECE) {
        write_label(text, " piece");
        run.game->write_piece(fact->piece, text);
    }
    if (fact->number != 0) {
        write_label(text, " number");
        text_number(text, fact->number);
    }
}

/* The facts of this name, or with their names if it is NULL. */
static void expect_facts(const char *expected, const char *only)
{
    char found[LINE_SIZE];
    struct text text;
    text_init(&text, found, sizeof found);
    for (int i = 0; i < facts.count; i++) {
        const struct fact *fact = &facts.list[i];
        const char *name = fact_name((enum fact_name)fact->name);
        if (only && strcmp(name, only) != 0)
            continue;
        text_string(&text, text.size > 0 ? " ;" : "");
        uint32_t before = text.size;
        if (!only) {
            text_char(&text, ' ');
            text_string(&text, name);
        }
        write_fact(&text, fact);
        if (text.size == before)
            text_string(&text, " so");
    }
    expect_text(expected, text.size > 0 ? found + 1 : "none");
}

static bool is_fact_name(const char *name)
{
    for (int i = 0; i < FACT_NAMES; i++)
        if (strcmp(fact_name((enum fact_name)i), name) == 0)
            return true;
    return false;
}

static void do_facts(char *rest)
{
    char *name = next_word(&rest), *colon = strchr(name, ':');
    if (colon)
        *colon = '\0';
    if (!colon || colon[1] || !is_fact_name(name)) {
        complain_format("facts <name>: <fact> ; …");
        return;
    }
    game_facts(run.game, &run.state.head, &facts);
    expect_facts(rest, name);
}

static void do_account(char *rest)
{
    move found;
    int seat;
    const char *reason;
    char *expected = read_claim(rest, &seat, &found, &reason);
    if (!expected)
        return;
    if (reason || !run.game->account) {
        complain("a legal move of a game that accounts for points", reason ? reason : "none");
        return;
    }
    facts.count = run.game->account(&run.state.head, seat, found, facts.list);
    expect_facts(expected, NULL);
}

/* ---- rule numbers ---- */

/* The size of a number such as G5 or TR12 at the start of a text, or 0. */
static size_t number_size(const char *text)
{
    size_t letters = strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    size_t digits = strspn(text + letters, "0123456789");
    size_t size = letters + digits;
    char behind = text[size];
    bool ends = behind == '\0' || behind == ' ' || behind == '.' || behind == '*';
    return letters > 0 && digits > 0 && size < NUMBER_SIZE && ends ? size : 0;
}

static struct number *find_rule(const char *text, size_t size)
{
    for (int i = 0; i < run.number_count; i++)
        if (strlen(run.numbers[i].text) == size && memcmp(run.numbers[i].text, text, size) == 0)
            return &run.numbers[i];
    return NULL;
}

static bool read_rules(const char *path)
{
    char line[LINE_SIZE];
    FILE *file = fopen(path, "r");
    if (!file) {
        fprintf(stderr, "%s: there are no rules to compare with\n", path);
        return false;
    }
    while (fgets(line, sizeof line, file)) {
        struct scan scan = {line};
        size_t size = scan_string(&scan, "- **") ? number_size(scan.at) : 0;
        if (size == 0 || find_rule(scan.at, size) || run.number_count == RULES_MAX)
            continue;
        memcpy(run.numbers[run.number_count++].text, scan.at, size);
    }
    fclose(file);
    if (run.number_count == 0)
        fprintf(stderr, "%s: no rule numbers\n", path);
    return run.number_count > 0;
}

static void do_rule(char *rest)
{
    run.blocks++;
    memset(run.option, 0, sizeof run.option);
    run.seats = 0;
    run.loaded = run.failed = false;
    run.events.count = 0;
    run.shows_rule = number_size(rest) > 0;
    if (!run.shows_rule)
        complain_format("rule <numbers> <words>");
    for (size_t size; (size = number_size(rest)) > 0; rest += size + strspn(rest + size, " ")) {
        struct number *number = find_rule(rest, size);
        if (number)
            number->shown = true;
        else if (run.number_count > 0)
            complain("numbers that the rules have", rest);
    }
}

/* How many of the rules are shown. */
static int expect_all_rules(void)
{
    int shown = 0;
    for (int i = 0; i < run.number_count; i++) {
        if (run.numbers[i].shown) {
            shown++;
            continue;
        }
        fprintf(stderr, "%s: no block shows %s\n", run.path, run.numbers[i].text);
        run.failures++;
    }
    return shown;
}

/* ---- files ---- */

static const struct directive {
    const char *name;
    void (*run)(char *rest);
    bool needs_state;
} directives[] = {
    {"options", do_options, false}, {"seats", do_seats, false},
    {"deal", do_deal, false},       {"position", do_position, false},
    {"bad", do_bad, false},         {"reads", do_reads, false},
    {"actors", do_actors, true},    {"legal", do_legal, true},
    {"count", do_count, true},      {"can", do_can, true},
    {"cannot", do_cannot, true},    {"play", do_play, true},
    {"dry", do_dry, true},          {"gives", do_gives, true},
    {"view", do_view, true},        {"going", do_going, true},
    {"over", do_over, true},        {"scores", do_scores, true},
    {"event", do_event, true},      {"facts", do_facts, true},
    {"account", do_account, true},
};

static void run_line(char *line)
{
    char *rest = line;
    char *name = next_word(&rest);
    for (size_t i = 0; i < sizeof directives / sizeof *directives; i++) {
        if (strcmp(directives[i].name, name) != 0)
            continue;
        if (directives[i].needs_state && !run.loaded)
            complain("a position before this", "none");
        else
            directives[i].run(rest);
        return;
    }
    complain_format("one of the directives");
}

static void run_file(FILE *file)
{
    char line[LINE_SIZE];
    bool inside = false;
    for (run.line = 1; fgets(line, sizeof line, file); run.line++) {
        size_t size = strcspn(line, "\n");
        bool whole = line[size] == '\n';
        line[size] = '\0';
        snprintf(run.directive, sizeof run.directive, "%s", line);
        if (!whole)
            complain("lines that end, and not too late", "");
        if (line[0] == '#')
            continue;
        if (size == 0) {
            inside = false;
            continue;
        }
        char *rest = line;
        if (!inside) {
            run.failed = false;
            if (strcmp(next_word(&rest), "rule") == 0)
                do_rule(rest);
            else
                complain("a block begins with `rule`", line);
            inside = true;
        } else if (!run.failed) {
            run_line(line);
        }
    }
}

/* tests/positions/taki.t: the game is taki, its rules are in docs/rules/taki.en.md. */
static bool find_game(const char *path, char *rules)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    char game[64];
    int folder = (int)(name - path), size = dot ? (int)(dot - name) : (int)strlen(name);
    snprintf(game, sizeof game, "%.*s", size, name);
    snprintf(rules, PATH_SIZE, "%.*s../../docs/rules/%s.en.md", folder, path, game);
    run.game = game_find(game);
    if (!run.game && strcmp(game, game_null.name) == 0) {
        run.game = &game_null;
        rules[0] = '\0'; /* the template's rules are in its source */
    }
    if (!run.game)
        fprintf(stderr, "%s: there is no game called %s\n", path, game);
    return run.game != NULL;
}

static bool run_path(const char *path, const char *document, bool without_rules)
{
    char rules[PATH_SIZE];
    memset(&run, 0, sizeof run);
    run.path = path;
    if (!find_game(path, rules))
        return false;
    if (document)
        snprintf(rules, sizeof rules, "%s", document);
    bool has_rules = without_rules || rules[0] == '\0' || read_rules(rules);
    FILE *file = fopen(path, "r");
    if (!file) {
        perror(path);
        return false;
    }
    run_file(file);
    fclose(file);
    int shown = expect_all_rules();
    printf("%s: %d blocks, %d checks, %d of %d rules, %d failures\n", path, run.blocks, run.checks,
           shown, run.number_count, run.failures);
    return has_rules && run.failures == 0 && run.blocks > 0;
}

int main(int argc, char **argv)
{
    const char *document = NULL;
    bool without_rules = false, good = true;
    int files = 0;
    check_report = check_broken;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--no-rules") == 0) {
            without_rules = true;
        } else if (strcmp(argv[i], "--rules") == 0 && i + 1 < argc) {
            document = argv[++i];
        } else {
            good = run_path(argv[i], document, without_rules) && good;
            files++;
        }
    }
    if (files == 0) {
        fprintf(stderr, "usage: positions [--rules DOCUMENT | --no-rules] FILE.t …\n");
        return 2;
    }
    return good ? 0 : 1;
}
