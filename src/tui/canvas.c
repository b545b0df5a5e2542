/* SPDX-License-Identifier: MIT */
/*
 * Cells, looks and keys, on ncursesw. curses.h claims many names (`move` among them), so no other
 * file includes it.
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
#include <term.h>
#include <unistd.h>

#include "base/check.h"
#include "system/keyboard.h"

#undef columns /* a macro of term.h */

/* A slow line may take ESCAPE_MS between the first byte of an arrow, which is Esc, and the next. */
enum { PAIRS_MAX = 64, ESCAPE_MS = 100, USUAL = -1 };

/* What the terminal can do, best first. */
enum depth { DEPTH_256, DEPTH_16, DEPTH_8, DEPTH_NONE, DEPTHS };

/* The bright half of the sixteen colours, as far as we use it. */
enum { GREY = 8, BRIGHT_RED = 9, BRIGHT_YELLOW = 11, BRIGHT_CYAN = 14, BRIGHT_WHITE = 15 };

/* Ink, ground and attributes at each depth. Ink is black where white is hard to read in most
 * palettes; with 8 colours, bold makes it brighter. */
static const struct paint {
    short ink, ground;
    attr_t more;
} paints[LOOKS][DEPTHS] = {
    [LOOK_PLAIN] = {{USUAL, USUAL, 0}, {USUAL, USUAL, 0}, {USUAL, USUAL, 0}, {USUAL, USUAL, 0}},
    [LOOK_FAINT] = {{245, USUAL, 0},
                    {GREY, USUAL, 0},
                    {USUAL, USUAL, A_DIM},
                    {USUAL, USUAL, A_DIM}},
    [LOOK_STRONG] = {{USUAL, USUAL, A_BOLD},
                     {USUAL, USUAL, A_BOLD},
                     {USUAL, USUAL, A_BOLD},
                     {USUAL, USUAL, A_BOLD}},
    [LOOK_ACCENT] = {{37, USUAL, 0},
                     {BRIGHT_CYAN, USUAL, 0},
                     {COLOR_CYAN, USUAL, A_BOLD},
                     {USUAL, USUAL, A_BOLD}},
    [LOOK_WARN] = {{203, USUAL, 0},
                   {BRIGHT_RED, USUAL, 0},
                   {COLOR_RED, USUAL, A_BOLD},
                   {USUAL, USUAL, A_BOLD}},
    [LOOK_BAR] = {{16, 180, 0},
                  {COLOR_BLACK, COLOR_WHITE, 0},
                  {COLOR_BLACK, COLOR_WHITE, 0},
                  {USUAL, USUAL, A_REVERSE}},
    [LOOK_KEY] = {{37, USUAL, A_BOLD},
                  {BRIGHT_CYAN, USUAL, 0},
                  {COLOR_CYAN, USUAL, A_BOLD},
                  {USUAL, USUAL, A_BOLD}},
    [LOOK_RED] = {{231, 160, 0},
                  {BRIGHT_WHITE, COLOR_RED, 0},
                  {COLOR_WHITE, COLOR_RED, A_BOLD},
                  {USUAL, USUAL, A_REVERSE}},
    [LOOK_GREEN] = {{231, 28, 0},
                    {COLOR_BLACK, COLOR_GREEN, 0},
                    {COLOR_BLACK, COLOR_GREEN, 0},
                    {USUAL, USUAL, A_REVERSE}},
    [LOOK_BLUE] = {{231, 25, 0},
                   {BRIGHT_WHITE, COLOR_BLUE, 0},
                   {COLOR_WHITE, COLOR_BLUE, A_BOLD},
                   {USUAL, USUAL, A_REVERSE}},
    [LOOK_YELLOW] = {{16, 214, 0},
                     {COLOR_BLACK, BRIGHT_YELLOW, 0},
                     {COLOR_BLACK, COLOR_YELLOW, 0},
                     {USUAL, USUAL, A_REVERSE}},
    [LOOK_WILD] = {{231, 240, 0},
                   {BRIGHT_WHITE, GREY, 0},
                   {COLOR_BLACK, COLOR_MAGENTA, 0},
                   {USUAL, USUAL, A_REVERSE}},
    [LOOK_PAPER] = {{16, 230, 0},
                    {COLOR_BLACK, BRIGHT_WHITE, 0},
                    {COLOR_BLACK, COLOR_WHITE, 0},
                    {USUAL, USUAL, A_REVERSE}},
    [LOOK_BACK] = {{180, 94, 0},
                   {COLOR_BLACK, COLOR_YELLOW, 0},
                   {COLOR_BLACK, COLOR_YELLOW, 0},
                   {USUAL, USUAL, 0}},
    [LOOK_WHITE] = {{16, 223, 0},
                    {COLOR_BLACK, BRIGHT_WHITE, 0},
                    {COLOR_BLACK, COLOR_WHITE, 0},
                    {USUAL, USUAL, A_REVERSE}},
    [LOOK_BLACK] = {{230, 94, 0},
                    {COLOR_BLACK, COLOR_YELLOW, 0},
                    {COLOR_BLACK, COLOR_YELLOW, 0},
                    {USUAL, USUAL, 0}},
    [LOOK_BUTTON] = {{231, 240, 0},
                     {BRIGHT_WHITE, GREY, 0},
                     {COLOR_BLACK, COLOR_CYAN, 0},
                     {USUAL, USUAL, A_REVERSE}},
};

static struct {
    SCREEN *terminal;
    struct canvas_setup setup;
    enum depth depth;
    int pairs;
    struct {
        short ink, ground;
    } pair[PAIRS_MAX];
    FILE *errors; /* collects stderr while the screen is open */
    int stderr_was;
    void (*report_was)(const char *file, int line, const char *text);
    struct sigaction pipe_was;
} canvas;

/* ---- coming and going ---- */

/* Tells terminals that reorder Hebrew that our lines are already in order (mode 8 of ECMA-48).
 * Others ignore it. */
static void claim_order(bool ours)
{
    if (!canvas.setup.rtl || canvas.setup.bidi != BIDI_VISUAL)
        return;
    fputs(ours ? "\033[8l" : "\033[8h", stdout);
    fflush(stdout);
}

/* Gives the terminal back as it was. */
static void leave_screen(void)
{
    endwin();
    claim_order(false);
}

/* SIGPIPE is ignored: writing to a closed pipe or socket returns an error instead. */
static void catch_signals(void)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    sigemptyset(&ignore.sa_mask);
    sigaction(SIGPIPE, &ignore, &canvas.pipe_was);
    keyboard_take();
}

static void release_signals(void)
{
    keyboard_give();
    sigaction(SIGPIPE, &canvas.pipe_was, NULL);
}

/* Output on stderr would garble the screen; it is held back until the screen closes. */
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

/* A CHECK failed: restore the terminal first, then report. */
static void report(const char *file, int line, const char *text)
{
    leave_screen();
    release_errors();
    if (canvas.report_was)
        canvas.report_was(file, line, text);
}

/* Chooses the character set by the locale. If none is set, assumes UTF-8, as terminals today use;
 * one without UTF-8 is respected, unless Hebrew is wanted. */
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

/* With direct colours (`RGB` in terminfo), only the first eight numbers are a palette's. */
static enum depth colours_depth(void)
{
    static char direct[] = "RGB";
    if (COLORS > 256 && tigetflag(direct) > 0)
        return DEPTH_8;
    return COLORS >= 256 ? DEPTH_256 : COLORS >= 16 ? DEPTH_16 : COLORS >= 8 ? DEPTH_8 : DEPTH_NONE;
}

static void choose_colours(void)
{
    const char *refused = getenv("NO_COLOR");
    canvas.depth = DEPTH_NONE;
    canvas.pairs = 0;
    if ((refused && *refused) || !has_colors() || start_color() == ERR)
        return;
    use_default_colors();
    canvas.depth = colours_depth();
}

/* A press, or the press and release that ncurses merges when it reads both together. We ask for
 * all mouse events: on an unwanted one, such as a release, ncurses would wait in get_wch for the
 * next, and no news would be seen until then. */
#define CLICK (BUTTON1_PRESSED | BUTTON1_CLICKED | BUTTON1_DOUBLE_CLICKED | BUTTON1_TRIPLE_CLICKED)
#define OTHER_CLICK (BUTTON3_PRESSED | BUTTON3_CLICKED)

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
    mousemask(ALL_MOUSE_EVENTS, NULL);
    mouseinterval(0);
}

/* Can it position the cursor? */
static bool has_cursor(void)
{
    static char name[] = "cup";
    const char *way = tigetstr(name);
    return way && (intptr_t)way != -1;
}

/* Is the terminal known? Asked first, because newterm leaks memory if it is not. */
static bool is_known(void)
{
    int error;
    if (!getenv("TERM") || setupterm(NULL, STDOUT_FILENO, &error) != OK)
        return false;
    del_curterm(cur_term);
    return true;
}

bool canvas_open(const struct canvas_setup *setup)
{
    canvas.setup = *setup;
    if (isatty(STDIN_FILENO) != 1 || isatty(STDOUT_FILENO) != 1 || !is_known())
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
    catch_signals();
    hold_errors();
    canvas.report_was = check_report;
    check_report = report;
    choose_colours();
    choose_keys();
    claim_order(true);
    return true;
}

void canvas_close(void)
{
    if (!canvas.terminal)
        return;
    leave_screen();
    delscreen(canvas.terminal);
    canvas.terminal = NULL;
    check_report = canvas.report_was;
    release_errors();
    release_signals();
}

void canvas_suspend(void)
{
    leave_screen();
    raise(SIGSTOP);
    claim_order(true);
    refresh();
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
    return canvas.depth != DEPTH_NONE;
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
    if (ink == USUAL && ground == USUAL)
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
    unsigned kind = look % 0x100 < LOOKS ? look % 0x100 : LOOK_PLAIN;
    struct paint paint = paints[kind][canvas.depth];
    if (look & EDGE)
        paint = (struct paint){paint.ground, USUAL, A_NORMAL};
    *pair = canvas.depth == DEPTH_NONE ? 0 : pair_of(paint.ink, paint.ground);
    return (look & BOLD ? paint.more | A_BOLD : paint.more) ^
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
    if (event.bstate & CLICK)
        tap->key = TAP_CLICK;
    else if (event.bstate & OTHER_CLICK)
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
    if (keyboard_ended() || keyboard_stopped()) {
        tap->key = keyboard_ended() ? TAP_QUIT : TAP_STOP;
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

void canvas_forget_taps(void)
{
    flushinp();
}
