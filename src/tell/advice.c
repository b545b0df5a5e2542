/* SPDX-License-Identifier: MIT */
#include "tell/advice.h"

void advice_write_reason(struct text *text, enum language language, const struct game *game,
                         const struct reason *reason, const char *name)
{
    char piece[MOVE_TEXT_MAX];
    struct text piece_text;
    text_init(&piece_text, piece, sizeof piece);
    if (reason->piece != NO_PIECE)
        game->write_piece(reason->piece, &piece_text);
    const struct word_arg args[] = {
        word_string("piece", piece), word_string("seat", name), word_number("count", reason->count),
        word_number("n", reason->count), /* selects the plural form */
    };
    words_say(text, language, reason->key, args, (int)(sizeof args / sizeof *args));
}
