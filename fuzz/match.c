/* SPDX-License-Identifier: MIT */
/* Any commands to a match: tests/match_drive.h says what must hold. */
#include "match_drive.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static struct drive drive;

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    if (size <= DRIVE_PLIES_MAX)
        drive_run(&drive, bytes, size);
    return 0;
}
