/* SPDX-License-Identifier: MIT */
/*
 * The laws about moves: which are legal, how they are written and read, their gestures, how illegal
 * ones are refused; and the form of scenes and events.
 */
#include <string.h>

#include "base/hash.h"
#include "laws_parts.h"

enum {
    MOVES_QUICK = 256, /* moves of a state that a quick run writes */
    READ_QUICK = 2,    /* moves that are read back */
    READ_THOROUGH = 8,
    ALTERED = 4,         /* altered texts */
    EFFORT_OF_LIST = 64, /* of asking for moves, in moves */
};

/* ---- legal ---- */

bool law_legal(struct laws *l, const struct state *state, int seat, struct moves *moves)
{
    l->report.seat = seat;
    moves->count = l->game->legal(state, seat, moves->list);
    l->effort += (uint64_t)(EFFORT_OF_LIST + moves->count);
    if (l->game->legal(state, seat, NULL) != moves->count)
        return law_broken(l, LAW_COUNT, "counting gives another number");
    if (!state_acts(state, seat) && moves->count != 0)
        return law_broken(l, LAW_LEGAL, "a seat that may not act has moves");
    if (state_acts(state, seat) && moves->count == 0)
        return law_broken(l, LAW_LEGAL, "an actor has no move");
    if (moves->count < 0)
        return law_broken(l, LAW_LEGAL, "moves are hidden where everything is known");
    if ((uint32_t)moves->count > l->game->moves_max)
        return law_broken(l, LAW_LEGAL, "more than moves_max");
    if (moves->count > 0 && moves->list[0] == 0)
        return law_broken(l, LAW_LEGAL, "the move 0");
    for (int i = 1; i < moves->count; i++)
        if (moves->list[i - 1] >= moves->list[i])
            return law_broken(l, LAW_ORDER, "the moves do not ascend");
    l->report.seat = NO_SEAT;
    return true;
}

bool law_same_moves(const struct moves *a, const struct moves *b)
{
    return a->count == b->count &&
           (a->count <= 0 || memcmp(a->list, b->list, (size_t)a->count * sizeof(move)) == 0);
}

/* ---- keys: one number for a text or a list of steps, to find two that are the same ---- */

static void sift(uint64_t *keys, int root, int count)
{
    for (int child = 2 * root + 1; child < count; child = 2 * root + 1) {
        if (child + 1 < count && keys[child + 1] > keys[child])
            child++;
        if (keys[root] >= keys[child])
            return;
        uint64_t key = keys[root];
        keys[root] = keys[child];
        keys[child] = key;
        root = child;
    }
}

static void sort_keys(uint64_t *keys, int count)
{
    for (int root = count / 2 - 1; root >= 0; root--)
        sift(keys, root, count);
    for (int last = count - 1; last > 0; last--) {
        uint64_t key = keys[0];
        keys[0] = keys[last];
        keys[last] = key;
        sift(keys, 0, last);
    }
}

static bool find_key(const uint64_t *keys, int count, uint64_t key)
{
    int from = 0, to = count;
    while (from < to) {
        int middle = from + (to - from) / 2;
        if (keys[middle] == key)
            return true;
        if (keys[middle] < key)
            from = middle + 1;
        else
            to = middle;
    }
    return false;
}

static bool has_twins(const uint64_t *keys, int count, uint64_t *twin)
{
    for (int i = 1; i < count; i++)
        if (keys[i - 1] == keys[i]) {
            *twin = keys[i];
            return true;
        }
    return false;
}

/* The step through a list of moves to check. */
static int stride(const struct laws *l)
{
    return l->level == LAWS_THOROUGH ? 1 : l->moves.count / MOVES_QUICK + 1;
}

/* ---- text ---- */

static bool is_plain(const char *text)
{
    if (*text == '\0')
        return false;
    for (; *text; text++)
        if (*text < ' ' || *text > '~')
            return false;
    return true;
}

static bool write_move(struct laws *l, const struct state *state, move m,
                       char buffer[MOVE_TEXT_MAX])
{
    struct text text;
    text_init(&text, buffer, MOVE_TEXT_MAX);
    l->game->write_move(state, m, &text);
    return !text.overflow && is_plain(buffer);
}

static uint64_t text_key(const char *text)
{
    return hash_bytes(HASH_START, text, string_size(text));
}

static bool texts_differ(struct laws *l)
{
    char buffer[MOVE_TEXT_MAX];
    int count = 0, step = stride(l);
    uint64_t twin;
    for (int i = 0; i < l->moves.count; i += step) {
        if (!write_move(l, &l->truth.head, l->moves.list[i], buffer))
            return law_broken(l, LAW_NOTATION, "the text is empty, too long or not plain");
        l->keys[count++] = text_key(buffer);
    }
    sort_keys(l->keys, count);
    if (!has_twins(l->keys, count, &twin))
        return true;
    for (int i = 0; i < l->moves.count; i += step) {
        write_move(l, &l->truth.head, l->moves.list[i], buffer);
        if (text_key(buffer) == twin)
            law_note_move(l, &l->truth.head, l->moves.list[i]);
    }
    return law_broken(l, LAW_NOTATION, "two moves have this text");
}

static bool texts_are_read(struct laws *l, int seat)
{
    char buffer[MOVE_TEXT_MAX];
    int times = l->level == LAWS_THOROUGH ? READ_THOROUGH : READ_QUICK;
    for (int i = 0; i < times; i++) {
        move found = 0, m = l->moves.list[search_rng_below(&l->check, (uint32_t)l->moves.count)];
        write_move(l, &l->truth.head, m, buffer);
        law_note_move(l, &l->truth.head, m);
        const char *reason =
            game_read_move(l->game, &l->truth.head, seat, buffer, &l->reading, &found);
        if (reason)
            return law_broken_texts(l, LAW_NOTATION, "a legal move is refused", "", reason);
        if (found != m)
            return law_broken(l, LAW_NOTATION, "read as another move");
    }
    return true;
}

/* ---- refusals ---- */

static bool is_key_byte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* `game.part.word` or `<name>.part.word` */
bool law_reason(const struct laws *l, const char *reason)
{
    struct scan scan = {reason};
    if (!scan_string(&scan, "game.") &&
        !(scan_string(&scan, l->game->name) && scan_char(&scan, '.')))
        return false;
    for (int part = 0; part < 2; part++) {
        const char *start = scan.at;
        while (is_key_byte(*scan.at))
            scan.at++;
        if (scan.at == start || *scan.at != (part == 0 ? '.' : '\0'))
            return false;
        scan.at += part == 0;
    }
    return true;
}

static bool same_reason(const char *a, const char *b)
{
    return a == b || (a && b && string_equal(a, b));
}

/* An altered text is a legal move's own or is refused, with the same reason from the seat's view.
 */
static bool altered_is_refused(struct laws *l, int seat)
{
    char buffer[MOVE_TEXT_MAX];
    move found = 0, seen = 0;
    uint32_t chosen = search_rng_below(&l->check, (uint32_t)l->moves.count);
    write_move(l, &l->truth.head, l->moves.list[chosen], buffer);
    for (uint32_t times = 1 + search_rng_below(&l->check, 2); times > 0; times--)
        law_alter(&l->check, buffer, sizeof buffer);
    struct text note;
    text_init(&note, l->report.move, sizeof l->report.move);
    text_string(&note, buffer);
    const char *reason = game_read_move(l->game, &l->truth.head, seat, buffer, &l->reading, &found);
    const char *viewed = game_read_move(l->game, &l->view.head, seat, buffer, &l->reading, &seen);
    if (!same_reason(reason, viewed))
        return law_broken_texts(l, LAW_REFUSAL, "the view gives another reason",
                                reason ? reason : "none", viewed ? viewed : "none");
    if (reason && !law_reason(l, reason))
        return law_broken_texts(l, LAW_REFUSAL, "the reason is no key", "game.part.word", reason);
    if (reason)
        return true;
    char written[MOVE_TEXT_MAX];
    write_move(l, &l->truth.head, found, written);
    law_respell(l, buffer, sizeof buffer);
    if (found == 0 || found != seen || !string_equal(written, buffer))
        return law_broken_texts(l, LAW_REFUSAL, "read as a move with other text", buffer, written);
    return true;
}

/* A seat that may not act gets a reason for any text; so does every seat for an empty text. */
static bool others_are_refused(struct laws *l, int seat)
{
    char buffer[MOVE_TEXT_MAX];
    move found;
    write_move(l, &l->truth.head, l->moves.list[0], buffer);
    for (int other = 0; other < l->seats; other++) {
        bool acts = state_acts(&l->truth.head, other);
        const char *text = acts ? "" : buffer;
        const char *reason =
            game_read_move(l->game, &l->truth.head, other, text, &l->reading, &found);
        l->report.seat = other;
        if (!reason || !law_reason(l, reason))
            return law_broken_texts(l, LAW_REFUSAL, "no reason for one who may not", text,
                                    reason ? reason : "none");
    }
    l->report.seat = seat;
    return true;
}

/* What is right for a card that somebody says something about: legal moves, in their order, the
 * same from the seat's view; and the move itself, if it was one. */
static bool answers_are_legal(struct laws *l, int seat)
{
    char buffer[MOVE_TEXT_MAX];
    uint32_t chosen = search_rng_below(&l->check, (uint32_t)l->moves.count);
    if (!l->game->answer)
        return true;
    if (!l->game->forfeit)
        return law_broken(l, LAW_REFUSAL, "wrong answers cost a turn, and no move loses it");
    write_move(l, &l->truth.head, l->moves.list[chosen], buffer);
    int count = l->game->answer(&l->truth.head, seat, buffer, l->reading.list);
    l->reading.count = count;
    for (int i = 0; i < count; i++)
        if (moves_find(&l->moves, l->reading.list[i]) < 0 ||
            (i > 0 && l->reading.list[i] <= l->reading.list[i - 1]))
            return law_broken(l, LAW_REFUSAL, "what would have been right is not legal");
    if (count != NO_ANSWER && moves_find(&l->reading, l->moves.list[chosen]) < 0)
        return law_broken(l, LAW_REFUSAL, "a legal move is a wrong answer");
    if (count != l->game->answer(&l->view.head, seat, buffer, l->reading.list))
        return law_broken(l, LAW_REFUSAL, "from the view something else is right");
    return true;
}

/* ---- gestures ---- */

static bool is_step(const struct laws *l, const struct step *step)
{
    bool ended = false;
    for (int i = 0; i < WORD_MAX; i++) {
        if (ended && step->word[i] != '\0')
            return false;
        ended |= step->word[i] == '\0';
    }
    if (!ended || step->unused != 0)
        return false;
    switch ((enum step_kind)step->kind) {
    case STEP_TAKE: return step->word[0] == '\0' && law_place(l, &step->place) && step->piece > 0;
    case STEP_PUT: return step->word[0] == '\0' && law_place(l, &step->place);
    case STEP_CHOOSE: return is_plain(step->word);
    }
    return false;
}

/* What a screen compares: a card in a hand is its face, wherever it is held. */
static uint64_t step_key(uint64_t key, const struct step *step)
{
    struct step compared = *step;
    if (compared.place.zone == ZONE_HAND)
        compared.place.x = compared.place.y = 0;
    return hash_bytes(key, &compared, sizeof compared);
}

static int read_steps(struct laws *l, const struct state *state, int seat, move m,
                      struct step out[2 * STEPS_MAX])
{
    memset(out, 0, 2 * STEPS_MAX * sizeof *out);
    int count = l->game->steps(state, seat, m, out);
    for (int i = 0; i < count && i < STEPS_MAX; i++)
        if (!is_step(l, &out[i]) || (out[i].piece != NO_PIECE && !law_piece(l, out[i].piece)))
            return -1;
    return count;
}

static bool steps_differ(struct laws *l, int seat)
{
    struct step steps[2 * STEPS_MAX];
    int count = 0, step = stride(l);
    uint64_t twin;
    for (int i = 0; i < l->moves.count; i += step) {
        int length = read_steps(l, &l->truth.head, seat, l->moves.list[i], steps);
        uint64_t key = HASH_START;
        if (length < 1 || length > STEPS_MAX) {
            law_note_move(l, &l->truth.head, l->moves.list[i]);
            return law_broken(l, LAW_STEPS, "none, too many, or one that is not well formed");
        }
        for (int k = 0; k < length; k++)
            key = step_key(key, &steps[k]);
        l->keys[count++] = key;
    }
    sort_keys(l->keys, count);
    if (has_twins(l->keys, count, &twin))
        return law_broken(l, LAW_STEPS, "two moves have the same steps");
    return true;
}

/* With a beginning of its own another move would be over before it is made. Uses l->keys. */
static bool steps_begin_none(struct laws *l, int seat)
{
    struct step steps[2 * STEPS_MAX];
    int count = (l->moves.count + stride(l) - 1) / stride(l);
    for (int i = 0; i < l->moves.count; i += stride(l)) {
        int length = l->game->steps(&l->truth.head, seat, l->moves.list[i], steps);
        uint64_t key = HASH_START;
        for (int k = 0; k < length - 1; k++) {
            key = step_key(key, &steps[k]);
            if (find_key(l->keys, count, key)) {
                law_note_move(l, &l->truth.head, l->moves.list[i]);
                return law_broken(l, LAW_STEPS, "this move begins with another's steps");
            }
        }
    }
    return true;
}

bool law_moves(struct laws *l, int seat)
{
    l->report.seat = seat;
    if (!texts_differ(l) || !texts_are_read(l, seat))
        return false;
    game_observe(l->game, &l->truth.head, seat, &l->view.head);
    for (int i = 0; i < ALTERED; i++)
        if (!altered_is_refused(l, seat))
            return false;
    if (!others_are_refused(l, seat) || !answers_are_legal(l, seat))
        return false;
    l->report.move[0] = '\0';
    if (!steps_differ(l, seat) || !steps_begin_none(l, seat))
        return false;
    l->report.seat = NO_SEAT;
    return true;
}

/* ---- scenes and events ---- */

bool law_place(const struct laws *l, const struct place *place)
{
    switch ((enum zone)place->zone) {
    case ZONE_NONE: return false;
    case ZONE_BOARD:
    case ZONE_PILE:
    case ZONE_DISCARD: return place->seat == NO_SEAT;
    case ZONE_HAND:
    case ZONE_RESERVE: return place->seat >= 0 && place->seat < l->seats && place->x >= 0;
    }
    return false;
}

bool law_piece(const struct laws *l, int piece)
{
    char buffer[WORD_SIZE];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    if (piece <= NO_PIECE)
        return false;
    l->game->write_piece(piece, &text);
    return !text.overflow && is_plain(buffer) && l->game->read_piece(buffer) == piece;
}

bool law_scene(struct laws *l, const struct state *state, struct item *out, int *count)
{
    *count = l->game->scene(state, out);
    if (*count < 1 || *count > SCENE_MAX)
        return law_broken(l, LAW_SCENE, "no item, or more than SCENE_MAX");
    for (int i = 0; i < *count; i++) {
        if (!law_place(l, &out[i].place) || out[i].count < 1)
            return law_broken(l, LAW_SCENE, "an item is not well formed");
        if (out[i].piece != NO_PIECE && !law_piece(l, out[i].piece))
            return law_broken(l, LAW_SCENE, "an item's piece has no notation");
    }
    return true;
}

static bool is_fact(const struct laws *l, const struct fact *fact)
{
    return fact->name < FACT_NAMES && fact->seat >= NO_SEAT && fact->seat < l->seats &&
           (fact->place.zone == ZONE_NONE || law_place(l, &fact->place)) &&
           (fact->piece == NO_PIECE || law_piece(l, fact->piece));
}

bool law_facts(struct laws *l, const struct state *state, struct facts *facts)
{
    memset(facts, 0, sizeof *facts);
    game_facts(l->game, state, facts);
    for (int i = 0; i < facts->count; i++)
        if (!is_fact(l, &facts->list[i]))
            return law_broken(l, LAW_FACTS, "a fact is not well formed");
    if (!state_over(state) && !facts_find(facts, FACT_TURN, NO_SEAT))
        return law_broken(l, LAW_FACTS, "it is nobody's turn");
    return true;
}

/* The account of a move's points: the last row is what it gains. */
bool law_reckoning(struct laws *l, int seat, move m, int32_t gain)
{
    struct facts *rows = &l->facts;
    if (!l->game->account)
        return true;
    memset(rows, 0, sizeof *rows);
    rows->count = l->game->account(&l->truth.head, seat, m, rows->list);
    if (rows->count < 0 || rows->count > FACTS_MAX)
        return law_broken(l, LAW_FACTS, "an account has more rows than FACTS_MAX");
    for (int i = 0; i < rows->count; i++)
        if (!is_fact(l, &rows->list[i]))
            return law_broken(l, LAW_FACTS, "a row of an account is not well formed");
    if (gain != (rows->count > 0 ? rows->list[rows->count - 1].number : 0))
        return law_broken(l, LAW_FACTS, "an account does not come to the gain");
    return true;
}

/* Is everything that the first say among what the second say? */
bool law_facts_hold(const struct facts *these, const struct facts *those)
{
    for (int i = 0; i < these->count; i++) {
        int k = 0;
        while (k < those->count &&
               memcmp(&these->list[i], &those->list[k], sizeof *those->list) != 0)
            k++;
        if (k == those->count)
            return false;
    }
    return true;
}

static bool is_event(const struct laws *l, const struct event *event)
{
    if (event->kind > EVENT_OVER || event->seat < NO_SEAT || event->seat >= l->seats)
        return false;
    if (event->piece != NO_PIECE && !law_piece(l, event->piece))
        return false;
    switch ((enum event_kind)event->kind) {
    case EVENT_MOVE: return law_place(l, &event->from) && law_place(l, &event->to);
    case EVENT_TOUCH:
    case EVENT_SHOW: return law_place(l, &event->to) && event->piece != NO_PIECE;
    case EVENT_OVER:
    case EVENT_ROUND:
    case EVENT_SHUFFLE:
    case EVENT_REVERSE:
    case EVENT_DEAL:
    case EVENT_OWE: return true;
    case EVENT_POINTS:
    case EVENT_LOSE_TURN:
    case EVENT_COLOUR:
    case EVENT_CALL:
    case EVENT_CATCH:
    case EVENT_FORGOT:
    case EVENT_OPEN:
    case EVENT_CLOSE:
    case EVENT_WINDOW:
    case EVENT_BREAK:
    case EVENT_PASS:
    case EVENT_STAGE: return event->seat != NO_SEAT;
    }
    return false;
}

bool law_events(struct laws *l, const struct events *events)
{
    int overs = 0;
    if (events->count < 0 || events->count > EVENTS_MAX)
        return law_broken(l, LAW_EVENTS, "more than EVENTS_MAX");
    for (int i = 0; i < events->count; i++) {
        if (!is_event(l, &events->list[i]))
            return law_broken_texts(l, LAW_EVENTS, "an event is not well formed", "",
                                    events->list[i].kind <= EVENT_OVER
                                        ? event_kind_name((enum event_kind)events->list[i].kind)
                                        : "unknown kind");
        overs += events->list[i].kind == EVENT_OVER;
    }
    if (events->count == overs) /* the log would have a line without words */
        return law_broken(l, LAW_EVENTS, "nothing tells what was done");
    if (overs != (state_over(&l->truth.head) ? 1 : 0))
        return law_broken(l, LAW_END, "the log does not tell the end once, when it comes");
    return true;
}
