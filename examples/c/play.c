/* SPDX-License-Identifier: MIT */
/*
 * A whole game of random moves, by anyone who may act.
 *     cc play.c $(pkg-config --cflags --libs kufsa) -o play && ./play taki 7
 */
#include <kufsa.h>
#include <stdio.h>
#include <stdlib.h>

static int complain(const char *reason)
{
    fprintf(stderr, "%s: %s\n", reason, kufsa_sentence(reason, "en"));
    return 1;
}

/* A legal move of the first seat that may act. */
static const char *play_any(struct kufsa_position *position)
{
    static uint64_t moves[32768];
    size_t count;
    int seat = 0;
    while ((kufsa_actors(position) >> seat & 1) == 0)
        seat++;
    const char *reason = kufsa_legal(position, seat, moves, 32768, &count);
    return reason ? reason : kufsa_play(position, seat, moves[(size_t)rand() % count]);
}

int main(int argc, char **argv)
{
    struct kufsa_position *position;
    uint8_t key[KUFSA_KEY_SIZE], places[KUFSA_SEATS_MAX];
    int32_t points[KUFSA_SEATS_MAX];
    char text[KUFSA_POSITION_SIZE];
    unsigned seed = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 1;
    srand(seed);
    kufsa_key(seed, 0, key);
    const char *reason = kufsa_deal(argc > 1 ? argv[1] : "cento", 2, NULL, key, &position);
    if (reason)
        return complain(reason);
    while (!reason && kufsa_actors(position) != 0)
        reason = play_any(position);
    if (reason)
        return complain(reason);
    kufsa_write(position, text);
    int scored = kufsa_result(position, points, places);
    printf("%u moves: %s\n", (unsigned)kufsa_ply(position), text);
    for (int seat = 0; seat < kufsa_position_seats(position); seat++)
        printf("seat %d: place %d, %d points\n", seat, places[seat], scored ? points[seat] : 0);
    kufsa_position_free(position);
    return 0;
}
