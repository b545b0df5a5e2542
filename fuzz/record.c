/* SPDX-License-Identifier: MIT */
/*
 * Records from outside: whatever the bytes, each part gives a reason or goes on, and a record that
 * is accepted whole is accepted again, with the same hash.
 */
#include "match/record.h"

#include "base/check.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static struct record record;

static const char *replay(const char *text, size_t size)
{
    bool more = true;
    const char *reason = record_open(&record, text, size);
    while (!reason && more)
        reason = record_step(&record, &more);
    return reason ? reason : record_finish(&record);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    const char *text = (const char *)bytes;
    if (replay(text, size))
        return 0;
    uint64_t hash = record.hash;
    CHECK(record.game->audit(&record.state.head) == NULL);
    CHECK(!replay(text, size) && record.hash == hash);
    return 0;
}
