/* SPDX-License-Identifier: MIT */
/*
 * A terminal without a screen, for tests: runs a program on a pseudoterminal, and keeps what a
 * terminal would show (libvterm).
 *
 *     vt_cells [--alone] [--apart] COLUMNS LINES PROGRAM [WORDS …]
 *
 * With --alone it is not the program's controlling terminal, so that no signal tells when it goes;
 * with --apart the keyboard is a terminal of its own, which `hush` takes away.
 *
 * It is told what to do by lines on its standard input, and answers each with one line of JSON:
 *
 *     keys HEX         types these bytes                             {"ok":true}
 *     click C L        the left mouse button, pressed and let go     {"ok":true}
 *     rest MS [MAX]    until nothing was written for MS              the screen
 *     resize C L       another size, as when a window is dragged     {"ok":true}
 *     signal NUMBER    to the program                                {"ok":true}
 *     cut              the terminal is gone: its line hangs up       {"ok":true}
 *     hush             the keyboard is gone                          {"ok":true}
 *     end MS           waits for the program to end                  {"status":…}
 *
 * The screen is "rows", text of each; "looks", a word for each cell whose look is not plain: the
 * foreground and background as numbers of a palette or rrggbb, and letters b u r i for bold,
 * underlined, reversed, italic; "cursor", whether "alternate" screen, "visible" cursor and "mouse"
 * are on; "ordered" if the program has said that lines are in visual order (mode 8 is off);
 * "cooked" if the terminal takes lines and echoes as before; "alive"; and how many "bytes" were
 * written so far.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include <vterm.h>

enum {
    LINE_SIZE = 8192,
    KEYS_MAX = LINE_SIZE / 2,
    READ_SIZE = 65536,
    REST_MAX_MS = 10000,
    CLICK_MS = 60
};

static VTerm *terminal;
static VTermScreen *screen;
static int columns, lines, master = -1, keyboard = -1, status;
static bool alone, apart;
static struct termios before;
static pid_t child;
static bool alive = true, alternate, visible = true, ordered;
static int mouse;
static unsigned long long written;

static int64_t millis(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int take_property(VTermProp property, VTermValue *value, void *user)
{
    (void)user;
    if (property == VTERM_PROP_ALTSCREEN)
        alternate = value->boolean;
    if (property == VTERM_PROP_CURSORVISIBLE)
        visible = value->boolean;
    if (property == VTERM_PROP_MOUSE)
        mouse = value->number;
    return 1;
}

static void answer(const char *bytes, size_t size, void *user)
{
    (void)user;
    if (keyboard >= 0 && write(keyboard, bytes, size) < 0)
        return; /* the program has ended */
}

/* The two ends of a terminal. */
static void open_terminal(int ends[2], const struct termios *modes)
{
    struct winsize size = {.ws_row = (unsigned short)lines, .ws_col = (unsigned short)columns};
    if (openpty(&ends[0], &ends[1], NULL, modes, &size) != 0) {
        perror("openpty");
        exit(2);
    }
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
}

static void run(const int screen_ends[2], const int keyboard_ends[2], char **words)
{
    setsid();
    if (!alone)
        ioctl(screen_ends[1], TIOCSCTTY, 0);
    dup2(keyboard_ends[1], STDIN_FILENO);
    dup2(screen_ends[1], STDOUT_FILENO);
    dup2(screen_ends[1], STDERR_FILENO);
    close(screen_ends[1]);
    if (apart)
        close(keyboard_ends[1]);
    execvp(words[0], words);
    perror(words[0]);
    _exit(127);
}

static void start(char **words)
{
    static const VTermScreenCallbacks callbacks = {.settermprop = take_property};
    terminal = vterm_new(lines, columns);
    vterm_set_utf8(terminal, 1);
    vterm_output_set_callback(terminal, answer, NULL);
    screen = vterm_obtain_screen(terminal);
    vterm_screen_set_callbacks(screen, &callbacks, NULL);
    vterm_screen_enable_altscreen(screen, 1);
    vterm_screen_reset(screen, 1);
    int screen_ends[2], keyboard_ends[2];
    struct termios raw;
    open_terminal(screen_ends, NULL);
    tcgetattr(screen_ends[0], &before);
    raw = before;
    cfmakeraw(&raw); /* curses changes the modes of the screen's terminal only */
    if (apart)
        open_terminal(keyboard_ends, &raw);
    else
        memcpy(keyboard_ends, screen_ends, sizeof keyboard_ends);
    signal(SIGPIPE, SIG_DFL);
    child = fork();
    if (child < 0) {
        perror("fork");
        exit(2);
    }
    if (child == 0)
        run(screen_ends, keyboard_ends, words);
    signal(SIGPIPE, SIG_IGN);
    close(screen_ends[1]);
    if (apart)
        close(keyboard_ends[1]);
    master = screen_ends[0];
    keyboard = keyboard_ends[0];
}

/* ---- what the program writes ---- */

/* libvterm has no mode 8. It is told in one piece. */
static void find_mode(const char *bytes, size_t size)
{
    if (memmem(bytes, size, "\033[8l", 4))
        ordered = true;
    if (memmem(bytes, size, "\033[8h", 4))
        ordered = false;
}

static bool pull(void)
{
    char bytes[READ_SIZE];
    ssize_t got = master < 0 ? -1 : read(master, bytes, sizeof bytes);
    if (got <= 0)
        return false;
    written += (unsigned long long)got;
    find_mode(bytes, (size_t)got);
    vterm_input_write(terminal, bytes, (size_t)got);
    return true;
}

static void reap(void)
{
    if (alive && waitpid(child, &status, WNOHANG) == child)
        alive = false;
}

static void rest(int quiet_ms, int max_ms)
{
    int64_t begun = millis(), last = begun;
    for (;;) {
        int64_t now = millis(), left = last + quiet_ms - now, most = begun + max_ms - now;
        if (left <= 0 || most <= 0)
            return;
        struct pollfd file = {.fd = master, .events = POLLIN};
        if (poll(&file, 1, (int)(left < most ? left : most)) > 0) {
            if (!pull()) {
                reap();
                if (!alive)
                    return;
                usleep(2000);
                continue;
            }
            last = millis();
        }
    }
}

/* ---- the screen ---- */

static void put_character(uint32_t letter)
{
    if (letter == '"' || letter == '\\')
        printf("\\%c", (char)letter);
    else if (letter < 0x20)
        printf("\\u%04x", letter);
    else if (letter < 0x80)
        putchar((int)letter);
    else if (letter < 0x800)
        printf("%c%c", (int)(0xc0 | letter >> 6), (int)(0x80 | (letter & 63)));
    else if (letter < 0x10000)
        printf("%c%c%c", (int)(0xe0 | letter >> 12), (int)(0x80 | (letter >> 6 & 63)),
               (int)(0x80 | (letter & 63)));
    else
        printf("%c%c%c%c", (int)(0xf0 | letter >> 18), (int)(0x80 | (letter >> 12 & 63)),
               (int)(0x80 | (letter >> 6 & 63)), (int)(0x80 | (letter & 63)));
}

static void put_row(int row)
{
    VTermScreenCell cell;
    putchar('"');
    for (int column = 0; column < columns; column++) {
        vterm_screen_get_cell(screen, (VTermPos){row, column}, &cell);
        if (cell.chars[0] == (uint32_t)-1)
            continue; /* the right half of a wide letter */
        put_character(cell.chars[0] ? cell.chars[0] : ' ');
        for (int i = 1; cell.chars[0] && i < VTERM_MAX_CHARS_PER_CELL && cell.chars[i]; i++)
            put_character(cell.chars[i]);
    }
    putchar('"');
}

static void put_colour(const VTermColor *colour, bool usual)
{
    if (usual)
        putchar('-');
    else if (VTERM_COLOR_IS_INDEXED(colour))
        printf("%d", colour->indexed.idx);
    else
        printf("%02x%02x%02x", colour->rgb.red, colour->rgb.green, colour->rgb.blue);
}

static void put_looks(void)
{
    VTermScreenCell cell;
    const char *comma = "";
    for (int row = 0; row < lines; row++)
        for (int column = 0; column < columns; column++) {
            vterm_screen_get_cell(screen, (VTermPos){row, column}, &cell);
            bool fg = VTERM_COLOR_IS_DEFAULT_FG(&cell.fg), bg = VTERM_COLOR_IS_DEFAULT_BG(&cell.bg);
            VTermScreenCellAttrs look = cell.attrs;
            if (fg && bg && !look.bold && !look.underline && !look.reverse && !look.italic)
                continue;
            printf("%s\"%d,%d\":\"", comma, column, row);
            comma = ",";
            put_colour(&cell.fg, fg);
            putchar('/');
            put_colour(&cell.bg, bg);
            printf("%s%s%s%s\"", look.bold ? "b" : "", look.underline ? "u" : "",
                   look.reverse ? "r" : "", look.italic ? "i" : "");
        }
}

static bool is_cooked(void)
{
    struct termios now;
    return master >= 0 && tcgetattr(master, &now) == 0 && now.c_lflag == before.c_lflag &&
           now.c_iflag == before.c_iflag && now.c_oflag == before.c_oflag;
}

static void put_screen(void)
{
    VTermPos cursor;
    vterm_state_get_cursorpos(vterm_obtain_state(terminal), &cursor);
    printf("{\"rows\":[");
    for (int row = 0; row < lines; row++) {
        printf("%s", row ? "," : "");
        put_row(row);
    }
    printf("],\"looks\":{");
    put_looks();
    reap();
    printf("},\"cursor\":[%d,%d],\"alternate\":%s,\"visible\":%s,\"mouse\":%d,\"ordered\":%s,"
           "\"cooked\":%s,\"alive\":%s,\"bytes\":%llu}\n",
           cursor.col, cursor.row, alternate ? "true" : "false", visible ? "true" : "false", mouse,
           ordered ? "true" : "false", is_cooked() ? "true" : "false", alive ? "true" : "false",
           written);
}

/* ---- what it is told ---- */

/* All at once, as a terminal does: half an arrow that waits for the rest is taken for Esc. */
static void type_keys(const char *hex)
{
    char bytes[KEYS_MAX];
    size_t size = 0;
    unsigned byte;
    for (; size < KEYS_MAX && sscanf(hex, "%2x", &byte) == 1; hex += 2)
        bytes[size++] = (char)byte;
    for (size_t at = 0; at < size && keyboard >= 0;) {
        ssize_t done = write(keyboard, bytes + at, size - at);
        if (done <= 0)
            return;
        at += (size_t)done;
    }
}

/* As the program has asked to be told; nothing if it has not. */
static void click(const char *words)
{
    int column, line;
    if (sscanf(words, "%d %d", &column, &line) != 2)
        return;
    vterm_mouse_move(terminal, line, column, VTERM_MOD_NONE);
    vterm_mouse_button(terminal, 1, true, VTERM_MOD_NONE);
    rest(CLICK_MS, CLICK_MS);
    vterm_mouse_button(terminal, 1, false, VTERM_MOD_NONE);
}

static void resize(const char *words)
{
    if (sscanf(words, "%d %d", &columns, &lines) != 2)
        return;
    struct winsize size = {.ws_row = (unsigned short)lines, .ws_col = (unsigned short)columns};
    vterm_set_size(terminal, lines, columns);
    ioctl(master, TIOCSWINSZ, &size);
}

static void wait_end(int max_ms)
{
    for (int64_t begun = millis(); alive && millis() - begun < max_ms;) {
        if (!pull())
            usleep(1000);
        reap();
    }
    while (pull())
        continue;
    if (alive)
        printf("{\"status\":null}\n");
    else if (WIFSIGNALED(status))
        printf("{\"status\":%d}\n", -WTERMSIG(status));
    else
        printf("{\"status\":%d}\n", WEXITSTATUS(status));
}

static void obey(const char *line)
{
    int a = 0, b = REST_MAX_MS;
    if (sscanf(line, "rest %d %d", &a, &b) >= 1) {
        rest(a, b);
        put_screen();
    } else if (sscanf(line, "end %d", &a) == 1) {
        wait_end(a);
    } else {
        if (strncmp(line, "keys ", 5) == 0)
            type_keys(line + 5);
        else if (strncmp(line, "click ", 6) == 0)
            click(line + 6);
        else if (strncmp(line, "resize ", 7) == 0)
            resize(line + 7);
        else if (sscanf(line, "signal %d", &a) == 1)
            kill(child, a);
        else if (strncmp(line, "cut", 3) == 0) {
            close(master);
            keyboard = apart ? keyboard : -1;
            master = -1;
        } else if (strncmp(line, "hush", 4) == 0) {
            close(keyboard);
            keyboard = -1;
        }
        printf("{\"ok\":true}\n");
    }
    fflush(stdout);
}

int main(int argc, char **argv)
{
    char line[LINE_SIZE];
    for (; argc > 1 && argv[1][0] == '-'; argc--, argv++) {
        alone = alone || strcmp(argv[1], "--alone") == 0;
        apart = apart || strcmp(argv[1], "--apart") == 0;
    }
    if (argc < 4) {
        fprintf(stderr, "usage: vt_cells [--alone] [--apart] COLUMNS LINES PROGRAM [WORDS …]\n");
        return 2;
    }
    columns = (int)strtol(argv[1], NULL, 10);
    lines = (int)strtol(argv[2], NULL, 10);
    start(argv + 3);
    while (fgets(line, sizeof line, stdin))
        obey(line);
    if (alive) {
        kill(child, SIGHUP);
        kill(child, SIGKILL);
        waitpid(child, &status, 0);
    }
    vterm_free(terminal);
    return 0;
}
