/* SPDX-License-Identifier: MIT */
/*
 * src/base without JSON: the key stream against RFC 8439 and libsodium, numbers and shuffles
 * against a second implementation that reads libsodium's stream, text and scanners at their edges.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <signal.h>
#include <sodium.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/chance.h"
#include "base/check.h"
#include "base/hash.h"
#include "base/rng.h"
#include "base/text.h"

static const uint8_t zero_nonce[12];

/* Repeatable keys: the same for every run of the test. */
static void make_key(uint8_t key[32], uint32_t number)
{
    uint8_t seed[randombytes_SEEDBYTES] = {'k', 'u', 'f', 's', 'a'};
    memcpy(seed + 8, &number, sizeof number);
    randombytes_buf_deterministic(key, 32, seed);
}

/* ---- CHECK ---- */

static const char *check_text;
static int check_line;

static void report_to_cmocka(const char *file, int line, const char *text)
{
    check_text = text;
    check_line = line;
    mock_assert(0, text, file, line);
}

#define ASSERT_CHECK_FAILS(call)                                                                   \
    do {                                                                                           \
        check_report = report_to_cmocka;                                                           \
        expect_assert_failure(call);                                                               \
    } while (0)

static void check_tells_what_failed(void **state)
{
    (void)state;
    int two = 2;
    CHECK(two == 2);
    int line = __LINE__ + 1;
    ASSERT_CHECK_FAILS(CHECK(two == 3));
    assert_string_equal(check_text, "two == 3");
    assert_int_equal(check_line, line);
}

static void fail_again(const char *file, int line, const char *text)
{
    (void)file;
    (void)line;
    (void)text;
    CHECK(check_line < 0); /* inside the report: this must not recurse for ever */
}

/* Runs a failing CHECK in a child and returns how the child ended. */
static int status_of_failed_check(void (*report)(const char *, int, const char *))
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        signal(SIGILL, SIG_DFL);
        signal(SIGTRAP, SIG_DFL);
        alarm(20);
        check_report = report;
        check_line = 0;
        CHECK(check_line == 1);
        _exit(0);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

static void check_traps(void **state)
{
    (void)state;
    int silent = status_of_failed_check(NULL), twice = status_of_failed_check(fail_again);
    assert_true(WIFSIGNALED(silent) && WTERMSIG(silent) != SIGALRM);
    assert_true(WIFSIGNALED(twice) && WTERMSIG(twice) == WTERMSIG(silent));
}

/* ---- text ---- */

static void text_writes(void **state)
{
    (void)state;
    char buffer[64];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    assert_string_equal(buffer, "");
    text_string(&text, "ab");
    text_char(&text, '-');
    text_bytes(&text, "c\0d", 3);
    text_hex(&text, (const uint8_t[]){0x00, 0x9f, 0xff}, 3);
    assert_memory_equal(buffer, "ab-c\0d009fff", 13);
    assert_int_equal(text.size, 12);
    assert_false(text.overflow);
    text_clear(&text);
    assert_string_equal(buffer, "");
    assert_int_equal(text.size, 0);
}

static void text_writes_numbers(void **state)
{
    (void)state;
    static const struct {
        int64_t number;
        const char *text;
    } rows[] = {
        {0, "0"},
        {7, "7"},
        {9, "9"},
        {-1, "-1"},
        {10, "10"},
        {-1234567890, "-1234567890"},
        {INT64_MAX, "9223372036854775807"},
        {INT64_MIN, "-9223372036854775808"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char buffer[32];
        struct text text;
        text_init(&text, buffer, sizeof buffer);
        text_number(&text, rows[i].number);
        assert_string_equal(buffer, rows[i].text);
    }
}

/* A buffer of any capacity holds a prefix of the whole, and nothing is written beyond it. */
static void text_overflows_to_a_prefix(void **state)
{
    (void)state;
    static const char whole[] = "abc-120fd!5";
    for (size_t capacity = 1; capacity <= sizeof whole + 2; capacity++) {
        char buffer[32];
        memset(buffer, '#', sizeof buffer);
        struct text text;
        text_init(&text, buffer, capacity);
        text_string(&text, "abc");
        text_number(&text, -12);
        text_hex(&text, (const uint8_t[]){0x0f}, 1);
        text_bytes(&text, "d!", 2);
        text_bytes(&text, "", 0);
        text_number(&text, 5);
        size_t kept = capacity < sizeof whole ? capacity - 1 : sizeof whole - 1;
        assert_int_equal(text.size, kept);
        assert_memory_equal(buffer, whole, kept);
        assert_int_equal(buffer[kept], '\0');
        assert_int_equal(buffer[capacity], '#');
        assert_int_equal(text.overflow, capacity < sizeof whole);
        text_clear(&text);
        assert_false(text.overflow);
    }
}

static void text_takes_nothing_more_after_an_overflow(void **state)
{
    (void)state;
    char buffer[4];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    text_string(&text, "ab");
    text_string(&text, "cd");
    assert_string_equal(buffer, "abc");
    assert_true(text.overflow);
    text_clear(&text);
    text_string(&text, "abc");
    assert_false(text.overflow);
    text_char(&text, 'd');
    text_char(&text, 'e');
    assert_string_equal(buffer, "abc");
    assert_true(text.overflow);
    ASSERT_CHECK_FAILS(text_init(&text, buffer, 0));
}

/* ---- scanners ---- */

static void scan_reads_chars_and_strings(void **state)
{
    (void)state;
    const char *line = "go:RGBx";
    struct scan scan = {line};
    int index = 99;
    assert_false(scan_char(&scan, 'o'));
    assert_false(scan_string(&scan, "gone"));
    assert_ptr_equal(scan.at, line);
    assert_true(scan_string(&scan, "go"));
    assert_true(scan_string(&scan, ""));
    assert_true(scan_char(&scan, ':'));
    assert_false(scan_one_of(&scan, "xyz", &index));
    assert_int_equal(index, 99);
    assert_true(scan_one_of(&scan, "RGBY", &index));
    assert_int_equal(index, 0);
    assert_true(scan_one_of(&scan, "RGBY", &index));
    assert_int_equal(index, 1);
    assert_false(scan_end(&scan));
    assert_true(scan_string(&scan, "Bx"));
    assert_true(scan_end(&scan));
    /* The end matches no character. */
    assert_false(scan_char(&scan, '\0'));
    assert_false(scan_one_of(&scan, "", &index));
    assert_false(scan_one_of(&scan, "ab", &index));
    assert_false(scan_string(&scan, "a"));
    assert_ptr_equal(scan.at, line + 7);
}

static void scan_reads_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int64_t min, max, number;
        int size; /* 0: refused */
    } rows[] = {
        {"0", 0, 9, 0, 1},
        {"7x", 0, 9, 7, 1},
        {"10", 0, 9, 0, 0},
        {"10", 10, 10, 10, 2},
        {"-1", -1, 0, -1, 2},
        {"-2", -1, 0, 0, 0},
        {"5", 6, 9, 0, 0},
        {"", INT64_MIN, INT64_MAX, 0, 0},
        {"-", INT64_MIN, INT64_MAX, 0, 0},
        {"--1", INT64_MIN, INT64_MAX, 0, 0},
        {"+1", INT64_MIN, INT64_MAX, 0, 0},
        {" 1", INT64_MIN, INT64_MAX, 0, 0},
        {"01", INT64_MIN, INT64_MAX, 0, 0},
        {"00", INT64_MIN, INT64_MAX, 0, 0},
        {"-0", INT64_MIN, INT64_MAX, 0, 0},
        {"-01", INT64_MIN, INT64_MAX, 0, 0},
        {"0x10", INT64_MIN, INT64_MAX, 0, 1},
        {"0.5", INT64_MIN, INT64_MAX, 0, 1},
        {"a", INT64_MIN, INT64_MAX, 0, 0},
        {"9223372036854775807", INT64_MIN, INT64_MAX, INT64_MAX, 19},
        {"9223372036854775808", INT64_MIN, INT64_MAX, 0, 0},
        {"-9223372036854775808", INT64_MIN, INT64_MAX, INT64_MIN, 20},
        {"-9223372036854775809", INT64_MIN, INT64_MAX, 0, 0},
        {"92233720368547758070", INT64_MIN, INT64_MAX, 0, 0},
        {"18446744073709551617", INT64_MIN, INT64_MAX, 0, 0},
        {"340282366920938463463374607431768211457", INT64_MIN, INT64_MAX, 0, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct scan scan = {rows[i].text};
        int64_t number = 77;
        assert_int_equal(scan_number(&scan, rows[i].min, rows[i].max, &number), rows[i].size > 0);
        assert_ptr_equal(scan.at, rows[i].text + rows[i].size);
        assert_true(number == (rows[i].size > 0 ? rows[i].number : 77));
    }
}

static void scan_reads_hex(void **state)
{
    (void)state;
    static const char *const refused[] = {"",     "0",    "00f",  "0g00", "00 0",
                                          "00FF", "0x00", "ff0:", "ffg0"};
    uint8_t bytes[2] = {1, 2};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        struct scan scan = {refused[i]};
        assert_false(scan_hex(&scan, bytes, 2));
        assert_ptr_equal(scan.at, refused[i]);
        assert_true(bytes[0] == 1 && bytes[1] == 2);
    }
    struct scan scan = {"09afx"};
    assert_true(scan_hex(&scan, bytes, 2));
    assert_true(bytes[0] == 0x09 && bytes[1] == 0xaf);
    assert_string_equal(scan.at, "x");
    assert_true(scan_hex(&scan, bytes, 0));
    assert_string_equal(scan.at, "x");
}

static void strings_compare(void **state)
{
    (void)state;
    assert_true(string_equal("", ""));
    assert_true(string_equal("taki", "taki"));
    assert_false(string_equal("taki", "tak"));
    assert_false(string_equal("tak", "taki"));
    assert_false(string_equal("taki", "tako"));
    assert_false(string_equal("", "t"));
    assert_int_equal(string_size(""), 0);
    assert_int_equal(string_size("iota"), 4);
}

/* ---- hash and search generator: published values ---- */

static void hash_is_fnv1a(void **state)
{
    (void)state;
    assert_true(hash_bytes(HASH_START, "", 0) == UINT64_C(0xcbf29ce484222325));
    assert_true(hash_bytes(HASH_START, "a", 1) == UINT64_C(0xaf63dc4c8601ec8c));
    assert_true(hash_bytes(HASH_START, "foobar", 6) == UINT64_C(0x85944171f73967e8));
    uint64_t in_parts = hash_bytes(hash_bytes(HASH_START, "foo", 3), "bar", 3);
    assert_true(in_parts == UINT64_C(0x85944171f73967e8));
}

static void search_rng_is_xoshiro256pp(void **state)
{
    (void)state;
    static const uint64_t expected[] = {
        UINT64_C(41943041),
        UINT64_C(58720359),
        UINT64_C(3588806011781223),
        UINT64_C(3591011842654386),
        UINT64_C(9228616714210784205),
        UINT64_C(9973669472204895162),
        UINT64_C(14011001112246962877),
        UINT64_C(12406186145184390807),
        UINT64_C(15849039046786891736),
        UINT64_C(10450023813501588000),
    };
    struct search_rng rng = {{1, 2, 3, 4}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        assert_true(search_rng_next(&rng) == expected[i]);
}

static void search_rng_is_seeded_by_splitmix64(void **state)
{
    (void)state;
    static const uint64_t expected[4] = {
        UINT64_C(6457827717110365317),
        UINT64_C(3203168211198807973),
        UINT64_C(9817491932198370423),
        UINT64_C(4593380528125082431),
    };
    struct search_rng rng;
    search_rng_init(&rng, 1234567);
    assert_memory_equal(rng.word, expected, sizeof expected);
}

static void search_rng_below_is_even(void **state)
{
    (void)state;
    enum { SIDES = 7, THROWS = 70000 };
    struct search_rng rng;
    search_rng_init(&rng, 5);
    int count[SIDES] = {0};
    for (int i = 0; i < THROWS; i++) {
        uint32_t side = search_rng_below(&rng, SIDES);
        assert_true(side < SIDES);
        count[side]++;
    }
    for (int i = 0; i < SIDES; i++) /* five standard deviations */
        assert_in_range(count[i], THROWS / SIDES - 465, THROWS / SIDES + 465);
    assert_int_equal(search_rng_below(&rng, 1), 0);
}

/* Each of the six orders of three cards is equally frequent. */
static void search_rng_shuffle_is_even(void **state)
{
    (void)state;
    enum { ORDERS = 6, SHUFFLES = 60000 };
    struct search_rng rng;
    search_rng_init(&rng, 6);
    int count[3 * 3 * 3] = {0}, orders = 0;
    for (int i = 0; i < SHUFFLES; i++) {
        uint8_t cards[3] = {0, 1, 2};
        search_rng_shuffle(&rng, cards, 3);
        count[cards[0] * 9 + cards[1] * 3 + cards[2]]++;
    }
    for (int i = 0; i < 3 * 3 * 3; i++) {
        if (count[i] == 0)
            continue;
        orders++;
        assert_in_range(count[i], SHUFFLES / ORDERS - 457, SHUFFLES / ORDERS + 457);
    }
    assert_int_equal(orders, ORDERS);
}

/* ---- the key stream ---- */

static void block_bytes(const uint8_t key[32], uint32_t counter, const uint8_t nonce[12],
                        uint8_t out[64])
{
    uint32_t words[16];
    chacha20_block(key, counter, nonce, words);
    for (int i = 0; i < 64; i++)
        out[i] = (uint8_t)(words[i / 4] >> i % 4 * 8);
}

/* RFC 8439, 2.3.2 and A.1 */
static void block_is_rfc8439(void **state)
{
    (void)state;
    static const char zeros[] = "0000000000000000000000000000000000000000000000000000000000000000";
    static const struct {
        const char *key;
        uint32_t counter;
        const char *nonce, *stream;
    } rows[] = {
        {"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f", 1,
         "000000090000004a00000000",
         "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
         "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e"},
        {zeros, 0, "000000000000000000000000",
         "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
         "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586"},
        {zeros, 1, "000000000000000000000000",
         "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
         "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f"},
        {"0000000000000000000000000000000000000000000000000000000000000001", 1,
         "000000000000000000000000",
         "3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b82284f3c949aa5a"
         "8eca00bbb4a73bdad192b5c42f73f2fd4e273644c8b36125a64addeb006c13a0"},
        {"00ff000000000000000000000000000000000000000000000000000000000000", 2,
         "000000000000000000000000",
         "72d54dfbf12ec44b362692df94137f328fea8da73990265ec1bbbea1ae9af0ca"
         "13b25aa26cb4a648cb9b9d1be65b2c0924a66c54d545ec1b7374f4872e99f096"},
        {zeros, 0, "000000000000000000000002",
         "c2c64d378cd536374ae204b9ef933fcd1a8b2288b3dfa49672ab765b54ee27c7"
         "8a970e0e955c14f3a88e741b97c286f75f8fc299e8148362fa198a39531bed6d"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint8_t key[32], nonce[12], expected[64], stream[64];
        assert_true(scan_hex(&(struct scan){rows[i].key}, key, sizeof key));
        assert_true(scan_hex(&(struct scan){rows[i].nonce}, nonce, sizeof nonce));
        assert_true(scan_hex(&(struct scan){rows[i].stream}, expected, sizeof expected));
        block_bytes(key, rows[i].counter, nonce, stream);
        assert_memory_equal(stream, expected, sizeof expected);
    }
}

static void blocks_are_libsodiums(void **state)
{
    (void)state;
    static const uint8_t nothing[64];
    for (uint32_t i = 0; i < 2000; i++) {
        uint8_t key[32], nonce[32], expected[64], stream[64];
        make_key(key, 2 * i);
        make_key(nonce, 2 * i + 1); /* its first 12 bytes */
        uint32_t counter = i == 0 ? UINT32_MAX : i * UINT32_C(2654435761) >> i % 32;
        assert_int_equal(crypto_stream_chacha20_ietf_xor_ic(expected, nothing, sizeof nothing,
                                                            nonce, counter, key),
                         0);
        block_bytes(key, counter, nonce, stream);
        assert_memory_equal(stream, expected, sizeof expected);
    }
}

/* ---- numbers and shuffles, the second time: from libsodium's bytes ---- */

enum { STREAM_WORDS = 4096 };

struct reference {
    uint8_t stream[4 * STREAM_WORDS];
    uint64_t at;
};

static void reference_init(struct reference *reference, const uint8_t key[32])
{
    crypto_stream_chacha20_ietf(reference->stream, sizeof reference->stream, zero_nonce, key);
    reference->at = 0;
}

static uint64_t reference_below(struct reference *reference, uint64_t n)
{
    for (;;) {
        assert_true(reference->at < STREAM_WORDS);
        const uint8_t *b = reference->stream + 4 * reference->at++;
        uint64_t x = b[0] + 256 * (b[1] + 256 * (b[2] + UINT64_C(256) * b[3]));
        uint64_t whole = UINT64_C(4294967296) / n;
        if (x < whole * n)
            return x % n;
    }
}

static void below_is_as_specified(void **state)
{
    (void)state;
    /* The last ones reject nearly every second word. */
    static const uint32_t limits[] = {
        1, 2, 3, 6, 42, 112, 65536, UINT32_MAX, 0xaaaaaaab, 0x80000000, 0x80000001, 0x80000003};
    struct reference reference;
    for (uint32_t k = 0; k < 20; k++) {
        uint8_t key[32];
        make_key(key, k);
        reference_init(&reference, key);
        struct chance chance;
        chance_init(&chance, key);
        for (int i = 0; i < 1200; i++) {
            uint32_t n = limits[i % 12];
            assert_int_equal(chance_below(&chance, n), reference_below(&reference, n));
            assert_int_equal(chance.taken, reference.at);
        }
        assert_true(chance.taken > 1400); /* 300 of the 1200 lose a word half of the time */
    }
}

/* The exact edge: a word x above 2^31 is thrown away for n = x and is the answer for n = x + 1. */
static void below_is_exact_at_the_edge(void **state)
{
    (void)state;
    uint8_t key[32];
    make_key(key, 3);
    struct chance chance;
    int seen = 0;
    for (uint32_t i = 0; i < 64; i++) {
        uint32_t block[16];
        chacha20_block(key, i / 16, zero_nonce, block);
        uint32_t x = block[i % 16];
        if (x <= UINT32_C(1) << 31)
            continue;
        seen++;
        chance_init(&chance, key);
        chance.taken = i;
        assert_int_equal(chance_below(&chance, x + 1), x);
        assert_int_equal(chance.taken, i + 1);
        chance.taken = i;
        assert_true(chance_below(&chance, x) < x);
        assert_true(chance.taken > i + 1);
    }
    assert_true(seen > 16);
}

static void shuffle_is_as_specified(void **state)
{
    (void)state;
    struct reference reference;
    for (int count = 0; count <= 255; count++) {
        uint8_t key[32], cards[256], expected[256];
        make_key(key, (uint32_t)count);
        reference_init(&reference, key);
        struct chance chance;
        chance_init(&chance, key);
        for (int i = 0; i < 256; i++)
            cards[i] = expected[i] = (uint8_t)i;
        for (int round = 0; round < 4; round++) { /* later ones begin inside a block */
            chance_shuffle(&chance, cards, count);
            for (int i = count - 1; i > 0; i--) {
                uint64_t j = reference_below(&reference, (uint64_t)i + 1);
                uint8_t held = expected[i];
                expected[i] = expected[j];
                expected[j] = held;
            }
            assert_memory_equal(cards, expected, sizeof cards);
            assert_int_equal(chance.taken, reference.at);
        }
    }
}

/* Written out, so that another program can be compared with it: key 00 01 … 1f, cards 0 … 51. */
static void shuffle_of_a_known_key(void **state)
{
    (void)state;
    static const uint8_t expected[52] = {27, 5,  17, 12, 13, 6,  44, 11, 7,  48, 43, 30, 36,
                                         38, 45, 0,  16, 46, 14, 28, 51, 21, 10, 31, 25, 19,
                                         9,  47, 18, 4,  42, 24, 41, 33, 3,  20, 23, 8,  50,
                                         29, 40, 49, 32, 15, 2,  34, 22, 26, 39, 37, 35, 1};
    uint8_t key[32], cards[52];
    for (int i = 0; i < 32; i++)
        key[i] = (uint8_t)i;
    for (int i = 0; i < 52; i++)
        cards[i] = (uint8_t)i;
    struct chance chance;
    chance_init(&chance, key);
    chance_shuffle(&chance, cards, 52);
    assert_memory_equal(cards, expected, sizeof cards);
    assert_int_equal(chance.taken, 51);
}

static void stream_goes_on_from_any_word(void **state)
{
    (void)state;
    uint8_t key[32];
    make_key(key, 1);
    struct chance whole, part;
    chance_init(&whole, key);
    for (uint64_t taken = 0; taken < 40; taken++) {
        chance_init(&part, key);
        part.taken = taken;
        assert_int_equal(chance_below(&part, 1000003), chance_below(&whole, 1000003));
        assert_int_equal(part.taken, whole.taken);
        assert_int_equal(whole.taken, taken + 1); /* with this n and key nothing is thrown away */
    }
}

static void stream_has_an_end(void **state)
{
    (void)state;
    static const uint8_t nothing[64];
    static struct chance chance;
    uint8_t key[32], last[64];
    make_key(key, 2);
    chance_init(&chance, key);
    chance.taken = (UINT64_C(1) << 36) - 1;
    crypto_stream_chacha20_ietf_xor_ic(last, nothing, sizeof last, zero_nonce, UINT32_MAX, key);
    uint32_t word =
        last[60] | (uint32_t)last[61] << 8 | (uint32_t)last[62] << 16 | (uint32_t)last[63] << 24;
    assert_int_equal(chance_below(&chance, 65536), word % 65536);
    ASSERT_CHECK_FAILS(chance_below(&chance, 65536));
    chance.taken = 0;
    ASSERT_CHECK_FAILS(chance_below(&chance, 0));
}

static void chance_text_round_trips(void **state)
{
    (void)state;
    static const uint64_t taken[] = {0, 1, 15, 16, 12345678901, CHANCE_TAKEN_MAX};
    for (uint32_t i = 0; i < sizeof taken / sizeof *taken; i++) {
        uint8_t key[32];
        make_key(key, i);
        struct chance chance, again;
        chance_init(&chance, key);
        chance.taken = taken[i];
        char buffer[128];
        struct text text;
        text_init(&text, buffer, sizeof buffer);
        chance_write(&chance, &text);
        assert_false(text.overflow);
        struct scan scan = {buffer};
        assert_true(chance_read(&again, &scan));
        assert_true(scan_end(&scan));
        assert_memory_equal(again.key, chance.key, sizeof chance.key);
        assert_true(again.taken == chance.taken);
    }
}

#define SOME_KEY "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1eff"

static void chance_reads_strictly(void **state)
{
    (void)state;
    static const char *const refused[] = {
        "",
        "rng=",
        "rng=:0",
        "rng=" SOME_KEY,
        "rng=" SOME_KEY ":",
        "rng=" SOME_KEY ":-1",
        "rng=" SOME_KEY ":-0",
        "rng=" SOME_KEY ":+1",
        "rng=" SOME_KEY ":01",
        "rng=" SOME_KEY ": 1",
        "rng=" SOME_KEY ":x",
        "rng=" SOME_KEY ":68451041281", /* one more than CHANCE_TAKEN_MAX */
        "rng=" SOME_KEY ":18446744073709551616",
        "rng=" SOME_KEY "0:0",
        "rng=" SOME_KEY "00:0",
        "rng= " SOME_KEY ":0",
        "RNG=" SOME_KEY ":0",
        " rng=" SOME_KEY ":0",
        "rng=000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1EFF:0",
        "rng=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1ef:0",
        "rng=000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e:0",
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        struct chance chance = {.taken = 7}, before = chance;
        struct scan scan = {refused[i]};
        assert_false(chance_read(&chance, &scan));
        assert_ptr_equal(scan.at, refused[i]);
        assert_memory_equal(&chance, &before, sizeof chance);
    }
    struct chance chance;
    struct scan scan = {"rng=" SOME_KEY ":68451041280 rest"};
    assert_true(chance_read(&chance, &scan));
    assert_string_equal(scan.at, " rest");
    assert_true(chance.taken == CHANCE_TAKEN_MAX);
    assert_int_equal(chance.key[0], 0);
    assert_int_equal(chance.key[31], 0xff);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(check_tells_what_failed),
        cmocka_unit_test(check_traps),
        cmocka_unit_test(text_writes),
        cmocka_unit_test(text_writes_numbers),
        cmocka_unit_test(text_overflows_to_a_prefix),
        cmocka_unit_test(text_takes_nothing_more_after_an_overflow),
        cmocka_unit_test(scan_reads_chars_and_strings),
        cmocka_unit_test(scan_reads_numbers),
        cmocka_unit_test(scan_reads_hex),
        cmocka_unit_test(strings_compare),
        cmocka_unit_test(hash_is_fnv1a),
        cmocka_unit_test(search_rng_is_xoshiro256pp),
        cmocka_unit_test(search_rng_is_seeded_by_splitmix64),
        cmocka_unit_test(search_rng_below_is_even),
        cmocka_unit_test(search_rng_shuffle_is_even),
        cmocka_unit_test(block_is_rfc8439),
        cmocka_unit_test(blocks_are_libsodiums),
        cmocka_unit_test(below_is_as_specified),
        cmocka_unit_test(below_is_exact_at_the_edge),
        cmocka_unit_test(shuffle_is_as_specified),
        cmocka_unit_test(shuffle_of_a_known_key),
        cmocka_unit_test(stream_goes_on_from_any_word),
        cmocka_unit_test(stream_has_an_end),
        cmocka_unit_test(chance_text_round_trips),
        cmocka_unit_test(chance_reads_strictly),
    };
    if (sodium_init() < 0)
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
