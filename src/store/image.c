/* SPDX-License-Identifier: MIT */
/* A file and its log as pages. */
#define _DEFAULT_SOURCE
#include "store/image.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { HEADER = 100, PAGE_MIN = 512, TRUNK_HEAD = 8 };

static uint32_t big32(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

/* ---- bytes ---- */

static bool read_bytes(struct image *image, int file, int64_t offset, uint8_t *out, size_t size)
{
    memset(out, 0, size);
    if (file < 0 && image->bytes) {
        if (offset < image->size)
            memcpy(out, image->bytes + offset,
                   (size_t)(image->size - offset) < size ? (size_t)(image->size - offset) : size);
        return offset < image->size;
    }
    size_t done = 0;
    while (done < size) {
        ssize_t count = pread(file, out + done, size - done, offset + (int64_t)done);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0) {
            image->unreadable++;
            return false;
        }
        if (count == 0)
            break;
        done += (size_t)count;
    }
    return done > 0;
}

bool image_file_page(struct image *image, uint32_t number, uint8_t *out)
{
    int64_t offset = ((int64_t)number - 1) * image->page_size;
    return number >= 1 && number <= image->file_pages &&
           read_bytes(image, image->file, offset, out, image->page_size);
}

bool image_frame_page(struct image *image, uint32_t frame, uint8_t *out)
{
    return frame < image->log.count &&
           read_bytes(image, image->log.file, image->log.frames[frame].offset, out,
                      image->page_size);
}

bool image_page(struct image *image, uint32_t number, uint8_t *out)
{
    if (number < 1 || number > image->pages)
        return false;
    uint32_t frame = image->frames[number];
    return frame > 0 ? image_frame_page(image, frame - 1, out)
                     : image_file_page(image, number, out);
}

/* ---- opening ---- */

/* Bytes 16 to 23 are the same in every file that this program makes (but 18 and 19, which say
 * whether there is a log). */
static void read_header(struct image *image)
{
    static const uint8_t constants[] = {0x10, 0x00, 0, 0, 0, 64, 32, 32};
    uint8_t header[HEADER];
    if (!read_bytes(image, image->file, 0, header, sizeof header))
        return;
    uint32_t size = (uint32_t)header[16] << 8 | header[17];
    size = size == 1 ? PAGE_SIZE_MAX : size;
    bool magic = memcmp(header, "SQLite format 3", 16) == 0;
    if (magic && size >= PAGE_MIN && (size & (size - 1)) == 0)
        image->page_size = size;
    image->version_damaged = !magic || memcmp(header + 20, constants + 4, 4) != 0;
    if (big32(header + 24) == big32(header + 92))
        image->told_pages = big32(header + 28);
}

/* The last sound frame of each page counts. */
static bool map_pages(struct image *image)
{
    const struct log *log = &image->log;
    if (log->count > 0 && log->page_size == image->page_size && log->pages > 0)
        image->pages = log->pages > image->file_pages ? log->pages : image->file_pages;
    else
        image->pages = image->file_pages;
    image->frames = calloc((size_t)image->pages + 1, sizeof *image->frames);
    image->free = calloc((size_t)image->pages + 1, 1);
    image->payload = malloc(PAYLOAD_MAX);
    if (!image->frames || !image->free || !image->payload)
        return false;
    for (uint32_t i = 0; i < log->count && log->page_size == image->page_size; i++)
        if (log->frames[i].sound && log->frames[i].page >= 1 && log->frames[i].page <= image->pages)
            image->frames[log->frames[i].page] = i + 1;
    return true;
}

/* Pages on the list of free ones hold rows that were deleted. A list that is broken counts for
 * nothing. */
static void mark_free(struct image *image)
{
    uint8_t page[PAGE_SIZE_MAX];
    if (!image_page(image, 1, page))
        return;
    uint32_t trunk = big32(page + 32), wanted = big32(page + 36), found = 0;
    bool sound = true;
    while (trunk != 0 && sound) {
        sound = trunk <= image->pages && !image->free[trunk] && image_page(image, trunk, page);
        uint32_t leaves = sound ? big32(page + 4) : 0;
        sound = sound && leaves <= (image->page_size - TRUNK_HEAD) / 4;
        if (!sound)
            break;
        image->free[trunk] = 1;
        found += 1 + leaves;
        for (uint32_t i = 0; i < leaves && sound; i++) {
            uint32_t leaf = big32(page + TRUNK_HEAD + 4 * (size_t)i);
            sound = leaf >= 2 && leaf <= image->pages && !image->free[leaf];
            if (sound)
                image->free[leaf] = 1;
        }
        trunk = big32(page);
    }
    if (!sound || found != wanted)
        memset(image->free, 0, (size_t)image->pages + 1);
}

static bool begin(struct image *image)
{
    image->page_size = IMAGE_PAGE;
    read_header(image);
    if (image->size > (int64_t)UINT32_MAX * image->page_size)
        return false;
    image->file_pages = (uint32_t)((image->size + image->page_size - 1) / image->page_size);
    if (!map_pages(image))
        return false;
    mark_free(image);
    image->unreadable = 0;
    return true;
}

bool image_memory(struct image *image, const uint8_t *bytes, size_t size)
{
    *image = (struct image){.file = -1, .bytes = bytes, .size = (int64_t)size, .log = {.file = -1}};
    return begin(image);
}

enum store_status image_open(struct image *image, const char *path, struct text *why)
{
    struct stat status;
    *image = (struct image){.file = open(path, O_RDONLY | O_CLOEXEC), .log = {.file = -1}};
    if (image->file < 0 || fstat(image->file, &status) != 0 || !S_ISREG(status.st_mode)) {
        int error = image->file < 0 ? errno : EISDIR;
        text_string(why, path);
        text_string(why, ": ");
        text_string(why, strerror(error));
        image_close(image);
        return error == ENOENT ? STORE_ABSENT : STORE_IO;
    }
    image->size = status.st_size;
    enum store_status opened = log_open(&image->log, path, why);
    if (opened == STORE_OK && !begin(image))
        opened = STORE_NO_MEMORY;
    if (opened != STORE_OK)
        image_close(image);
    return opened;
}

void image_close(struct image *image)
{
    if (image->file >= 0)
        close(image->file);
    log_close(&image->log);
    free(image->frames);
    free(image->free);
    free(image->payload);
    *image = (struct image){.file = -1, .log = {.file = -1}};
}
