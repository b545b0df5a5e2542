/* SPDX-License-Identifier: MIT */
/* Where a server keeps things unless told otherwise: XDG_DATA_HOME/kufsa, or ~/.local/share/kufsa.
 */
#ifndef KUFSA_CMD_DATA_PATH_H
#define KUFSA_CMD_DATA_PATH_H

#include "cmd/arguments.h"
#include "server/certify.h"

enum { DATA_PATH_MAX = 4096 };

/* The path of a file or folder in there. These return false after reporting the error. */
bool data_path(const struct arguments *, const char *name, char out[DATA_PATH_MAX]);

/* The folder of the house's authority. */
bool certify_folder(const struct arguments *, char out[DATA_PATH_MAX]);

/* Always false: reports why there is no certificate. */
bool certify_complain(const struct arguments *, enum certify_status);

#endif
