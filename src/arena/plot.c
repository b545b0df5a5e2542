/* SPDX-License-Identifier: MIT */
/* The strengths of players with their intervals, as an SVG picture. */
#include <math.h>

#include "arena/arena.h"

enum {
    WIDTH = 720,
    LEFT_MIN = 120, /* where the axis begins, behind the names */
    LEFT_MAX = 420,
    NAME_STEP = 8, /* the width of the widest letter */
    RIGHT = 70,
    TOP = 56,
    ROW = 30,
    BOTTOM = 48,
    TICKS_MAX = 8,
};

struct axis {
    double low, high, tick;
    int left;
};

/* Round numbers, at most TICKS_MAX of them, around all intervals. */
static struct axis axis_of(const struct ratings *r, int left)
{
    static const double steps[] = {1, 2, 2.5, 5};
    struct axis axis = {INFINITY, -INFINITY, 1, 0};
    for (int i = 0; i < r->players; i++) {
        axis.low = fmin(axis.low, r->elo[i] - r->half[i]);
        axis.high = fmax(axis.high, r->elo[i] + r->half[i]);
    }
    for (int i = 0, power = 1; (axis.high - axis.low) / axis.tick > TICKS_MAX; i++) {
        power += i > 0 && i % 4 == 0;
        axis.tick = steps[i % 4] * pow(10, power);
    }
    axis.left = left;
    axis.low = floor(axis.low / axis.tick) * axis.tick;
    axis.high = ceil(axis.high / axis.tick) * axis.tick;
    return axis;
}

static int left_of(const struct ratings *r, const struct contestant *players)
{
    size_t longest = 0;
    for (int i = 0; i < r->players; i++) {
        size_t size = string_size(players[i].name);
        longest = size > longest ? size : longest;
    }
    int left = 32 + NAME_STEP * (int)longest;
    return left < LEFT_MIN ? LEFT_MIN : left < LEFT_MAX ? left : LEFT_MAX;
}

static double place(const struct axis *axis, double elo)
{
    double span = fmax(axis->high - axis->low, 1);
    return axis->left + (WIDTH - axis->left - RIGHT) * (elo - axis->low) / span;
}

/* Text from outside: names have no control characters, but may have these. */
static void write_text(FILE *file, const char *text)
{
    for (; *text != '\0'; text++)
        switch (*text) {
        case '<': fputs("&lt;", file); break;
        case '>': fputs("&gt;", file); break;
        case '&': fputs("&amp;", file); break;
        default: fputc(*text, file);
        }
}

static void write_axis(const struct axis *axis, int bottom, FILE *file)
{
    int ticks = (int)lround((axis->high - axis->low) / axis->tick);
    for (int i = 0; i <= ticks; i++) {
        double tick = axis->low + i * axis->tick, x = place(axis, tick);
        fprintf(file, "<path class=\"grid\" d=\"M%.1f %d V%d\"/>\n", x, TOP - 12, bottom);
        fprintf(file, "<text class=\"tick\" x=\"%.1f\" y=\"%d\">%.0f</text>\n", x, bottom + 18,
                tick);
    }
}

static void write_player(const struct ratings *r, const struct contestant *players, int player,
                         const struct axis *axis, int y, FILE *file)
{
    double low = place(axis, r->elo[player] - r->half[player]);
    double high = place(axis, r->elo[player] + r->half[player]);
    fprintf(file, "<text class=\"name\" x=\"%d\" y=\"%d\">", axis->left - 16, y + 5);
    write_text(file, players[player].name);
    fprintf(file, "</text>\n<path class=\"bar\" d=\"M%.1f %d H%.1f M%.1f %d v10 M%.1f %d v10\"/>\n",
            low, y, high, low, y - 5, high, y - 5);
    fprintf(file, "<circle cx=\"%.1f\" cy=\"%d\" r=\"5\"/>\n", place(axis, r->elo[player]), y);
    fprintf(file, "<text class=\"elo\" x=\"%.1f\" y=\"%d\">%+.0f ± %.0f</text>\n",
            place(axis, r->elo[player]), y - 9, r->elo[player], r->half[player]);
}

/* The strongest player that comes after this one; players of equal strength by number. */
static int next_after(const struct ratings *r, int player)
{
    int found = -1;
    for (int i = 0; i < r->players; i++) {
        bool after =
            player < 0 || r->elo[i] < r->elo[player] || (r->elo[i] == r->elo[player] && i > player);
        if (after && (found < 0 || r->elo[i] > r->elo[found]))
            found = i;
    }
    return found;
}

bool plot_write(const struct ratings *r, const struct contestant *players, const char *title,
                FILE *file)
{
    struct axis axis = axis_of(r, left_of(r, players));
    int bottom = TOP + ROW * r->players, height = bottom + BOTTOM, y = TOP + ROW / 2;
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
            "width=\"%d\" height=\"%d\" role=\"img\">\n",
            WIDTH, height, WIDTH, height);
    fputs("<style>text{font:13px sans-serif;fill:#222}.name,.elo,.tick{text-anchor:middle}"
          ".name{text-anchor:end}.elo{font-size:10px}.tick{font-size:11px;fill:#666}"
          ".title{font-size:16px;font-weight:bold}.grid{stroke:#ddd}"
          ".bar{stroke:#1f6f8b;stroke-width:2;fill:none}circle{fill:#1f6f8b}</style>\n"
          "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
          "<text class=\"title\" x=\"16\" y=\"28\">",
          file);
    write_text(file, title);
    fputs(" · Elo ± 95 %</text>\n", file);
    write_axis(&axis, bottom, file);
    for (int i = next_after(r, -1); i >= 0; i = next_after(r, i), y += ROW)
        write_player(r, players, i, &axis, y, file);
    fputs("</svg>\n", file);
    return ferror(file) == 0;
}
