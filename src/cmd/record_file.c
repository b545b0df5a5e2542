/* SPDX-License-Identifier: MIT */
/* Reads record files, and reports what is wrong with them. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/record_file.h"

enum { FIRST_SIZE = 1 << 16 };

static bool fail(const struct arguments *arguments, const struct record_file *file,
                 const char *problem)
{
    return complain(arguments, "replay.file.unread",
                    WITH(word_string("file", file->name), word_string("problem", problem)));
}

/* Reads to the end, into a buffer that doubles. */
static bool read_stream(const struct arguments *arguments, struct record_file *file, FILE *stream)
{
    size_t capacity = FIRST_SIZE, got;
    file->size = 0;
    file->bytes = malloc(capacity);
    while (file->bytes &&
           (got = fread(file->bytes + file->size, 1, capacity - file->size, stream)) > 0) {
        file->size += got;
        if (file->size > RECORD_FILE_MAX)
            return complain(
                arguments, "replay.file.large",
                WITH(word_string("file", file->name), word_number("max", RECORD_FILE_MAX >> 20)));
        if (file->size < capacity)
            continue;
        char *larger = realloc(file->bytes, capacity *= 2);
        if (!larger)
            return fail(arguments, file, strerror(ENOMEM));
        file->bytes = larger;
    }
    if (!file->bytes || ferror(stream))
        return fail(arguments, file, strerror(file->bytes ? errno : ENOMEM));
    return true;
}

bool record_file_read(const struct arguments *arguments, const char *name, struct record_file *file)
{
    bool standard = string_equal(name, "-");
    *file = (struct record_file){.name = name};
    FILE *stream = standard ? stdin : fopen(name, "rb");
    if (!stream)
        return fail(arguments, file, strerror(errno));
    bool done = read_stream(arguments, file, stream);
    if (!standard)
        fclose(stream);
    if (!done)
        record_file_free(file);
    return done;
}

void record_file_free(struct record_file *file)
{
    free(file->bytes);
    file->bytes = NULL;
}

/* A line from an untrusted file: bytes that could control the terminal become question marks. */
static void write_safely(const char *line, struct text *text)
{
    const unsigned char *byte = (const unsigned char *)line;
    for (size_t i = 0; byte[i] != '\0'; i++) {
        bool second = i > 0 && byte[i - 1] == 0xc2; /* C2 80 to C2 9F are control characters too */
        bool command = byte[i] < ' ' || byte[i] == 0x7f || (second && byte[i] < 0xa0);
        text_char(text, command ? '?' : line[i]);
    }
}

static void say_line(const struct voice *voice, const char *key, const char *line)
{
    char safe[RECORD_LINE_MAX];
    struct text text;
    text_init(&text, safe, sizeof safe);
    write_safely(line, &text);
    if (text.size == 0)
        return;
    fputs("    ", voice->file);
    voice_say(voice, key, WITH(word_string("line", safe)));
}

void record_file_complain(const struct arguments *arguments, const struct record_file *file,
                          const struct record *record, const char *reason)
{
    const struct voice *voice = &arguments->err;
    fprintf(voice->file, "%s:%d: ", file->name, record->line);
    voice_say(voice, reason, WITH_NOTHING);
    say_line(voice, "replay.line.says", record->text);
    say_line(voice, "replay.line.expected", record->expected);
}
