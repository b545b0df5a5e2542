/* SPDX-License-Identifier: MIT */
/*
 * A box file from outside, and the same bytes as a file of the state folder. Whatever they are, the
 * file is divided into games, and each game into its record and its tags; put together again they
 * say the same. A record that is accepted is listed with the result that it has when it is played.
 */
#define _DEFAULT_SOURCE
#include <string.h>

#include "client/tally.h"
#include "folder.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum { INPUT_MAX = 1 << 14, ROOM = 2 * INPUT_MAX + 2 * BOXED_TAGS_MAX };

static const int64_t NOW = INT64_C(1800000000000);

static void check_same(const struct boxed_tags *one, const struct boxed_tags *other)
{
    CHECK(one->at == other->at && one->mine == other->mine && one->star == other->star);
    CHECK(one->judged == other->judged);
    CHECK(!one->judged ||
          (one->found.luck == other->found.luck && one->found.others == other->found.others &&
           one->found.slips == other->found.slips && one->found.choices == other->found.choices));
}

static void check_outcome(const struct boxed *boxed, const struct record *record)
{
    struct outcome outcome;
    record_outcome(record, &outcome);
    CHECK(boxed->ending == record->ending && boxed->game == record->game);
    for (int seat = 0; seat < boxed->seats; seat++)
        CHECK(boxed->place[seat] == outcome.place[seat]);
}

static void check_one(const char *bytes, size_t size)
{
    static char first[ROOM], joined[ROOM], second[ROOM];
    static struct record record, played;
    static struct boxed boxed;
    struct boxed_tags tags, again;
    struct text one, both, other;
    text_init(&one, first, sizeof first);
    boxed_split(bytes, size, NOW, &one, &tags);
    CHECK(!one.overflow && tags.at > 0 && tags.at <= NOW);
    text_init(&both, joined, sizeof joined);
    boxed_join(&both, one.bytes, one.size, &tags);
    CHECK(!both.overflow && both.size <= one.size + BOXED_TAGS_MAX);
    text_init(&other, second, sizeof second);
    boxed_split(both.bytes, both.size, NOW, &other, &again);
    CHECK(other.size == one.size && memcmp(first, second, one.size) == 0);
    check_same(&tags, &again);
    boxed.tags = tags;
    if (boxed_check(&played, one.bytes, one.size) != NULL)
        return;
    if (boxed_read(&boxed, &record, one.bytes, one.size) == NULL)
        check_outcome(&boxed, &played);
}

static void check_file(const char *bytes, size_t size)
{
    const char *at = bytes, *end = bytes + size, *one, *before = bytes;
    size_t part;
    while (boxed_next(&at, end, &one, &part)) {
        CHECK(one >= before && part > 0 && one + part <= end && at == one + part);
        check_one(one, part);
        before = at;
    }
}

/* Somebody has put anything into the folder. */
static void check_folder(const uint8_t *bytes, size_t size)
{
    struct game_box box;
    struct tally tally;
    char id[BOXED_ID_MAX], name[OWN_PATH_MAX], path[OWN_PATH_MAX];
    struct text text;
    own_open();
    boxed_name((const char *)bytes, size, id);
    box_delete(id); /* makes the folder */
    text_init(&text, name, sizeof name);
    text_string(&text, "box/");
    text_string(&text, id);
    text_string(&text, ".kufsa");
    own_write(name, bytes, size);
    box_open(&box);
    CHECK(box.count + box.unread == (size > 0));
    tally_count(&tally, &box, &(struct tally_filter){.star = false});
    CHECK(tally.games == box.count && tally.results[BOXED_NONE] <= box.count);
    tally_free(&tally);
    box_free(&box);
    own_path(name, path);
    CHECK(unlink(path) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    if (size > INPUT_MAX)
        return 0;
    check_file((const char *)bytes, size);
    check_folder(bytes, size);
    return 0;
}
