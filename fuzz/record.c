/* SPDX-License-Identifier: MIT */
/*
 * Records from outside: whatever the bytes, each part is accepted or refused with a reason, and a
 * record that is accepted completely is accepted again, with the same hash.
 */
#include "match/record.h"

#include "base/check.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static struct record record;

/* Places for everybody or for nobody, and only an end that is possible in this game. */
static void check_result(void)
{
    struct outcome outcome;
    record_outcome(&record, &outcome);
    bool placed = record.ending != ENDING_NONE && record.ending != ENDING_STOPPED;
    for (int seat = 0; seat < record.state.head.seats; seat++)
        CHECK((outcome.place[seat] > 0) == placed);
    CHECK(state_over(&record.state.head) == (record.ending == ENDING_RULES));
    bool lost = record.ending == ENDING_RESIGNED || record.ending == ENDING_TIME;
    CHECK((record.loser != NO_SEAT) == lost && (!lost || record.state.head.seats == 2));
}

static void check_tags(void)
{
    char line[RECORD_LINE_MAX];
    const char *at = record.head;
    int count = 0;
    while (record_next_tag(&record, &at, line))
        count++;
    CHECK(count < record.line && at <= record.end);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    const char *text = (const char *)bytes;
    if (record_replay(&record, text, size))
        return 0;
    uint64_t hash = record.hash;
    CHECK(record.game->audit(&record.state.head) == NULL);
    check_result();
    check_tags();
    CHECK(!record_replay(&record, text, size) && record.hash == hash);
    return 0;
}
