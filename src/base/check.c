/* SPDX-License-Identifier: MIT */
/* What happens when a CHECK fails: call the report function, if there is one, then trap. */
#include "base/check.h"

#include <stddef.h>

void (*check_report)(const char *file, int line, const char *text);

_Noreturn void check_failed(const char *file, int line, const char *text)
{
    void (*report)(const char *, int, const char *) = check_report;
    check_report = NULL; /* a CHECK that fails inside the report traps at once */
    if (report)
        report(file, line, text);
    __builtin_trap();
}
