/* SPDX-License-Identifier: MIT */
/*
 * Who is asked next, and what is told.
 *
 * Several seats may be able to act at once. People are asked first, beginning with whoever moved
 * last; each may let others go first. When all have, time passes until something happens.
 */
#include "plain/play.h"

#include <string.h>

#include "base/check.h"

enum { TRY_SENTENCE_MAX = 1024 };

/* ---- who is there ---- */

const struct mirror *play_person(const struct sitting *sitting, int seat)
{
    for (int who = 0; who < sitting->channel->people; who++)
        if (sitting->channel->mirror[who].you == seat &&
            sitting->channel->mirror[who].seat[seat].bot[0] == '\0')
            return &sitting->channel->mirror[who];
    return NULL;
}

const struct mirror *play_public(const struct sitting *sitting)
{
    return &sitting->channel->mirror[sitting->channel->people - 1];
}

bool play_several(const struct sitting *sitting)
{
    int people = 0;
    for (int seat = 0; seat < play_public(sitting)->seats; seat++)
        people += play_person(sitting, seat) != NULL;
    return people > 1;
}

/* ---- telling ---- */

void play_name(const struct sitting *sitting, int seat, char name[NAME_TEXT_MAX])
{
    struct text text;
    text_init(&text, name, NAME_TEXT_MAX);
    write_seat_name(sitting->voice, sitting->game, seat, &text);
}

static struct picture take_picture(const struct sitting *sitting, const struct mirror *mirror)
{
    static const struct events nothing;
    const struct events *last =
        mirror->log_count > 0 ? &mirror->log[mirror->log_count - 1].events : &nothing;
    return (struct picture){sitting->voice, sitting->game,  &mirror->view.head,
                            last,           sitting->ascii, mirror->aloud != ALOUD_OFF};
}

void play_draw(struct sitting *sitting, const struct mirror *mirror)
{
    struct picture picture = take_picture(sitting, mirror);
    fputc('\n', sitting->voice->file);
    drawing_of(sitting->game)->draw(&picture);
}

bool play_show(struct sitting *sitting, const struct mirror *mirror, const char *word)
{
    const struct extra *extra = drawing_of(sitting->game)->extras;
    while (extra && extra->word &&
           (play_begins(word, extra->word) == 0 || strlen(word) != strlen(extra->word)))
        extra++;
    if (!extra || !extra->word)
        return false;
    struct picture picture = take_picture(sitting, mirror);
    extra->show(&picture);
    return true;
}

static struct teller teller_of(const struct sitting *sitting)
{
    return (struct teller){sitting->voice, sitting->game, TRUTH};
}

/* Says so once when saving starts to fail, and once when it works again. */
static void tell_unsaved(struct sitting *sitting)
{
    const char *unsaved = sitting->channel->unsaved;
    if (unsaved == sitting->unsaved)
        return;
    voice_style(sitting->voice, STYLE_WARN);
    voice_say(sitting->voice, unsaved ? unsaved : "tui.kept.again", WITH_NOTHING);
    voice_plain(sitting->voice);
    sitting->unsaved = unsaved;
}

void play_tell(struct sitting *sitting)
{
    const struct mirror *mirror = play_public(sitting);
    struct teller teller = teller_of(sitting);
    tell_unsaved(sitting);
    if (mirror->v != sitting->told)
        sitting->waited = 0;
    for (int i = 0; i < mirror->log_count; i++)
        if (mirror->log[i].v > sitting->told)
            tell_move(&teller, mirror->log[i].seat,
                      mirror->log[i].move[0] ? mirror->log[i].move : NULL, &mirror->log[i].events);
    sitting->told = mirror->v;
}

/* What became of the finished game. */
static void tell_box(const struct sitting *sitting)
{
    const struct finished *finished = &sitting->channel->finished;
    if (finished->trouble) {
        voice_style(sitting->voice, STYLE_WARN);
        voice_say(sitting->voice, finished->trouble, WITH_NOTHING);
        voice_plain(sitting->voice);
    } else if (finished->kept > 0) {
        voice_say(sitting->voice, "box.kept", WITH_NOTHING);
    }
    if (finished->dropped > 0)
        voice_say(sitting->voice, "box.dropped", WITH(word_number("n", finished->dropped)));
}

static void tell_end(const struct sitting *sitting)
{
    const struct mirror *mirror = play_public(sitting);
    struct teller teller = teller_of(sitting);
    fputc('\n', sitting->voice->file);
    voice_style(sitting->voice, STYLE_BOLD);
    if (mirror->phase == PHASE_PLAY || mirror->ending != ENDING_STOPPED)
        tell_ending(&teller, mirror->seats, &mirror->outcome,
                    mirror->phase == PHASE_PLAY ? ENDING_STOPPED : mirror->ending, mirror->loser);
    else if (mirror->ply >= sitting->game->plies_max)
        voice_say(sitting->voice, "play.long", WITH(word_number("n", mirror->ply)));
    else
        voice_say(sitting->voice, "play.stopped", WITH_NOTHING);
    voice_plain(sitting->voice);
}

/* What each person here said that was wrong, and what would have been right. */
static void tell_tries(const struct sitting *sitting)
{
    for (int seat = 0; seat < play_public(sitting)->seats; seat++) {
        const struct mirror *mirror = play_person(sitting, seat);
        char name[NAME_TEXT_MAX], sentence[TRY_SENTENCE_MAX];
        struct text text;
        if (!mirror || mirror->tries.count == 0)
            continue;
        play_name(sitting, seat, name);
        voice_say(sitting->voice, "aloud.told",
                  WITH(word_string("name", name), word_number("n", mirror->tries.match[seat])));
        for (int i = 0; i < mirror->tries.count; i++) {
            text_init(&text, sentence, sizeof sentence);
            mirror_write_try(&mirror->tries.list[i], sitting->voice->language, &text);
            fprintf(sitting->voice->file, "  %s\n", sentence);
        }
    }
}

static void greet(const struct sitting *sitting)
{
    const struct match *match = local_match(sitting->channel);
    for (int seat = 0; seat < play_public(sitting)->seats; seat++) {
        const char *level =
            words_name(sitting->voice->language, "level.", match->seats[seat].level);
        char name[NAME_TEXT_MAX];
        play_name(sitting, seat, name);
        voice_say(sitting->voice, play_person(sitting, seat) ? "play.person" : "play.bot",
                  WITH(word_string("name", name), word_string("level", level)));
    }
    tell_rules(sitting->voice, sitting->game, play_public(sitting)->option);
    if (play_public(sitting)->aloud != ALOUD_OFF)
        voice_say(sitting->voice, "aloud.start", WITH_NOTHING);
    voice_say(sitting->voice, "play.start", WITH_NOTHING);
}

/* Only after the end, so that it reveals nothing: the same key deals the same cards again. */
static void tell_key(const struct sitting *sitting)
{
    char hex[2 * CHANCE_KEY_SIZE + 1];
    struct text text;
    text_init(&text, hex, sizeof hex);
    text_hex(&text, local_match(sitting->channel)->key, CHANCE_KEY_SIZE);
    voice_say(sitting->voice, "play.key", WITH(word_string("key", hex)));
}

/* ---- commands ---- */

static int who_sits(const struct sitting *sitting, int seat)
{
    const struct mirror *mirror = play_person(sitting, seat);
    CHECK(mirror);
    return (int)(mirror - sitting->channel->mirror);
}

/* A wrong answer: why, and what it costs. */
static void tell_try(const struct sitting *sitting, const struct mirror *mirror)
{
    int64_t tried = mirror->tries.turn[mirror->you], most = mirror->tries.limit;
    voice_style(sitting->voice, STYLE_WARN);
    voice_say(sitting->voice, mirror->wrong, WITH_NOTHING);
    voice_plain(sitting->voice);
    if (most > 0)
        voice_say(sitting->voice, tried > 0 ? "aloud.tried" : "aloud.lost",
                  WITH(word_number("n", tried), word_number("most", most)));
}

/* Takes the answer, and tells what has happened; the table's time does not pass. */
static const char *hear_answer(struct sitting *sitting, uint32_t cid)
{
    static struct answer answer;
    const char *reason = NULL;
    int who;
    channel_wait(sitting->channel, -1, 0);
    while (channel_answer(sitting->channel, &who, &answer)) {
        const struct mirror *mirror = &sitting->channel->mirror[who];
        if (answer.cid == cid && answer.kind != ANSWER_OK)
            reason = answer.reason;
        else if (answer.cid == cid && mirror->wrong_v == answer.v)
            tell_try(sitting, mirror);
    }
    play_tell(sitting);
    return reason;
}

const char *play_do(struct sitting *sitting, int seat, const char *verb)
{
    return hear_answer(sitting, channel_do(sitting->channel, who_sits(sitting, seat), verb));
}

const char *play_move(struct sitting *sitting, int seat, const char *text)
{
    return hear_answer(sitting, channel_play(sitting->channel, who_sits(sitting, seat), text));
}

const char *play_hand_to_bot(struct sitting *sitting, int seat)
{
    uint32_t cid =
        channel_bot(sitting->channel, who_sits(sitting, seat), "takeover", seat, sitting->level);
    return hear_answer(sitting, cid);
}

/* ---- who is next ---- */

static bool is_asked(const struct sitting *sitting, int seat)
{
    const struct mirror *mirror = play_person(sitting, seat);
    return mirror && mirror_acts(mirror) && !(sitting->waited >> seat & 1);
}

/* A person to ask, or NO_SEAT. */
static int pick_seat(const struct sitting *sitting)
{
    const struct mirror *mirror = play_public(sitting);
    int last = mirror->log_count > 0 ? mirror->log[mirror->log_count - 1].seat : NO_SEAT;
    if (last != NO_SEAT && is_asked(sitting, last))
        return last;
    for (int seat = 0; seat < mirror->seats; seat++)
        if (is_asked(sitting, seat))
            return seat;
    return NO_SEAT;
}

/* Lets time pass. If nothing happens, everybody has let the others go first: they are asked
 * again. */
static void wait_for_others(struct sitting *sitting)
{
    bool waited = sitting->waited != 0;
    bool news = channel_wait(sitting->channel, -1, CLOCK_NEVER) & WAIT_NEWS;
    play_tell(sitting);
    if (news)
        return;
    sitting->waited = 0;
    sitting->quit = !waited; /* no memory for a bot to think in, or the program should end */
}

/* On the full screen an offer or a request may be left open. In lines both are answered at once, so
 * they are withdrawn. */
static void withdraw(struct sitting *sitting)
{
    const struct mirror *mirror = play_public(sitting);
    if (mirror->offer != NO_SEAT && play_person(sitting, mirror->offer))
        play_do(sitting, mirror->offer, "decline");
    if (mirror->undo != NO_SEAT && play_person(sitting, mirror->undo))
        play_do(sitting, mirror->undo, "refuse");
}

/* Was the game left unfinished? */
static bool play_goes_on(const struct sitting *sitting)
{
    return !sitting->resigned && play_public(sitting)->phase == PHASE_PLAY;
}

void play_lines(struct sitting *sitting)
{
    const struct mirror *mirror = play_public(sitting);
    sitting->told = mirror->v; /* not the moves before this sitting */
    greet(sitting);
    tell_unsaved(sitting);
    withdraw(sitting);
    while (mirror->phase == PHASE_PLAY && !sitting->quit) {
        int seat = pick_seat(sitting);
        if (seat != NO_SEAT)
            play_ask(sitting, seat);
        else
            wait_for_others(sitting);
    }
    if (mirror->phase == PHASE_OVER && mirror->ending == ENDING_RULES)
        play_draw(sitting, mirror);
    if (play_goes_on(sitting) && local_saves(sitting->channel))
        return;
    tell_end(sitting);
    tell_box(sitting);
    tell_tries(sitting);
    if (sitting->game->hidden && !local_match(sitting->channel)->start)
        tell_key(sitting);
}
