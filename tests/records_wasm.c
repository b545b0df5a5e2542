/* SPDX-License-Identifier: MIT */
/* Replaying records in WebAssembly: tests/wasm_records.mjs writes a record into the buffer. */
#include "match/record.h"

#define EXPORT(name) __attribute__((export_name(name)))

enum { RECORD_MAX = 1 << 20 };

char *record_buffer(void);
int record_buffer_size(void);
const char *replay(int size);
int replay_line(void);

static char buffer[RECORD_MAX];
static struct record record;

EXPORT("buffer") char *record_buffer(void)
{
    return buffer;
}

EXPORT("buffer_size") int record_buffer_size(void)
{
    return RECORD_MAX;
}

/* Why the record is not true, or NULL. */
EXPORT("replay") const char *replay(int size)
{
    return record_replay(&record, buffer, (size_t)size);
}

EXPORT("line") int replay_line(void)
{
    return record.line;
}
