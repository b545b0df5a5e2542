/* SPDX-License-Identifier: MIT */
/*
 * The strict JSON reader of json.h; the writer is json_out.c.
 *
 * Reading is one pass without recursion; a stack holds the indices of the open containers.
 *
 *     document = value, then while a container is open: its end | [,] [key :] value
 *
 * Invariants:
 *   1. values[] is in document order, and the stack holds the index of everything still open.
 *   2. The keys of one object are the nodes of a binary trie: the first key is its root, and the
 *      bits of a key's hash, then of the key itself, say which links to follow. Link 0 means none:
 *      index 0 is never a key.
 *   3. A string in values[] is valid UTF-8 with valid escapes; decoding it cannot fail.
 */
#include "base/json.h"

#include <string.h>

#include "base/check.h"
#include "base/hash.h"

enum {
    ESCAPE_SIZE = 6,      /* of an escape with four hex digits */
    INTEGER_SIZE_MAX = 20 /* of an int64_t in decimal, with its sign */
};

/* ---- strings as they are in the document, or plain ones to compare them with ---- */

struct string {
    const char *bytes;
    size_t size;
    bool escaped;
};

/* A string's bytes, one by one, escapes decoded. */
struct decoder {
    const char *at, *end;
    bool escaped;  /* else a backslash is just a backslash */
    char ready[4]; /* of an escape */
    int ready_at, ready_count;
};

static struct string string_at(const struct json *json, uint32_t index)
{
    const struct json_value *value = &json->values[index];
    return (struct string){json->bytes + value->start, value->size, value->escaped != 0};
}

static struct string plain_string(const char *text)
{
    return (struct string){text, string_size(text), false};
}

static struct decoder decoder_start(struct string string)
{
    return (struct decoder){
        .at = string.bytes, .end = string.bytes + string.size, .escaped = string.escaped};
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* The value of four hex digits, or -1. */
static int32_t hex4(const char *digits)
{
    int32_t number = 0;
    for (int i = 0; i < 4; i++) {
        int digit = hex_digit(digits[i]);
        if (digit < 0)
            return -1;
        number = number * 16 + digit;
    }
    return number;
}

static bool is_high_surrogate(int32_t unit)
{
    return unit >= 0xd800 && unit <= 0xdbff;
}

static bool is_low_surrogate(int32_t unit)
{
    return unit >= 0xdc00 && unit <= 0xdfff;
}

static int utf8_encode(int32_t point, char out[4])
{
    static const uint8_t lead[] = {0, 0, 0xc0, 0xe0, 0xf0};
    if (point < 0x80) {
        out[0] = (char)point;
        return 1;
    }
    int count = point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    for (int i = count - 1; i > 0; i--, point >>= 6)
        out[i] = (char)(uint8_t)(0x80 | (point & 0x3f));
    out[0] = (char)(uint8_t)(lead[count] | point);
    return count;
}

static char short_escape(char letter)
{
    switch (letter) {
    case 'b': return '\b';
    case 'f': return '\f';
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    default: return letter; /* quote, backslash and slash stand for themselves */
    }
}

static void decode_escape(struct decoder *decoder)
{
    decoder->ready_at = 0;
    if (decoder->at[1] != 'u') {
        decoder->ready[0] = short_escape(decoder->at[1]);
        decoder->ready_count = 1;
        decoder->at += 2;
        return;
    }
    int32_t point = hex4(decoder->at + 2);
    decoder->at += ESCAPE_SIZE;
    if (is_high_surrogate(point)) {
        point = 0x10000 + ((point - 0xd800) << 10) + (hex4(decoder->at + 2) - 0xdc00);
        decoder->at += ESCAPE_SIZE;
    }
    decoder->ready_count = utf8_encode(point, decoder->ready);
}

/* The next byte, or -1 at the end. */
static int decoder_next(struct decoder *decoder)
{
    if (decoder->ready_at == decoder->ready_count) {
        if (decoder->at == decoder->end)
            return -1;
        if (!decoder->escaped || *decoder->at != '\\')
            return (uint8_t)*decoder->at++;
        decode_escape(decoder);
    }
    return (uint8_t)decoder->ready[decoder->ready_at++];
}

static bool same_string(struct string a, struct string b)
{
    if (!a.escaped && !b.escaped)
        return a.size == b.size && memcmp(a.bytes, b.bytes, a.size) == 0;
    struct decoder left = decoder_start(a), right = decoder_start(b);
    int byte;
    do {
        byte = decoder_next(&left);
        if (byte != decoder_next(&right))
            return false;
    } while (byte >= 0);
    return true;
}

static uint64_t hash_string(struct string string)
{
    uint64_t hash = HASH_START;
    if (!string.escaped) {
        hash = hash_bytes(hash, string.bytes, string.size);
    } else {
        struct decoder decoder = decoder_start(string);
        for (int next = decoder_next(&decoder); next >= 0; next = decoder_next(&decoder)) {
            uint8_t byte = (uint8_t)next;
            hash = hash_bytes(hash, &byte, 1);
        }
    }
    /* The low bits of FNV depend little on a byte's high bits, but a trie uses all bits
     * equally. */
    hash = (hash ^ hash >> 32) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 32;
}

/*
 * Walks an object's trie. Returns the index of the key, or 0 and the link where it would go.
 *
 * Keys chosen to have equal hashes are separated by their own bits, so nobody can slow the reader
 * down: a walk takes at most 64 steps plus eight for each byte of the key. Past its end a key
 * continues with one bits, which no UTF-8 does.
 */
static uint32_t find_key(const struct json *json, uint32_t object, struct string key, uint64_t hash,
                         uint32_t **link)
{
    struct decoder rest = decoder_start(key);
    uint64_t path = hash;
    int left = 64;
    uint32_t at = object + 1;
    for (;; path >>= 1, left--) {
        struct json_value *node = &json->values[at];
        if (node->hash == hash && same_string(string_at(json, at), key))
            return at;
        if (left == 0) {
            path = (uint64_t)decoder_next(&rest);
            left = 8;
        }
        *link = &node->link[path & 1];
        if (**link == 0)
            return 0;
        at = **link;
    }
}

/* ---- the reader ---- */

struct json_reader {
    struct json *json;
    const char *bytes;
    uint32_t at, size;
    uint32_t depth;
    uint32_t open[JSON_DEPTH_MAX]; /* containers, the outermost first */
};

static const char ends_in_string[] = "the text ends inside a string";

/* The byte this far ahead, or -1 past the end. */
static int peek(const struct json_reader *r, uint32_t ahead)
{
    return ahead < r->size - r->at ? (uint8_t)r->bytes[r->at + ahead] : -1;
}

static void skip_space(struct json_reader *r)
{
    for (int c = peek(r, 0); c == ' ' || c == '\t' || c == '\n' || c == '\r'; c = peek(r, 0))
        r->at++;
}

/* NULL: there is no room. */
static struct json_value *add_value(struct json_reader *r)
{
    struct json *json = r->json;
    if (json->count == json->capacity)
        return NULL;
    struct json_value *value = &json->values[json->count++];
    *value = (struct json_value){.start = r->at, .next = json->count};
    return value;
}

static const char *read_word(struct json_reader *r, struct json_value *value, const char *word,
                             enum json_type type)
{
    size_t size = string_size(word);
    if (r->size - r->at < size || memcmp(r->bytes + r->at, word, size) != 0)
        return "expected a value";
    r->at += (uint32_t)size;
    value->type = type;
    value->size = (uint32_t)size;
    return NULL;
}

static bool at_digit(const struct json_reader *r)
{
    int c = peek(r, 0);
    return c >= '0' && c <= '9';
}

static bool skip_digits(struct json_reader *r)
{
    uint32_t first = r->at;
    while (at_digit(r))
        r->at++;
    return r->at > first;
}

static const char *read_number(struct json_reader *r, struct json_value *value)
{
    if (peek(r, 0) == '-')
        r->at++;
    bool zero = peek(r, 0) == '0';
    if (zero)
        r->at++;
    else if (!skip_digits(r))
        return "expected a digit after the minus sign";
    if (zero && at_digit(r))
        return "a number must not start with a zero and another digit";
    if (peek(r, 0) == '.') {
        r->at++;
        if (!skip_digits(r))
            return "expected a digit after the decimal point";
    }
    if (peek(r, 0) == 'e' || peek(r, 0) == 'E') {
        r->at++;
        if (peek(r, 0) == '+' || peek(r, 0) == '-')
            r->at++;
        if (!skip_digits(r))
            return "expected a digit in the exponent";
    }
    value->type = JSON_NUMBER;
    value->size = r->at - value->start;
    return NULL;
}

/* A code unit this far ahead, written as backslash, u and four hex digits; -1 if there is none. */
static int32_t peek_unit(const struct json_reader *r, uint32_t ahead)
{
    if (r->size - r->at < ahead + ESCAPE_SIZE)
        return -1;
    const char *escape = r->bytes + r->at + ahead;
    return escape[0] == '\\' && escape[1] == 'u' ? hex4(escape + 2) : -1;
}

static const char *read_escape(struct json_reader *r)
{
    switch (peek(r, 1)) {
    case '"':
    case '\\':
    case '/':
    case 'b':
    case 'f':
    case 'n':
    case 'r':
    case 't': r->at += 2; return NULL;
    case 'u': break;
    case -1: return ends_in_string;
    default: return "unknown escape in a string";
    }
    int32_t unit = peek_unit(r, 0);
    if (unit < 0)
        return "expected four hexadecimal digits after \\u";
    if (is_low_surrogate(unit))
        return "the second half of a surrogate pair without the first";
    if (is_high_surrogate(unit)) {
        if (!is_low_surrogate(peek_unit(r, ESCAPE_SIZE)))
            return "the first half of a surrogate pair without the second";
        r->at += ESCAPE_SIZE;
    }
    r->at += ESCAPE_SIZE;
    return NULL;
}

/* Size of the UTF-8 sequence here, 0 if there is none: RFC 3629, section 4. */
static uint32_t utf8_size(const struct json_reader *r)
{
    int lead = peek(r, 0), second = peek(r, 1);
    if (lead < 0x80)
        return 1;
    if (lead < 0xc2 || lead > 0xf4)
        return 0;
    int lowest = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;  /* else overlong */
    int highest = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf; /* else not a code point */
    if (second < lowest || second > highest)
        return 0;
    uint32_t size = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    for (uint32_t i = 2; i < size; i++) {
        if (peek(r, i) < 0x80 || peek(r, i) > 0xbf)
            return 0;
    }
    return size;
}

static const char *read_string(struct json_reader *r, struct json_value *value)
{
    r->at++; /* the quote */
    value->type = JSON_STRING;
    value->start = r->at;
    for (int c = peek(r, 0); c != '"'; c = peek(r, 0)) {
        if (c < 0)
            return ends_in_string;
        if (c < ' ')
            return "a control character in a string must be escaped";
        if (c == '\\') {
            value->escaped = 1;
            const char *error = read_escape(r);
            if (error)
                return error;
        } else {
            uint32_t size = utf8_size(r);
            if (size == 0)
                return "invalid UTF-8 in a string";
            r->at += size;
        }
    }
    value->size = r->at - value->start;
    r->at++;
    return NULL;
}

static const char *open_container(struct json_reader *r, struct json_value *value,
                                  enum json_type type)
{
    if (r->depth == JSON_DEPTH_MAX)
        return "too many arrays and objects inside each other";
    value->type = type;
    r->open[r->depth++] = (uint32_t)(value - r->json->values);
    r->at++;
    return NULL;
}

static const char *read_value(struct json_reader *r)
{
    skip_space(r);
    struct json_value *value = add_value(r);
    if (!value)
        return "too many values";
    switch (peek(r, 0)) {
    case '"': return read_string(r, value);
    case '[': return open_container(r, value, JSON_ARRAY);
    case '{': return open_container(r, value, JSON_OBJECT);
    case 'n': return read_word(r, value, "null", JSON_NULL);
    case 'f': return read_word(r, value, "false", JSON_FALSE);
    case 't': return read_word(r, value, "true", JSON_TRUE);
    case -1: return "the text ends where a value is expected";
    default: break;
    }
    return peek(r, 0) == '-' || at_digit(r) ? read_number(r, value) : "expected a value";
}

static const char *read_key(struct json_reader *r, uint32_t object)
{
    skip_space(r);
    if (peek(r, 0) != '"')
        return "expected a key in quotes";
    uint32_t quote = r->at;
    uint32_t index = r->json->count;
    struct json_value *key = add_value(r);
    if (!key)
        return "too many values";
    const char *error = read_string(r, key);
    if (error)
        return error;
    struct string string = string_at(r->json, index);
    key->hash = hash_string(string);
    if (index != object + 1) { /* else it is the root */
        uint32_t *link;
        if (find_key(r->json, object, string, key->hash, &link) != 0) {
            r->at = quote;
            return "the same key twice in an object";
        }
        *link = index;
    }
    skip_space(r);
    if (peek(r, 0) != ':')
        return "expected ':' after a key";
    r->at++;
    return NULL;
}

/* Closes the innermost container if it ends here. */
static bool close_container(struct json_reader *r)
{
    skip_space(r);
    struct json_value *container = &r->json->values[r->open[r->depth - 1]];
    if (peek(r, 0) != (container->type == JSON_ARRAY ? ']' : '}'))
        return false;
    r->at++;
    container->size = r->at - container->start;
    container->next = r->json->count;
    r->depth--;
    return true;
}

/* Reads the next element or member of the innermost container: its whole value, or the bracket
 * that opens it. */
static const char *read_item(struct json_reader *r)
{
    uint32_t index = r->open[r->depth - 1];
    struct json_value *container = &r->json->values[index];
    bool array = container->type == JSON_ARRAY;
    if (container->count > 0) {
        if (peek(r, 0) != ',')
            return array ? "expected ',' or ']' after an array element"
                         : "expected ',' or '}' after an object member";
        r->at++;
    }
    container->count++;
    const char *error = array ? NULL : read_key(r, index);
    return error ? error : read_value(r);
}

static const char *read_document(struct json_reader *r)
{
    const char *error = read_value(r);
    while (!error && r->depth > 0)
        error = close_container(r) ? NULL : read_item(r);
    if (error)
        return error;
    skip_space(r);
    return r->at < r->size ? "something follows the document" : NULL;
}

const char *json_read(struct json *json, struct json_value *values, uint32_t capacity,
                      const char *bytes, size_t size)
{
    *json = (struct json){.bytes = bytes, .values = values, .capacity = capacity};
    if (size > UINT32_MAX)
        return "the text is too long";
    struct json_reader reader = {.json = json, .bytes = bytes, .size = (uint32_t)size};
    const char *error = read_document(&reader);
    if (error) {
        json->error_at = reader.at;
        json->count = 0;
    }
    return error;
}

/* ---- what was read ---- */

static const struct json_value *value_at(const struct json *json, uint32_t index)
{
    CHECK(index < json->count);
    return &json->values[index];
}

uint32_t json_member(const struct json *json, uint32_t object, const char *key)
{
    const struct json_value *value = value_at(json, object);
    if (value->type != JSON_OBJECT || value->count == 0)
        return 0;
    struct string string = plain_string(key);
    uint32_t *link;
    uint32_t found = find_key(json, object, string, hash_string(string), &link);
    return found == 0 ? 0 : found + 1;
}

int64_t json_string(const struct json *json, uint32_t value, char *out, size_t capacity)
{
    if (capacity == 0)
        return -1;
    out[0] = '\0';
    if (value_at(json, value)->type != JSON_STRING)
        return -1;
    struct decoder decoder = decoder_start(string_at(json, value));
    size_t size = 0;
    for (int byte = decoder_next(&decoder); byte >= 0; byte = decoder_next(&decoder)) {
        if (size + 1 == capacity) {
            out[0] = '\0';
            return -1;
        }
        out[size++] = (char)(uint8_t)byte;
    }
    out[size] = '\0';
    return (int64_t)size;
}

bool json_text(const struct json *json, uint32_t value, char *out, size_t capacity)
{
    int64_t size = json_string(json, value, out, capacity);
    if (size >= 0 && (size_t)size == string_size(out))
        return true;
    out[0] = '\0';
    return false;
}

bool json_is(const struct json *json, uint32_t value, const char *text)
{
    return value_at(json, value)->type == JSON_STRING &&
           same_string(string_at(json, value), plain_string(text));
}

bool json_integer(const struct json *json, uint32_t value, int64_t *out)
{
    const struct json_value *number = value_at(json, value);
    if (number->type != JSON_NUMBER || number->size > INTEGER_SIZE_MAX)
        return false;
    char digits[INTEGER_SIZE_MAX + 1] = {0};
    memcpy(digits, json->bytes + number->start, number->size);
    if (string_equal(digits, "-0")) { /* valid JSON, but not for scan_number */
        *out = 0;
        return true;
    }
    struct scan scan = {digits};
    int64_t integer;
    if (!scan_number(&scan, INT64_MIN, INT64_MAX, &integer) || !scan_end(&scan))
        return false;
    *out = integer;
    return true;
}

/* ---- members ---- */

uint32_t json_get(const struct json *json, uint32_t object, const char *key, enum json_type type)
{
    uint32_t value = json_member(json, object, key);
    return value != 0 && json->values[value].type == type ? value : 0;
}

bool json_get_integer(const struct json *json, uint32_t object, const char *key, int64_t min,
                      int64_t max, int64_t *out)
{
    uint32_t value = json_member(json, object, key);
    int64_t number;
    if (value == 0 || !json_integer(json, value, &number) || number < min || number > max)
        return false;
    *out = number;
    return true;
}

bool json_get_bool(const struct json *json, uint32_t object, const char *key, bool *out)
{
    bool yes = json_get(json, object, key, JSON_TRUE) != 0;
    if (!yes && json_get(json, object, key, JSON_FALSE) == 0)
        return false;
    *out = yes;
    return true;
}

bool json_get_string(const struct json *json, uint32_t object, const char *key, char *out,
                     size_t capacity)
{
    uint32_t value = json_member(json, object, key);
    out[0] = '\0';
    return value != 0 && json_text(json, value, out, capacity);
}

bool json_get_name(const struct json *json, uint32_t object, const char *key,
                   const char *const *names, int count, int *out)
{
    uint32_t value = json_member(json, object, key);
    for (int i = 0; value != 0 && i < count; i++) {
        if (names[i] && json_is(json, value, names[i])) {
            *out = i;
            return true;
        }
    }
    return false;
}
