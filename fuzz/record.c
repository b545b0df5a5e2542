/* SPDX-License-Identifier: MIT */
/*
 * Records from outside: whatever the bytes, each part gives a reason or goes on, and a record that
 * is accepted whole is accepted again, with the same hash.
 */
#include "match/record.h"

#include "base/check.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static struct record record;

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    const char *text = (const char *)bytes;
    if (record_replay(&record, text, size))
        return 0;
    uint64_t hash = record.hash;
    CHECK(record.game->audit(&record.state.head) == NULL);
    CHECK(!record_replay(&record, text, size) && record.hash == hash);
    return 0;
}
