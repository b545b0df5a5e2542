/* SPDX-License-Identifier: MIT */
/*
 * Everything that base and rules may use of a C library. The test "freestanding" links all of both
 * against this file and nothing else; one more symbol and the link fails.
 */
#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int byte, size_t size);
int memcmp(const void *left, const void *right, size_t size);
int bcmp(const void *left, const void *right, size_t size);

void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
    unsigned char *out = to;
    const unsigned char *in = from;
    while (size-- > 0)
        *out++ = *in++;
    return to;
}

void *memmove(void *to, const void *from, size_t size)
{
    unsigned char *out = to;
    const unsigned char *in = from;
    if (out < in)
        return memcpy(to, from, size);
    while (size-- > 0)
        out[size] = in[size];
    return to;
}

void *memset(void *to, int byte, size_t size)
{
    unsigned char *out = to;
    while (size-- > 0)
        *out++ = (unsigned char)byte;
    return to;
}

int memcmp(const void *left, const void *right, size_t size)
{
    const unsigned char *a = left;
    const unsigned char *b = right;
    for (; size > 0; size--, a++, b++)
        if (*a != *b)
            return *a < *b ? -1 : 1;
    return 0;
}

/* Nobody calls it: it is what clang makes of a memcmp that only asks whether bytes are equal. */
int bcmp(const void *left, const void *right, size_t size)
{
    return memcmp(left, right, size);
}
