/* SPDX-License-Identifier: MIT */
#include "tell/read_taki.h"

bool taki_is_colour(char letter)
{
    return letter != '\0' && strchr("RGBY", letter) != NULL;
}

char taki_colour(const char *card)
{
    const char *chosen = strchr(card, '=');
    if (taki_is_colour(card[0]))
        return card[0];
    return chosen ? chosen[1] : ' ';
}

void taki_figure(const char *card, char out[TAKI_CARD_BYTES])
{
    struct text text;
    text_init(&text, out, TAKI_CARD_BYTES);
    for (card += taki_is_colour(card[0]); *card != '\0' && *card != '='; card++)
        text_char(&text, *card);
}

const char *taki_price_key(const char *card)
{
    return string_equal(card, "break") ? "price.taki.break" : "price.taki.plus";
}

static void write_fact(const struct game *game, const struct fact *fact, char out[TAKI_CARD_BYTES])
{
    struct text text;
    text_init(&text, out, TAKI_CARD_BYTES);
    if (fact)
        game->write_piece(fact->piece, &text);
}

/* The discards from the bottom up: those below the leading card, the card itself, those on it. */
static void read_discards(struct taki_now *now, const struct item *items, int count, int upon)
{
    int discards = 0, at = 0;
    for (int i = 0; i < count; i++)
        discards += items[i].place.zone == ZONE_DISCARD;
    now->beneath = discards - 1 - upon;
    now->upon_count = 0;
    for (int i = 0; i < count && now->upon_count < TAKI_UPON_MAX; i++) {
        if (items[i].place.zone == ZONE_DISCARD && at++ > now->beneath)
            now->upon[now->upon_count++] = items[i].piece;
    }
}

void taki_now_read(struct taki_now *now, const struct game *game, const struct facts *facts,
                   const struct item *items, int count)
{
    const struct fact *lead = facts_find(facts, FACT_LEAD, NO_SEAT);
    const struct fact *turn = facts_find(facts, FACT_TURN, NO_SEAT);
    const struct fact *owed = facts_find(facts, FACT_OWED, NO_SEAT);
    const struct fact *way = facts_find(facts, FACT_DIRECTION, NO_SEAT);
    char colour[TAKI_CARD_BYTES];
    write_fact(game, lead, now->lead);
    write_fact(game, facts_find(facts, FACT_COLOUR, NO_SEAT), colour);
    read_discards(now, items, count, lead ? lead->number : 0);
    now->colour = taki_colour(colour);
    now->turn = turn ? turn->seat : NO_SEAT;
    now->owed = owed ? owed->number : 0;
    now->clockwise = way && way->number > 0;
}

int taki_caught(const char *word)
{
    struct scan scan = {word};
    int64_t seat;
    if (!scan_string(&scan, "catch") || !scan_number(&scan, 0, SEATS_MAX - 1, &seat) ||
        !scan_end(&scan))
        return NO_SEAT;
    return (int)seat;
}
