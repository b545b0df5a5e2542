/* SPDX-License-Identifier: MIT */
/* SQLite's file mappings, without surprises. */
#ifndef KUFSA_STORE_MAP_H
#define KUFSA_STORE_MAP_H

/* From now on what SQLite maps has space on its disk, or the mapping fails with ENOSPC. The
 * index of a log is a mapped file in which SQLite first writes a byte in every 4 KiB: if blocks
 * are smaller, the rest is holes, and writing to a hole on a full disk kills the process with
 * SIGBUS. */
void map_guard(void);

#endif
