/* SPDX-License-Identifier: MIT */
/*
 * What a strong player would do in a position, and why.
 *     cc advice.c $(pkg-config --cflags --libs kufsa) -o advice && ./advice
 */
#include <kufsa.h>
#include <stdio.h>

static void print_candidate(const struct kufsa_position *position,
                            const struct kufsa_player *player, const struct kufsa_advice *advice,
                            int index)
{
    char move[KUFSA_MOVE_SIZE], why[KUFSA_REASON_SIZE];
    if (!kufsa_write_move(position, 0, advice->list[index].move, move))
        printf("%-8s %.2f\n", move, advice->list[index].value);
    for (int i = 0; kufsa_player_reason(player, index, i, "en", why); i++)
        printf("         %s\n", why);
}

int main(void)
{
    static struct kufsa_advice advice;
    struct kufsa_position *position = NULL;
    struct kufsa_player *player = NULL;
    struct kufsa_budget budget = {.nodes = 20000, .seed = 1};
    const char *reason =
        kufsa_read("gobblet", 2, NULL, "W4,W4,W4,-/B4,-,-,-/B4,-,-,-/-,-,-,- 333 433 w", &position);
    if (!reason)
        reason = kufsa_player_new("gobblet", "master", 0, &player);
    if (!reason)
        reason = kufsa_think(player, position, 0, &budget, &advice);
    for (int i = 0; !reason && i < advice.count && i < 3; i++)
        print_candidate(position, player, &advice, i);
    if (reason)
        fprintf(stderr, "%s\n", kufsa_sentence(reason, "en"));
    kufsa_player_free(player);
    kufsa_position_free(position);
    return reason != NULL;
}
