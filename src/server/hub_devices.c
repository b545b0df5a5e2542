/* SPDX-License-Identifier: MIT */
/*
 * A guest's devices: which they are, and what happens to them when the guest's token is replaced.
 *
 *     hello with `become`, or the command `signout` ─▶ a table's event ─▶ hub_sign_out: members
 *     who came with the old token become onlookers and are sent `moved`
 *
 * A member belongs to its guest as long as the guest's row has the token that the member showed;
 * `pass` says whether it does.
 */
#include <string.h>

#include "server/hub_parts.h"

static const char *const names[] = {
    [DEVICE_PROGRAM] = "program",
    [DEVICE_PAGE] = "page",
    [DEVICE_TERMINAL] = "terminal",
};

enum device_kind device_read(const struct json *json)
{
    int kind = DEVICE_PROGRAM;
    json_get_name(json, 0, "device", names, sizeof names / sizeof *names, &kind);
    return (enum device_kind)kind;
}

void hub_be_guest(struct member *member, int guest)
{
    const struct guest *row = guest == NO_GUEST ? NULL : &member->table->table->guests[guest];
    member->guest = (int8_t)guest;
    member->pass = row ? row->token_v : 0;
    if (row)
        memcpy(member->hash, row->hash, SHA256_SIZE);
}

/* ---- which they are ---- */

int hub_count_devices(const struct hub_table *entry, int guest)
{
    int count = 0;
    for (const struct member *member = entry->members; member; member = member->next)
        count += member->guest == guest;
    return count;
}

void hub_tell_device(struct hub *hub, struct member *reader)
{
    struct hub_note note;
    struct json_out *out = &note.out;
    hub_note(&note, "devices");
    json_put_open(out, "devices", '[');
    for (const struct member *member = reader->table->members; member; member = member->next) {
        if (member->guest != reader->guest)
            continue;
        json_out_open(out, '{');
        json_put_string(&note.out, "kind", names[member->device]);
        json_put_integer(&note.out, "since", member->since);
        if (member == reader) {
            json_put_bool(out, "this", true);
        }
        json_out_close(out, '}');
    }
    json_out_close(out, ']');
    hub_note_post(hub, &note, reader, reader->table->ticket);
}

void hub_tell_devices(struct hub *hub, const struct hub_table *entry, int guest)
{
    for (struct member *member = entry->members; member; member = member->next)
        if (member->guest == guest)
            hub_tell_device(hub, member);
}

void hub_tell_peek(struct hub *hub, const struct hub_table *entry, struct member *member, int guest)
{
    const struct table *table = entry->table;
    int seat = table_viewer(table, guest);
    struct hub_note note;
    hub_note(&note, "peek");
    json_put_integer(&note.out, "table", entry->id);
    json_put_string(&note.out, "code", table->code);
    if (seat >= 0) {
        json_put_integer(&note.out, "seat", seat);
        json_put_string(&note.out, "name", table->seat[seat].name);
    }
    hub_note_post(hub, &note, member, entry->ticket);
}

/* ---- signed out ---- */

void hub_tell_moved(struct hub *hub, struct member *member)
{
    struct hub_note note;
    hub_note(&note, "moved");
    hub_note_post(hub, &note, member, member->table->ticket);
}

static void sign_out(struct hub *hub, struct member *member, int64_t now)
{
    struct hub_table *entry = member->table;
    int guest = member->guest;
    member->guest = NO_GUEST;
    member->signed_out = true;
    hub_enter(hub, entry, NULL);
    table_guest_here(entry->table, &hub->workspace, guest, false, now + entry->ahead);
    hub_tell_moved(hub, member);
    hub_show(hub, member, 0, now);
}

bool hub_sign_out(struct hub *hub, struct member *member, int64_t now)
{
    bool any = false;
    if (member->guest == NO_GUEST)
        return false;
    hub_be_guest(member, member->guest);
    for (struct member *other = member->table->members; other; other = other->next) {
        if (other->guest != member->guest || other->pass == member->pass)
            continue;
        sign_out(hub, other, now);
        any = true;
    }
    return any;
}
