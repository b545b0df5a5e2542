/* SPDX-License-Identifier: MIT */
/* A review in lines of text. Chances are told in points, a hundredth of a game each. */
#include "plain/review.h"

#include <math.h>
#include <string.h>

#include "base/check.h"
#include "plain/draw.h"
#include "tell/advice.h"
#include "tell/tell.h"

enum {
    POINTS = 100, /* a game */
    GRAPH_WIDTH = 64,
    GRAPH_ROWS = 8,
    STEPS_ASCII = 2, /* heights that a character can show */
    STEPS = 8,
    ROWS_A_TICK = 4,
    NUMBER_MAX = 32,
    ERROR_WIDTH = 4,
};

struct review_page {
    const struct review_show *show;
    struct review *review;
    const struct game *game;
    int seats;
    char names[SEATS_MAX][NAME_TEXT_MAX];
};

/* ---- words ---- */

static struct word_arg signed_points(const char *name, int points, char out[NUMBER_MAX])
{
    struct text text;
    text_init(&text, out, NUMBER_MAX);
    text_string(&text, points > 0 ? "+" : "");
    text_number(&text, points);
    return word_string(name, out);
}

/* `±3` */
static void write_error(const struct review_page *page, double chance, char out[NUMBER_MAX])
{
    struct text text;
    text_init(&text, out, NUMBER_MAX);
    text_string(&text, page->show->ascii ? "+-" : "±");
    text_number(&text, chance_points(chance));
}

static struct word_arg error_points(const struct review_page *page, double chance,
                                    char out[NUMBER_MAX])
{
    write_error(page, chance, out);
    return word_string("error", out);
}

static void name_seats(struct review_page *page)
{
    const struct record *record = page->review->walk.record;
    for (int seat = 0; seat < page->seats; seat++) {
        struct text text;
        text_init(&text, page->names[seat], sizeof page->names[seat]);
        if (record->seats[seat].name[0])
            text_string(&text, record->seats[seat].name);
        else
            write_seat_name(page->show->voice, page->game, seat, &text);
    }
}

static bool has_luck(const struct review_page *page)
{
    return page->game->hidden || page->game->chance;
}

/* A line under another. */
static void say_under(const struct review_page *page, const char *key, const struct word_arg *args,
                      int count)
{
    fputs("    ", page->show->voice->file);
    voice_say(page->show->voice, key, args, count);
}

/* ---- luck and skill ---- */

/* What happened between two of its choices, which are told by the numbers of their moves. */
static void print_turn(const struct review_page *page, int seat, const char *mark)
{
    const struct review_turn *turn = review_fate(page->review, seat, mark);
    char key[NUMBER_MAX] = "review.luck.", luck[NUMBER_MAX], error[NUMBER_MAX];
    if (!turn)
        return;
    bool first = turn->from < 0, last = (uint32_t)turn->to >= page->review->walk.count;
    strncat(key, mark, sizeof key - strlen(key) - 1);
    say_under(page,
              first  ? "review.turn.first"
              : last ? "review.turn.last"
                     : "review.turn.between",
              WITH(word_string("mark", words_find(page->show->voice->language, key)),
                   word_number("from", (int64_t)turn->from + 1),
                   word_number("to", (int64_t)turn->to + 1),
                   signed_points("n", chance_points(turn->luck), luck),
                   error_points(page, turn->error, error)));
}

static void print_sums(const struct review_page *page, const struct review_points *points)
{
    const struct record *record = page->review->walk.record;
    char luck[NUMBER_MAX], others[NUMBER_MAX], slips[NUMBER_MAX], ended[NUMBER_MAX];
    say_under(page, has_luck(page) ? "review.player.cards" : "review.player.unseen",
              WITH(signed_points("luck", points->luck, luck),
                   signed_points("others", points->others, others),
                   signed_points("slips", points->slips, slips)));
    if (page->review->decided && record->loser != NO_SEAT)
        say_under(page,
                  record->ending == ENDING_TIME ? "review.player.time" : "review.player.resigned",
                  WITH(signed_points("n", points->ended, ended)));
}

static void print_player(const struct review_page *page, int seat)
{
    const struct review_seat *of = &page->review->seat[seat];
    const struct review_points points = review_points(page->review, seat);
    const struct voice *voice = page->show->voice;
    int choices = of->decisions - of->forced;
    voice_style(voice, STYLE_BOLD);
    voice_say(voice, page->review->decided ? "review.player.result" : "review.player.stopped",
              WITH(word_string("name", page->names[seat]), word_number("start", points.start),
                   word_number("last", points.last)));
    voice_plain(voice);
    print_sums(page, &points);
    say_under(page, "review.player.choices", WITH(word_number("n", choices)));
    for (int mark = 0; mark < MARKS; mark++) {
        char key[NUMBER_MAX] = "review.count.";
        if (!mark_names[mark] || of->marks[mark] == 0)
            continue;
        strncat(key, mark_names[mark], sizeof key - strlen(key) - 1);
        say_under(page, key, WITH(word_number("n", of->marks[mark])));
    }
    print_turn(page, seat, "lucky");
    print_turn(page, seat, "unlucky");
}

/* ---- the graph ---- */

/* The chance of the seat at each column: the last one known. */
static void fill_columns(const struct review_page *page, double *chance, char *mark)
{
    const struct review *review = page->review;
    const int seat = page->show->seat;
    const uint32_t plies = review->walk.count > 0 ? review->walk.count : 1;
    double now = review->seat[seat].start;
    uint32_t next = 0;
    for (uint32_t column = 0; column < GRAPH_WIDTH; column++) {
        mark[column] = ' ';
        while (next < review->count &&
               review->moves[next].ply * GRAPH_WIDTH < column * plies + plies) {
            const struct review_move *judged = &review->moves[next++];
            if (judged->seat != seat || judged->forced)
                continue;
            now = judged->verdict.value;
            if (judged->mark != MARK_NONE)
                mark[column] = "  smg!"[judged->mark + 1];
        }
        chance[column] = now;
    }
    chance[GRAPH_WIDTH - 1] = review->seat[seat].last;
}

static void print_cell(const struct review_page *page, double chance, int row)
{
    static const char *const blocks[STEPS + 1] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    static const char *const letters[STEPS_ASCII + 1] = {" ", ".", "#"};
    const int steps = page->show->ascii ? STEPS_ASCII : STEPS;
    int height = (int)lround(chance * GRAPH_ROWS * steps) - row * steps;
    height = height < 0 ? 0 : height > steps ? steps : height;
    fputs(page->show->ascii ? letters[height] : blocks[height], page->show->voice->file);
}

static void print_graph(const struct review_page *page)
{
    FILE *file = page->show->voice->file;
    double chance[GRAPH_WIDTH];
    char mark[GRAPH_WIDTH + 1] = "";
    fill_columns(page, chance, mark);
    fputc('\n', file);
    voice_say(page->show->voice, "review.graph",
              WITH(word_string("name", page->names[page->show->seat])));
    for (int row = GRAPH_ROWS - 1; row >= 0; row--) {
        bool tick = (row + 1) % ROWS_A_TICK == 0;
        if (tick)
            fprintf(file, "%4d %s", (row + 1) * POINTS / GRAPH_ROWS, page->show->ascii ? "|" : "┤");
        else
            fprintf(file, "     %s", page->show->ascii ? "|" : "│");
        for (int column = 0; column < GRAPH_WIDTH; column++)
            print_cell(page, chance[column], row);
        fputc('\n', file);
    }
    fprintf(file, "%4d %s", 0, page->show->ascii ? "+" : "└");
    for (int column = 0; column < GRAPH_WIDTH; column++)
        fputs(page->show->ascii ? "-" : "─", file);
    fprintf(file, "\n      %.*s\n", GRAPH_WIDTH, mark);
    voice_say(page->show->voice, "review.graph.marks", WITH_NOTHING);
}

/* ---- moves ---- */

static void write_move(const struct review_page *page, move m, char out[MOVE_TEXT_MAX])
{
    struct text text;
    text_init(&text, out, MOVE_TEXT_MAX);
    page->game->write_move(&page->review->view.head, m, &text);
    CHECK(!text.overflow);
}

static void print_reasons(const struct review_page *page, const struct reason *reasons, int count)
{
    const struct voice *voice = page->show->voice;
    for (int i = 0; i < count; i++) {
        char sentence[REASON_TEXT_MAX];
        struct text text;
        text_init(&text, sentence, sizeof sentence);
        const char *name = reasons[i].seat >= 0 ? page->names[reasons[i].seat] : "";
        advice_write_reason(&text, voice->language, page->game, &reasons[i], name);
        fprintf(voice->file, "    %s\n", sentence);
    }
}

/* What the sentence of a move with a mark is about. */
static const char *key_of(const struct review_move *judged)
{
    static const char *const keys[MARKS] = {
        [MARK_SLIP] = "review.move.slip",
        [MARK_MISS] = "review.move.miss",
        [MARK_GIFT] = "review.move.gift",
        [MARK_ONLY] = "review.move.only",
    };
    return judged->verdict.move == MOVE_WAITS ? "review.move.forgot" : keys[judged->mark];
}

/* What follows by force. */
static void print_line(const struct review_page *page, const struct line_move *line, int count)
{
    char moves[VARIATION_MAX * MOVE_TEXT_MAX];
    struct text text;
    text_init(&text, moves, sizeof moves);
    for (int i = 0; i < count && line[i].move != MOVE_WAITS; i++) {
        char one[MOVE_TEXT_MAX];
        write_move(page, line[i].move, one);
        text_string(&text, i > 0 ? " " : "");
        text_string(&text, one);
    }
    if (count > 1)
        say_under(page, "review.move.line", WITH(word_string("moves", moves)));
}

static void print_proof(const struct review_page *page, const struct verdict *verdict)
{
    if (verdict->best_proof > 0 && verdict->proof <= 0) {
        say_under(page, "review.move.won", WITH(word_number("n", verdict->best_proof)));
        print_line(page, verdict->line, verdict->line_count);
    }
    if (verdict->proof < 0 && verdict->best_proof >= 0) {
        say_under(page, "review.move.lost", WITH(word_number("n", -verdict->proof)));
        print_line(page, verdict->own_line, verdict->own_line_count);
    }
}

static void name_seat(const void *context, int seat, struct text *text)
{
    text_string(text, ((const struct review_page *)context)->names[seat]);
}

static void print_under(void *context, bool under, const char *sentence)
{
    (void)under;
    fprintf(((const struct review_page *)context)->show->voice->file, "    %s\n", sentence);
}

static void print_threats(struct review_page *page)
{
    const struct tale tale = {
        .language = page->show->voice->language,
        .game = page->game,
        .context = page,
        .write_name = name_seat,
        .say = print_under,
    };
    tale_threats(&tale, &page->review->view.head);
}

/* The texts of the move made and of the best one, empty for letting the others go first; and the
 * position is that of the move. */
static void write_moves(struct review_page *page, const struct review_move *judged,
                        char made[MOVE_TEXT_MAX], char best[MOVE_TEXT_MAX])
{
    struct review *review = page->review;
    const struct verdict *verdict = &judged->verdict;
    made[0] = best[0] = '\0';
    walk_to(&review->walk, judged->ply);
    game_observe(page->game, &review->walk.state.head, judged->seat, &review->view.head);
    if (verdict->move != MOVE_WAITS)
        write_move(page, verdict->move, made);
    if (verdict->best != MOVE_WAITS)
        write_move(page, verdict->best, best);
}

static void print_move(struct review_page *page, const struct review_move *judged)
{
    const struct verdict *verdict = &judged->verdict;
    char made[MOVE_TEXT_MAX], best[MOVE_TEXT_MAX], error[NUMBER_MAX];
    write_moves(page, judged, made, best);
    voice_say(page->show->voice, key_of(judged),
              WITH(word_number("number", (int64_t)judged->ply + 1),
                   word_string("name", page->names[judged->seat]), word_string("move", made),
                   word_string("best", best), word_number("n", chance_points(verdict->loss)),
                   error_points(page, verdict->loss_error, error)));
    if (verdict->best == verdict->move)
        return;
    print_threats(page);
    print_proof(page, verdict);
    print_reasons(page, verdict->best_reason, verdict->best_reasons);
}

static void print_moves(struct review_page *page)
{
    const struct review *review = page->review;
    bool any = false;
    fputc('\n', page->show->voice->file);
    for (uint32_t i = 0; i < review->count; i++) {
        const struct review_move *judged = &review->moves[i];
        if (judged->forced || judged->mark == MARK_NONE)
            continue;
        print_move(page, judged);
        any = true;
    }
    if (!any)
        voice_say(page->show->voice, "review.none", WITH_NOTHING);
}

/* ---- the table ---- */

static int letters_in(const char *text)
{
    int count = 0;
    for (; *text != '\0'; text++)
        count += ((unsigned char)*text & 0xc0) != 0x80;
    return count;
}

static void put_cell(const struct review_page *page, const char *text, int width)
{
    fprintf(page->show->voice->file, "%s%*s", text, width - letters_in(text) + 2, "");
}

/* The best one only where it is another. */
static void print_row(struct review_page *page, const struct review_move *judged,
                      const int width[2])
{
    const struct verdict *verdict = &judged->verdict;
    const char *waits = words_find(page->show->voice->language, "review.table.waits");
    FILE *file = page->show->voice->file;
    char made[MOVE_TEXT_MAX], best[MOVE_TEXT_MAX], error[NUMBER_MAX];
    write_moves(page, judged, made, best);
    write_error(page, verdict->loss_error, error);
    fprintf(file, "%5lld  ", (long long)judged->ply + 1);
    put_cell(page, page->names[judged->seat], width[0]);
    put_cell(page, made[0] ? made : waits, width[1]);
    fprintf(file, "%3d  %3d  ", chance_points(verdict->best_value), chance_points(verdict->value));
    if (verdict->best == verdict->move)
        fprintf(file, "%s\n", error);
    else {
        put_cell(page, error, ERROR_WIDTH);
        fprintf(file, "%s\n", best[0] ? best : waits);
    }
}

static void print_table(struct review_page *page)
{
    const struct review *review = page->review;
    const char *waits = words_find(page->show->voice->language, "review.table.waits");
    int width[2] = {0, letters_in(waits)};
    for (int seat = 0; seat < page->seats; seat++)
        if (letters_in(page->names[seat]) > width[0])
            width[0] = letters_in(page->names[seat]);
    for (uint32_t i = 0; i < review->count; i++) {
        char made[MOVE_TEXT_MAX], best[MOVE_TEXT_MAX];
        write_moves(page, &review->moves[i], made, best);
        if (letters_in(made) > width[1])
            width[1] = letters_in(made);
    }
    fputc('\n', page->show->voice->file);
    voice_say(page->show->voice, "review.table", WITH_NOTHING);
    for (uint32_t i = 0; i < review->count; i++)
        if (!review->moves[i].forced)
            print_row(page, &review->moves[i], width);
}

void review_print(const struct review_show *show, struct review *review)
{
    struct review_page page = {.show = show,
                               .review = review,
                               .game = review->walk.record->game,
                               .seats = review->walk.state.head.seats};
    name_seats(&page);
    for (int seat = 0; seat < page.seats; seat++)
        print_player(&page, seat);
    print_graph(&page);
    if (show->all)
        print_table(&page);
    print_moves(&page);
}
