/* SPDX-License-Identifier: MIT */
#include "tell/read_cento.h"

void cento_card_read(struct cento_card *card, const struct game *game, int piece)
{
    struct text text;
    *card = (struct cento_card){.number = 0};
    text_init(&text, card->text, sizeof card->text);
    if (piece != NO_PIECE)
        game->write_piece(piece, &text);
    struct scan scan = {card->text};
    if (!scan_char(&scan, '?'))
        scan_number(&scan, 1, FACTOR_MAX * FACTOR_MAX, &card->number);
    size_t size = (size_t)(scan.at - card->text);
    if (scan_char(&scan, '=') && scan_number(&scan, 1, FACTOR_MAX, &card->low) &&
        scan_char(&scan, 'x') && scan_number(&scan, 1, FACTOR_MAX, &card->high))
        card->number = card->low * card->high;
    card->text[size] = '\0';
}

void open_card_read(struct cento_card *card, const struct game *game, const struct facts *facts)
{
    const struct fact *lead = facts_find(facts, FACT_LEAD, NO_SEAT);
    cento_card_read(card, game, lead ? lead->piece : NO_PIECE);
}

void ways_read(struct ways *ways, const struct game *game, const struct facts *facts, int seat,
               const struct cento_card *card)
{
    *ways = (struct ways){.free = card->number == 0};
    for (int i = 0; i < facts->count; i++) {
        const struct fact *fact = &facts->list[i];
        struct cento_card as;
        if (fact->name != FACT_WAY || fact->seat != seat)
            continue;
        cento_card_read(&as, game, fact->piece);
        if (!string_equal(as.text, card->text))
            continue;
        bool fits = fact->number == 1;
        ways->fits |= fits;
        if (ways->count < WAYS_MAX)
            ways->list[ways->count++] = (struct way){as.low, as.high, fits};
    }
}

bool ways_write(const struct ways *ways, int line, const char *times, struct text *text, bool *fits)
{
    if (line >= (ways->free ? 1 : ways->count))
        return false;
    *fits = ways->free ? ways->fits : ways->list[line].fits;
    if (!ways->free) {
        write_product(text, ways->list[line].low, ways->list[line].high, times);
        return true;
    }
    text_char(text, '?');
    text_string(text, times);
    text_char(text, '?');
    return true;
}

bool number_is(const struct facts *facts, enum fact_name name, int64_t number)
{
    for (int i = 0; i < facts->count; i++)
        if (facts->list[i].name == name && facts->list[i].number == number)
            return true;
    return false;
}

const char *rounds_of(const struct game *game, const struct state *state)
{
    int option = game_option(game, "rounds");
    return game->options[option].values[state->option[option]];
}

void write_product(struct text *text, int64_t low, int64_t high, const char *times)
{
    text_number(text, low);
    text_string(text, times);
    text_number(text, high);
}
