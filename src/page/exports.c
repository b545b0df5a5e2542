/* SPDX-License-Identifier: MIT */
/* The module's exports: the request goes into one buffer, the answer is in another. */
#include "page/page.h"

#ifdef __wasm__
#define EXPORT(name) __attribute__((export_name(name)))
#else
#define EXPORT(name)
#endif

static struct page page;
static char request[PAGE_IN_MAX];

EXPORT("in_buffer") char *page_in_buffer(void)
{
    return request;
}

EXPORT("out_buffer") const char *page_out_buffer(void)
{
    return page.out_bytes;
}

EXPORT("ask") int page_ask_buffer(int size)
{
    page_ask(&page, request, size < 0 ? PAGE_IN_MAX + (size_t)1 : (size_t)size);
    return (int)page.out.size;
}
