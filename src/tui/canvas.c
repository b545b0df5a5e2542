/* SPDX-License-Identifier: MIT */
/*
 * Cells, looks and keys, on ncursesw. curses.h claims many names (`move` among them), so that no
 * other file includes it.
 */
#define _XOPEN_SOURCE 700
#define NCURSES_WIDECHAR 1
#define NCURSES_NOMACROS 1
#include "tui/canvas.h"

#include <curses.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/check.h"

enum { PAIRS_MAX = 64, ESCAPE_MS = 25, RICH = 256, POOR = 8, DEFAULT = -1 };

/* Ink and ground with 256 colours and with 8, and what is done without any. */
static const struct paint {
    short ink, ground, ink_poor, ground_poor;
    attr_t poor, plain; /* with 8 colours; without any */
} paints[LOOKS] = {
    [LOOK_PLAIN] = {DEFAULT, DEFAULT, DEFAULT, DEFAULT, A_NORMAL, A_NORMAL},
    [LOOK_FAINT] = {245, DEFAULT, DEFAULT, DEFAULT, A_DIM, A_DIM},
    [LOOK_STRONG] = {DEFAULT, DEFAULT, DEFAULT, DEFAULT, A_BOLD, A_BOLD},
    [LOOK_ACCENT] = {37, DEFAULT, COLOR_CYAN, DEFAULT, A_BOLD, A_BOLD},
    [LOOK_WARN] = {203, DEFAULT, COLOR_RED, DEFAULT, A_BOLD, A_BOLD},
    [LOOK_BAR] = {16, 180, COLOR_BLACK, COLOR_WHITE, A_NORMAL, A_REVERSE},
    [LOOK_KEY] = {37, DEFAULT, COLOR_CYAN, DEFAULT, A_BOLD, A_BOLD},
    [LOOK_RED] = {231, 160, COLOR_WHITE, COLOR_RED, A_BOLD, A_REVERSE},
    [LOOK_GREEN] = {231, 28, COLOR_BLACK, COLOR_GREEN, A_NORMAL, A_REVERSE},
    [LOOK_BLUE] = {231, 25, COLOR_WHITE, COLOR_BLUE, A_BOLD, A_REVERSE},
    [LOOK_YELLOW] = {16, 214, COLOR_BLACK, COLOR_YELLOW, A_NORMAL, A_REVERSE},
    [LOOK_WILD] = {231, 240, COLOR_BLACK, COLOR_CYAN, A_NORMAL, A_REVERSE},
    [LOOK_PAPER] = {16, 230, COLOR_BLACK, COLOR_WHITE, A_NORMAL, A_REVERSE},
    [LOOK_BACK] = {180, 94, COLOR_BLACK, COLOR_YELLOW, A_NORMAL, A_NORMAL},
    [LOOK_WHITE] = {16, 223, COLOR_BLACK, COLOR_WHITE, A_NORMAL, A_REVERSE},
    [LOOK_BLACK] = {230, 94, COLOR_BLACK, COLOR_YELLOW, A_NORMAL, A_NORMAL},
    [LOOK_BUTTON] = {231, 240, COLOR_BLACK, COLOR_CYAN, A_NORMAL, A_REVERSE},
};

static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGPIPE};

static struct {
    SCREEN *terminal;
    struct canvas_setup setup;
    int colours; /* 0, POOR or RICH */
    int pairs;
    struct {
        short ink, ground;
    } pair[PAIRS_MAX];
    FILE *errors; /* what is written to stderr meanwhile */
    int stderr_was;
    void (*report_was)(const char *file, int line, const char *text);
    struct sigaction actions_were[sizeof signals / sizeof *signals];
} canvas;

static volatile sig_atomic_t ended, stopped;

/* ---- coming and going ---- */

static void on_signal(int number)
{
    if (number == SIGTSTP)
        stopped = 1;
    else
        ended = 1;
}

static void catch_signals(void)
{
    struct sigaction action = {.sa_handler = on_signal};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        action.sa_handler = signals[i] == SIGPIPE ? SIG_IGN : on_signal;
        sigaction(signals[i], &action, &canvas.actions_were[i]);
    }
}

static void release_signals(void)
{
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        sigaction(signals[i], &canvas.actions_were[i], NULL);
}

/* Lines on stderr would tear the screen; they are kept until it is over. */
static void hold_errors(void)
{
    canvas.errors = tmpfile();
    canvas.stderr_was = canvas.errors ? dup(STDERR_FILENO) : -1;
    if (canvas.stderr_was >= 0)
        dup2(fileno(canvas.errors), STDERR_FILENO);
}

static void release_errors(void)
{
    char bytes[BUFSIZ];
    size_t size;
    if (canvas.stderr_was >= 0) {
        fflush(stderr);
        dup2(canvas.stderr_was, STDERR_FILENO);
        close(canvas.stderr_was);
        rewind(canvas.errors);
        while ((size = fread(bytes, 1, sizeof bytes, canvas.errors)) > 0)
            fwrite(bytes, 1, size, stderr);
    }
    if (canvas.errors)
        fclose(canvas.errors);
    canvas.errors = NULL;
    canvas.stderr_was = -1;
}

/* A CHECK that failed: first the terminal, then the word. */
static void report(const char *file, int line, const char *text)
{
    endwin();
    release_errors();
    if (canvas.report_was)
        canvas.report_was(file, line, text);
}

/* What the locale says of letters. One that is not set at all says nothing, and terminals of today
 * speak UTF-8; one that says otherwise is believed, unless Hebrew is wanted. */
static void choose_letters(void)
{
    const char *all = getenv("LC_ALL"), *ctype = getenv("LC_CTYPE"), *lang = getenv("LANG");
    bool said = (all && *all) || (ctype && *ctype) || (lang && *lang);
    bool known = setlocale(LC_CTYPE, "") && strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    if (known)
        return;
    if (said && !canvas.setup.rtl)
        canvas.setup.ascii = true;
    else if (!setlocale(LC_CTYPE, "C.UTF-8"))
        canvas.setup.ascii = true;
}

static void choose_colours(void)
{
    const char *refused = getenv("NO_COLOR");
    canvas.colours = canvas.pairs = 0;
    if ((refused && *refused) || !has_colors() || start_color() == ERR)
        return;
    use_default_colors();
    canvas.colours = COLORS >= RICH ? RICH : COLORS >= POOR ? POOR : 0;
}

static void choose_keys(void)
{
    cbreak();
    noecho();
    nonl();
    set_escdelay(ESCAPE_MS);
    intrflush(stdscr, FALSE);
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    meta(stdscr, TRUE);
    curs_set(0);
    mousemask(BUTTON1_PRESSED | BUTTON3_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
    mouseinterval(0);
}

/* Can it write anywhere at all? */
static bool has_cursor(void)
{
    static char name[] = "cup";
    const char *way = tigetstr(name);
    return way && (intptr_t)way != -1;
}

bool canvas_open(const struct canvas_setup *setup)
{
    canvas.setup = *setup;
    if (isatty(STDIN_FILENO) != 1 || isatty(STDOUT_FILENO) != 1 || !getenv("TERM"))
        return false;
    choose_letters();
    canvas.terminal = newterm(NULL, stdout, stdin);
    if (!canvas.terminal)
        return false;
    if (!has_cursor()) {
        endwin();
        delscreen(canvas.terminal);
        canvas.terminal = NULL;
        return false;
    }
    ended = stopped = 0;
    catch_signals();
    hold_errors();
    canvas.report_was = check_report;
    check_report = report;
    choose_colours();
    choose_keys();
    return true;
}

void canvas_close(void)
{
    if (!canvas.terminal)
        return;
    endwin();
    delscreen(canvas.terminal);
    canvas.terminal = NULL;
    check_report = canvas.report_was;
    release_errors();
    release_signals();
}

void canvas_suspend(void)
{
    stopped = 0;
    endwin();
    raise(SIGSTOP);
    refresh();
}

bool canvas_ended(void)
{
    return ended != 0;
}

int canvas_width(void)
{
    return COLS;
}

int canvas_height(void)
{
    return LINES;
}

bool canvas_ascii(void)
{
    return canvas.setup.ascii;
}

bool canvas_colours(void)
{
    return canvas.colours > 0;
}

bool canvas_rtl(void)
{
    return canvas.setup.rtl;
}

void canvas_clear(void)
{
    erase();
}

void canvas_show(void)
{
    refresh();
}

void canvas_redraw(void)
{
    clearok(curscr, TRUE);
}

void canvas_bell(void)
{
    beep();
}

/* ---- looks ---- */

static short pair_of(short ink, short ground)
{
    if (ink == DEFAULT && ground == DEFAULT)
        return 0;
    for (int i = 0; i < canvas.pairs; i++)
        if (canvas.pair[i].ink == ink && canvas.pair[i].ground == ground)
            return (short)(i + 1);
    if (canvas.pairs == PAIRS_MAX || canvas.pairs + 1 >= COLOR_PAIRS)
        return 0;
    canvas.pair[canvas.pairs].ink = ink;
    canvas.pair[canvas.pairs].ground = ground;
    init_pair((short)(canvas.pairs + 1), ink, ground);
    return (short)++canvas.pairs;
}

static attr_t paint_of(unsigned look, short *pair)
{
    const struct paint *paint = &paints[look % 0x100 < LOOKS ? look % 0x100 : LOOK_PLAIN];
    bool rich = canvas.colours == RICH;
    short ink = rich ? paint->ink : paint->ink_poor;
    short ground = rich ? paint->ground : paint->ground_poor;
    attr_t attributes = rich ? A_NORMAL : canvas.colours ? paint->poor : paint->plain;
    if (rich && (look % 0x100 == LOOK_STRONG || look % 0x100 == LOOK_KEY))
        attributes = A_BOLD;
    if (look & EDGE) {
        ink = ground;
        ground = DEFAULT;
        attributes = A_NORMAL;
    }
    *pair = canvas.colours ? pair_of(ink, ground) : 0;
    return (look & BOLD ? attributes | A_BOLD : attributes) ^
           (look & INVERSE ? A_REVERSE : A_NORMAL) ^ (look & UNDERLINE ? A_UNDERLINE : A_NORMAL);
}

/* ---- drawing ---- */

const char *sign(const char *pretty, const char *plain)
{
    return canvas.setup.ascii ? plain : pretty;
}

static int put_wide(int x, int y, unsigned look, const wchar_t *text)
{
    short pair;
    attr_t attributes = paint_of(look, &pair);
    int columns = 0;
    for (; *text; text++) {
        wchar_t one[] = {*text, 0};
        int width = wcwidth(*text);
        cchar_t cell;
        if (width < 1)
            continue;
        if (y >= 0 && y < LINES && x + columns >= 0 && x + columns + width <= COLS) {
            setcchar(&cell, one, attributes, pair, NULL);
            mvadd_wch(y, x + columns, &cell);
        }
        columns += width;
    }
    return columns;
}

int put(int x, int y, unsigned look, const char *text)
{
    wchar_t wide[BIDI_LINE_MAX];
    bidi_line(BIDI_OFF, text, false, wide);
    return put_wide(x, y, look, wide);
}

int put_directed(int x, int y, unsigned look, const char *line)
{
    wchar_t wide[BIDI_LINE_MAX];
    bidi_line(canvas.setup.bidi, line, canvas.setup.rtl, wide);
    return put_wide(x, y, look, wide);
}

static int wide_columns(const wchar_t *text)
{
    int columns = 0;
    for (; *text; text++)
        columns += wcwidth(*text) > 0 ? wcwidth(*text) : 0;
    return columns;
}

int text_columns(const char *text)
{
    wchar_t wide[BIDI_LINE_MAX];
    bidi_line(BIDI_OFF, text, false, wide);
    return wide_columns(wide);
}

void put_times(int x, int y, unsigned look, const char *text, int times)
{
    for (; times > 0; times--)
        x += put(x, y, look, text);
}

void put_ground(struct box box, unsigned look)
{
    for (int y = box.y; y < box.y + box.h; y++)
        put_times(box.x, y, look, " ", box.w);
}

void put_frame(struct box box, enum frame frame, unsigned look)
{
    static const char *const parts[][6] = {
        [FRAME_THIN] = {"┌", "┐", "└", "┘", "─", "│"},
        [FRAME_ROUND] = {"╭", "╮", "╰", "╯", "─", "│"},
        [FRAME_HEAVY] = {"┏", "┓", "┗", "┛", "━", "┃"},
        [FRAME_DOUBLE] = {"╔", "╗", "╚", "╝", "═", "║"},
    };
    static const char *const plain[] = {"+", "+", "+", "+", "-", "|"};
    static const char *const plain_heavy[] = {"#", "#", "#", "#", "=", "#"};
    const char *const *part = parts[frame];
    if (canvas.setup.ascii)
        part = frame == FRAME_HEAVY || frame == FRAME_DOUBLE ? plain_heavy : plain;
    int right = box.x + box.w - 1, bottom = box.y + box.h - 1;
    put(box.x, box.y, look, part[0]);
    put_times(box.x + 1, box.y, look, part[4], box.w - 2);
    put(right, box.y, look, part[1]);
    for (int y = box.y + 1; y < bottom; y++) {
        put(box.x, y, look, part[5]);
        put(right, y, look, part[5]);
    }
    put(box.x, bottom, look, part[2]);
    put_times(box.x + 1, bottom, look, part[4], box.w - 2);
    put(right, bottom, look, part[3]);
}

/* ---- keys ---- */

static int32_t key_of(wint_t code)
{
    switch (code) {
    case KEY_UP: return TAP_UP;
    case KEY_DOWN: return TAP_DOWN;
    case KEY_LEFT: return TAP_LEFT;
    case KEY_RIGHT: return TAP_RIGHT;
    case KEY_HOME: return TAP_HOME;
    case KEY_END: return TAP_END;
    case KEY_PPAGE: return TAP_PAGE_UP;
    case KEY_NPAGE: return TAP_PAGE_DOWN;
    case KEY_BTAB: return TAP_BACK_TAB;
    case KEY_ENTER: return TAP_ENTER;
    case KEY_BACKSPACE: return TAP_ERASE;
    case KEY_DC: return TAP_DELETE;
    case KEY_RESIZE: return TAP_RESIZE;
    default: return TAP_NONE;
    }
}

static int32_t control_of(wint_t code)
{
    switch (code) {
    case '\t': return TAP_TAB;
    case '\r':
    case '\n': return TAP_ENTER;
    case 0x1b: return TAP_ESCAPE;
    case 0x7f:
    case '\b': return TAP_ERASE;
    case 'L' - '@': return TAP_REDRAW;
    case 'C' - '@': return TAP_QUIT;
    case 'Z' - '@': return TAP_STOP;
    default: return code < ' ' ? TAP_NONE : (int32_t)code;
    }
}

static void read_mouse(struct tap *tap)
{
    MEVENT event;
    if (getmouse(&event) == ERR)
        return;
    tap->x = event.x;
    tap->y = event.y;
    if (event.bstate & BUTTON1_PRESSED)
        tap->key = TAP_CLICK;
    else if (event.bstate & BUTTON3_PRESSED)
        tap->key = TAP_CLICK_OTHER;
    else if (event.bstate & BUTTON4_PRESSED)
        tap->key = TAP_WHEEL_UP;
    else if (event.bstate & BUTTON5_PRESSED)
        tap->key = TAP_WHEEL_DOWN;
}

bool canvas_tap(struct tap *tap)
{
    wint_t code;
    *tap = (struct tap){.key = TAP_NONE};
    if (ended || stopped) {
        tap->key = ended ? TAP_QUIT : TAP_STOP;
        return true;
    }
    int kind = get_wch(&code);
    if (kind == ERR)
        return false;
    if (kind == KEY_CODE_YES && code == KEY_MOUSE)
        read_mouse(tap);
    else
        tap->key = kind == KEY_CODE_YES ? key_of(code) : control_of(code);
    return true;
}
