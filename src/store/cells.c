/* SPDX-License-Identifier: MIT */
/*
 * Rows from the bytes of a page; the format is in SQLite's documentation (fileformat2). Every
 * number is checked against what is there before it is used.
 *
 *     page:  kind, …, cells (2 bytes), …   pointers to cells →            ← cells
 *     cell:  [left child] size of the payload, [rowid], payload, [page on which it goes on]
 *     payload:  size of the head, a type for each value, the values
 */
#include <string.h>

#include "store/image.h"

enum {
    HEADER = 100, /* of the file, on the first page */
    INDEX_INNER = 2,
    INDEX_LEAF = 10,
    TABLE_LEAF = 13,
    POINTERS_LEAF = 8, /* where they begin */
    POINTERS_INNER = 12,
    CELL_MIN = 4,
};

struct bytes {
    const uint8_t *at, *end;
};

/* SQLite's: seven bits a byte, the ninth has eight. */
static bool take_varint(struct bytes *bytes, uint64_t *out)
{
    uint64_t value = 0;
    for (int i = 0; i < 9; i++) {
        if (bytes->at >= bytes->end)
            return false;
        uint8_t byte = *bytes->at++;
        if (i == 8) {
            *out = value << 8 | byte;
            return true;
        }
        value = value << 7 | (byte & 0x7f);
        if (byte < 0x80) {
            *out = value;
            return true;
        }
    }
    return false;
}

/* ---- a payload's values ---- */

static bool take_number(struct bytes *values, size_t size, struct value *out)
{
    if ((size_t)(values->end - values->at) < size)
        return false;
    uint64_t number = size > 0 && values->at[0] >= 0x80 ? UINT64_MAX : 0;
    for (size_t i = 0; i < size; i++)
        number = number << 8 | *values->at++;
    *out = (struct value){.kind = VALUE_NUMBER, .number = (int64_t)number};
    return true;
}

static bool take_value(struct bytes *values, uint64_t type, struct value *out)
{
    static const uint8_t sizes[] = {0, 1, 2, 3, 4, 6, 8};
    *out = (struct value){.kind = VALUE_NULL};
    if (type == 0)
        return true;
    if (type <= 6)
        return take_number(values, sizes[type], out);
    if (type == 8 || type == 9) {
        *out = (struct value){.kind = VALUE_NUMBER, .number = type == 9};
        return true;
    }
    if (type < 12) /* a fraction, or nothing that this program writes */
        return false;
    uint64_t size = (type - 12) / 2;
    if (size > (uint64_t)(values->end - values->at))
        return false;
    *out = (struct value){.kind = type % 2 == 0 ? VALUE_BYTES : VALUE_TEXT,
                          .bytes = values->at,
                          .size = (size_t)size};
    values->at += size;
    return true;
}

/* Exactly as many bytes as the head says, or it is no row. */
static bool read_payload(const uint8_t *bytes, size_t size, struct cell *cell)
{
    struct bytes head = {bytes, bytes + size}, values;
    uint64_t head_size, type;
    if (!take_varint(&head, &head_size) || head_size > size)
        return false;
    head.end = values.at = bytes + head_size;
    values.end = bytes + size;
    cell->count = 0;
    while (head.at < head.end) {
        if (cell->count == ROW_MAX || !take_varint(&head, &type) ||
            !take_value(&values, type, &cell->values[cell->count++]))
            return false;
    }
    return values.at == values.end && cell->count > 0;
}

/* Could a payload of this size begin like that? Asked before its other pages are fetched. */
static bool is_plausible(const uint8_t *bytes, size_t local, size_t size)
{
    struct bytes head = {bytes, bytes + local};
    uint64_t head_size, type, sum = 0;
    int count = 0;
    if (!take_varint(&head, &head_size) || head_size > local)
        return false;
    head.end = bytes + head_size;
    while (head.at < head.end && count < ROW_MAX && take_varint(&head, &type)) {
        sum += type >= 12 ? (type - 12) / 2 : 0;
        count++;
    }
    return head.at == head.end && sum <= size - head_size && sum + 8 * ROW_MAX >= size - head_size;
}

/* ---- a cell ---- */

/* How much of a payload lies in the cell itself. */
static size_t local_size(uint32_t usable, bool index, uint64_t size)
{
    uint32_t max = index ? (usable - 12) * 64 / 255 - 23 : usable - 35;
    uint32_t min = (usable - 12) * 32 / 255 - 23;
    if (size <= max)
        return (size_t)size;
    uint64_t some = min + (size - min) % (usable - 4);
    return some <= max ? (size_t)some : min;
}

/* The rest of a payload, page after page. */
static bool follow(struct image *image, uint32_t page, size_t done, size_t size)
{
    static _Thread_local uint8_t buffer[PAGE_SIZE_MAX];
    while (done < size) {
        if (page < 2 || !image_page(image, page, buffer))
            return false;
        size_t part = size - done < image->page_size - 4 ? size - done : image->page_size - 4;
        memcpy(image->payload + done, buffer + 4, part);
        done += part;
        page = (uint32_t)buffer[0] << 24 | (uint32_t)buffer[1] << 16 | (uint32_t)buffer[2] << 8 |
               buffer[3];
    }
    return true;
}

static bool read_cell(struct image *image, const uint8_t *page, size_t at, int kind,
                      struct cell *cell)
{
    struct bytes bytes = {page + at, page + image->page_size};
    uint64_t size, rowid = 0;
    cell->index = kind != TABLE_LEAF;
    cell->tried = false;
    if (kind == INDEX_INNER && (size_t)(bytes.end - bytes.at) < 4)
        return false;
    bytes.at += kind == INDEX_INNER ? 4 : 0;
    if (!take_varint(&bytes, &size) || size == 0 || size > PAYLOAD_MAX ||
        (!cell->index && !take_varint(&bytes, &rowid)))
        return false;
    size_t local = local_size(image->page_size, cell->index, size);
    if ((size_t)(bytes.end - bytes.at) < local + (local < size ? 4 : 0))
        return false;
    cell->rowid = (int64_t)rowid;
    if (local == size)
        return read_payload(bytes.at, local, cell);
    if (!is_plausible(bytes.at, local, (size_t)size))
        return false;
    memcpy(image->payload, bytes.at, local);
    bytes.at += local;
    uint32_t next = (uint32_t)bytes.at[0] << 24 | (uint32_t)bytes.at[1] << 16 |
                    (uint32_t)bytes.at[2] << 8 | bytes.at[3];
    return follow(image, next, local, (size_t)size) && read_payload(image->payload, size, cell);
}

/* ---- a page ---- */

/* Its cells by their pointers; false if it has none that could be: then it is broken. */
static bool listed_cells(struct image *image, const uint8_t *page, size_t head, int kind,
                         image_each_cell *each, void *context)
{
    struct cell cell;
    size_t count = (size_t)page[head + 3] << 8 | page[head + 4];
    size_t pointers = head + (kind == INDEX_INNER ? POINTERS_INNER : POINTERS_LEAF);
    bool all = pointers + 2 * count <= image->page_size;
    for (size_t i = 0; i < count && all; i++) {
        size_t at = (size_t)page[pointers + 2 * i] << 8 | page[pointers + 2 * i + 1];
        all = at >= pointers + 2 * count && at + CELL_MIN <= image->page_size;
    }
    if (!all)
        return false;
    for (size_t i = 0; i < count; i++) {
        size_t at = (size_t)page[pointers + 2 * i] << 8 | page[pointers + 2 * i + 1];
        if (read_cell(image, page, at, kind, &cell))
            each(context, &cell);
        else
            all = false;
    }
    return all;
}

/* Every byte might be the first of a cell. */
static void tried_cells(struct image *image, const uint8_t *page, image_each_cell *each,
                        void *context)
{
    static const int kinds[] = {TABLE_LEAF, INDEX_LEAF};
    struct cell cell;
    for (size_t at = 0; at + CELL_MIN <= image->page_size; at++)
        for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
            if (page[at] != 0 && read_cell(image, page, at, kinds[i], &cell) && cell.count > 1) {
                cell.tried = true;
                each(context, &cell);
            }
}

void image_cells(struct image *image, const uint8_t *page, bool first, image_each_cell *each,
                 void *context)
{
    size_t head = first ? HEADER : 0;
    int kind = page[head];
    bool known = kind == TABLE_LEAF || kind == INDEX_LEAF || kind == INDEX_INNER;
    /* What is of another kind has no rows, or once had: the byte may be damaged too. */
    if (!known || !listed_cells(image, page, head, kind, each, context))
        tried_cells(image, page, each, context);
}
