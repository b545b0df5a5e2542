/* SPDX-License-Identifier: MIT */
/*
 * Damaged files of a store: whatever the bytes, a repair ends, and the events it accepts for a
 * table are 1, 2, 3 ….
 */
#define _DEFAULT_SOURCE
#include "store/repair.h"

#include "folder.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static uint64_t seen;

static void begin(void *context)
{
    *(int64_t *)context = 0;
}

/* Touches every byte, so that a sanitizer notices one that is out of bounds. */
static bool take(void *context, const struct store_event *event)
{
    int64_t *last = context;
    CHECK(event->seq == ++*last);
    for (size_t i = 0; i < event->size; i++)
        seen += event->bytes[i];
    return true;
}

static void describe(void *context, char code[STORE_CODE_MAX + 1], int64_t *games)
{
    (void)context, (void)games;
    code[0] = 'A';
    code[1] = '\0';
}

static void tell(void *context, const struct repair_table *table)
{
    (void)context;
    CHECK(table->id > 0 && table->kept != 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    char path[OWN_PATH_MAX], buffer[STORE_WHY_MAX];
    struct text why;
    int64_t last;
    struct store_repair repair = {.from = path,
                                  .check_only = true,
                                  .context = &last,
                                  .begin = begin,
                                  .event = take,
                                  .describe = describe,
                                  .tell = tell};
    struct store_repaired repaired;
    text_init(&why, buffer, sizeof buffer);
    own_open();
    own_path("data", path);
    own_write("data", bytes, size);
    enum store_status status = store_repair(&repair, &repaired, &why);
    CHECK(status == STORE_OK || status == STORE_FOREIGN);
    return 0;
}
