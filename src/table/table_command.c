/* SPDX-License-Identifier: MIT */
/*
 * Commands of guests: an event or a refusal comes out. Permissions are checked here; whether the
 * event is possible is checked when it is applied.
 */
#include "table/order.h"
#include "table/table_parts.h"

/* ---- what depends on the table ---- */

/* Finds the person to send away. A bot just leaves its seat. */
static const char *find_person(const struct table *table, struct table_event *event)
{
    const struct table_seat *row = &table->seat[event->seat];
    if (row->kind != SEAT_PERSON && event->kind == TABLE_BLOCK)
        return "table.block.bot";
    if (row->kind != SEAT_PERSON)
        event->kind = TABLE_STAND;
    else
        memcpy(event->rest, row->name, sizeof row->name);
    return NULL;
}

/* A move is kept and told in one spelling, however it was sent. */
static void spell(const struct table *table, struct table_event *event)
{
    char one_way[EVENT_REST_MAX];
    const char *text = game_respell(table->game, event->rest, one_way, sizeof one_way);
    memmove(event->rest, text, string_size(text) + 1);
}

/* Adds what the sender does not say; the seat is already set. */
static const char *complete(const struct table *table, struct table_event *event)
{
    if (event->kind == TABLE_MOVE)
        spell(table, event);
    if (event->kind == TABLE_UNWAIT)
        event->number[0] = INT64_C(1) << event->guest;
    if (event->kind == TABLE_SIT || event->kind == TABLE_TOKEN || event->kind == TABLE_WAIT)
        event->number[0] = event->guest;
    if (event->kind == TABLE_REMOVE || event->kind == TABLE_BLOCK)
        return find_person(table, event);
    return NULL;
}

/* ---- who may ---- */

static bool is_gone(const struct table *table, int seat)
{
    int guest = table->seat[seat].guest;
    return guest == NO_GUEST || table->guests[guest].here == 0;
}

/* The seat the command is about: one's own, or for some commands the one it names. */
static const char *choose_seat(const struct table *table, const struct order *order,
                               struct table_event *event)
{
    int own = table->guests[event->guest].seat;
    bool host = table_leads(table, event->guest);
    event->seat = own;
    switch (order->who) {
    case WHO_SEATED: return own == NO_SEAT ? "table.who.seated" : NULL;
    case WHO_ANYBODY: break;
    case WHO_GUEST: return NULL;
    case WHO_HOST:
        if (!host)
            return "table.who.host";
        if (table_event_fields(event->kind)[0] != 's')
            return NULL;
        break;
    case WHO_ABOUT:
        if (!host && own == NO_SEAT)
            return "table.who.seated";
        break;
    }
    event->seat = order->event.seat;
    return event->seat != NO_SEAT && event->seat < table->seats ? NULL : "table.command.seat";
}

/* Bots do not answer offers. */
static const char *check_company(const struct table *table)
{
    bool people = match_people(&table->match) == (uint16_t)((1u << table->seats) - 1);
    return people ? NULL : "table.offer.bot";
}

const char *table_check_offer(const struct table *table, int seat)
{
    const char *reason = match_check_offer(&table->match, seat);
    return reason ? reason : check_company(table);
}

/* The host must wait for the others, and may not replace people who are here. */
static const char *check_manners(const struct table *table, struct table_event *event)
{
    int seat = event->seat;
    const struct table_seat *row = seat == NO_SEAT ? NULL : &table->seat[seat];
    bool others =
        row && row->kind == SEAT_PERSON && row->guest != event->guest && !is_gone(table, seat);
    if (others && event->kind == TABLE_BOT)
        return "table.who.here";
    if (event->kind == TABLE_TAKEOVER)
        return table_check_takeover(table, event);
    if (event->kind == TABLE_WITHOUT)
        return table_check_without(table, event);
    if (event->kind == TABLE_NUDGE)
        return table_check_nudge(table, event);
    if (event->kind == TABLE_START)
        for (int i = 0; i < table->seats; i++)
            if (table->seat[i].kind == SEAT_PERSON && !table->seat[i].ready &&
                !table_leads(table, table->seat[i].guest))
                return "table.start.unready";
    return event->kind == TABLE_OFFER ? check_company(table) : NULL;
}

/* ---- versions ---- */

/* A move names the position its player saw; a reaction names a window. */
static bool is_stale(const struct table *table, const struct order *order)
{
    if (order->kind != ORDER_MOVE)
        return false;
    if (order->window >= 0)
        return !table->window_open || order->window != table->windows;
    return order->base < 0 || order->base < table->position_v ||
           order->base > table->version; /* of another table, or of one no longer kept */
}

uint32_t table_done(const struct table *table, int guest, int64_t cid)
{
    const struct guest *who = guest == NO_GUEST ? NULL : &table->guests[guest];
    for (int i = 0; who && i < who->cid_count; i++)
        if (who->cids[i].cid == cid)
            return who->cids[i].version;
    return 0;
}

/* ---- commands ---- */

static const char *understand(const struct table *table, const struct order *order,
                              struct table_event *event)
{
    const char *reason = order->kind >= ORDER_LEGAL ? "table.command.unknown" : NULL;
    if (!reason)
        reason = choose_seat(table, order, event);
    if (!reason)
        reason = order->wrong;
    if (!reason)
        reason = complete(table, event);
    return reason ? reason : check_manners(table, event);
}

/* Lists some of the legal moves; there may be thousands. */
static void list_legal(const struct table *table, struct table_workspace *workspace,
                       const struct order *order, int guest)
{
    uint32_t cid = (uint32_t)order->cid;
    int seat = table_viewer(table, guest);
    if (table->phase != PHASE_PLAY || seat < 0 || !state_acts(&table->match.state.head, seat))
        table_answer_error(workspace, cid, "match.seat.turn");
    else
        table_answer_legal(table, workspace, cid, seat, (int)order->from);
}

/* Where players say it themselves, a move that is refused may count as a try: then that is what
 * happens. */
static const char *do_or_try(struct table *table, struct table_workspace *workspace,
                             struct table_event *event)
{
    struct table_event try = *event;
    const char *reason = table_do(table, workspace, event);
    if (!reason || event->kind != TABLE_MOVE || table->aloud == ALOUD_OFF)
        return reason;
    try.kind = TABLE_TRY;
    if (table_do(table, workspace, &try))
        return reason;
    *event = try;
    return NULL;
}

/* May those who wait get seats by this? */
static bool lets_in(const struct table *table, const struct table_event *event)
{
    enum table_event_kind kind = event->kind;
    switch (table->phase) {
    case PHASE_LOBBY:
        if (kind == TABLE_STAND || kind == TABLE_SEATS || kind == TABLE_REMOVE ||
            kind == TABLE_BLOCK)
            return true;
        break;
    case PHASE_OVER:
        if (kind == TABLE_REMATCH || kind == TABLE_WITHOUT)
            return true;
        break;
    case PHASE_PLAY: return false;
    }
    return kind == TABLE_GAME && game_find(event->word[0]) != NULL;
}

/* The answer is about the command's own event, and comes after everything that follows from it. */
static void do_and_answer(struct table *table, struct table_workspace *workspace,
                          struct table_event *event)
{
    if (lets_in(table, event))
        table_forget_waiting(table, workspace, event->time);
    const char *reason = do_or_try(table, workspace, event);
    uint32_t done = table->version;
    if (reason) {
        table_answer_error(workspace, event->cid, reason);
        return;
    }
    if (event->kind == TABLE_AGREE)
        table_follow_agree(table, workspace, event->time);
    table_follow_try(table, workspace, event);
    table_follow_rematch(table, workspace, event->time);
    table_answer_ok(workspace, event->cid, done);
}

static void obey(struct table *table, struct table_workspace *workspace, const struct order *order,
                 struct table_event *event)
{
    uint32_t before = table_done(table, event->guest, event->cid);
    const char *reason = before ? NULL : understand(table, order, event);
    if (before)
        table_answer_ok(workspace, event->cid, before);
    else if (reason)
        table_answer_error(workspace, event->cid, reason);
    else if (is_stale(table, order))
        table_answer_stale(table, workspace, event->cid);
    else
        do_and_answer(table, workspace, event);
}

void table_order(struct table *table, struct table_workspace *workspace, int guest,
                 const struct order *order, int64_t now)
{
    struct table_event event = order->event;
    table_tick(table, workspace, now);
    if (order->cid < 1 || order->cid > UINT32_MAX) {
        table_answer_error(workspace, 0, "table.command.broken");
        return;
    }
    event.time = now;
    event.guest = guest;
    event.cid = (uint32_t)order->cid;
    if (guest == NO_GUEST)
        table_answer_error(workspace, event.cid, "table.who.guest");
    else if (order->kind == ORDER_LEGAL)
        list_legal(table, workspace, order, guest);
    else
        obey(table, workspace, order, &event);
}

void table_command(struct table *table, struct table_workspace *workspace, int guest,
                   const char *json, size_t size, int64_t now)
{
    struct order order;
    order_parse(&order, json, size);
    table_order(table, workspace, guest, &order, now);
}
