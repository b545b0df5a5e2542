/* SPDX-License-Identifier: MIT */
/*
 * Reads a record and prints each position as one seat saw it.
 *     cc record.c $(pkg-config --cflags --libs kufsa) -o record && ./record game.kufsa 0
 */
#include <kufsa.h>
#include <stdio.h>
#include <stdlib.h>

static char text[1 << 20];

static const char *print_view(const struct kufsa_record *record, uint32_t moves, int seat)
{
    struct kufsa_position *position = NULL, *view = NULL;
    char line[KUFSA_POSITION_SIZE];
    const char *reason = kufsa_record_position(record, moves, &position);
    if (!reason)
        reason = kufsa_view(position, seat, &view);
    if (!reason)
        reason = kufsa_write(view, line);
    if (!reason)
        printf("%u %s\n", (unsigned)moves, line);
    kufsa_position_free(view);
    kufsa_position_free(position);
    return reason;
}

int main(int argc, char **argv)
{
    struct kufsa_record *record = NULL;
    int line = 0, seat = argc > 2 ? (int)strtol(argv[2], NULL, 10) : 0;
    FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
    if (!file)
        return fprintf(stderr, "usage: record FILE [SEAT]\n") > 0;
    size_t size = fread(text, 1, sizeof text, file);
    fclose(file);
    const char *reason = kufsa_record_read(text, size, &line, &record);
    if (reason)
        return fprintf(stderr, "line %d: %s\n", line, kufsa_sentence(reason, "en")) > 0;
    for (uint32_t moves = 0; !reason && moves <= kufsa_record_count(record); moves++)
        reason = print_view(record, moves, seat);
    const char *ending = kufsa_record_ending(record);
    printf("%s\n", ending ? ending : "unfinished");
    kufsa_record_free(record);
    return reason != NULL;
}
