/* SPDX-License-Identifier: MIT */
#include "tui/read_cento.h"

void open_card_read(struct open_card *open, const char *field)
{
    struct scan scan = {field};
    struct text text;
    *open = (struct open_card){.number = 0};
    text_init(&text, open->card, sizeof open->card);
    if (scan_number(&scan, 1, MULTIPLIER_MAX * MULTIPLIER_MAX, &open->number))
        text_number(&text, open->number);
    else if (scan_char(&scan, '?'))
        text_char(&text, '?');
    if (scan_char(&scan, '=') && scan_number(&scan, 1, MULTIPLIER_MAX, &open->low) &&
        scan_char(&scan, 'x') && scan_number(&scan, 1, MULTIPLIER_MAX, &open->high))
        open->number = open->low * open->high;
}

bool open_card_asks(const struct open_card *open, int64_t multiplier)
{
    if (open->low != 0)
        return multiplier == open->low || multiplier == open->high;
    return open->number != 0 && open->number % multiplier == 0 &&
           open->number / multiplier <= MULTIPLIER_MAX; /* CR1 */
}

bool is_square(int64_t number)
{
    for (int64_t root = 1; root <= MULTIPLIER_MAX; root++)
        if (root * root == number)
            return true;
    return false;
}

bool find_product(int64_t number, int index, int64_t *low, int64_t *high)
{
    for (*low = 1; *low <= MULTIPLIER_MAX; ++*low) {
        *high = number / *low;
        if (number % *low == 0 && *high >= *low && *high <= MULTIPLIER_MAX && index-- == 0)
            return true;
    }
    return false;
}

void write_product(struct text *text, int64_t low, int64_t high, const char *times)
{
    text_number(text, low);
    text_string(text, times);
    text_number(text, high);
}
