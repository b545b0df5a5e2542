/* SPDX-License-Identifier: MIT */
/* SHA-256: the examples of FIPS 180, and libsodium's answers for every size around a block. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <sodium.h>

#include "base/sha256.h"
#include "base/text.h"

static void assert_hash(const char *text, const char *expected)
{
    uint8_t hash[SHA256_SIZE];
    char hex[2 * SHA256_SIZE + 1];
    struct text out;
    text_init(&out, hex, sizeof hex);
    sha256(text, strlen(text), hash);
    text_hex(&out, hash, sizeof hash);
    assert_string_equal(hex, expected);
}

static void test_examples(void **unused)
{
    (void)unused;
    assert_hash("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    assert_hash("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assert_hash("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

static void test_million(void **unused)
{
    static const uint8_t expected[SHA256_SIZE] = {
        0xcd, 0xc7, 0x6e, 0x5c, 0x99, 0x14, 0xfb, 0x92, 0x81, 0xa1, 0xc7,
        0xe2, 0x84, 0xd7, 0x3e, 0x67, 0xf1, 0x80, 0x9a, 0x48, 0xa4, 0x97,
        0x20, 0x0e, 0x04, 0x6d, 0x39, 0xcc, 0xc7, 0x11, 0x2c, 0xd0,
    };
    struct sha256 hash;
    uint8_t out[SHA256_SIZE];
    (void)unused;
    sha256_init(&hash);
    for (int i = 0; i < 1000000; i++)
        sha256_add(&hash, "a", 1);
    sha256_end(&hash, out);
    assert_memory_equal(out, expected, sizeof out);
}

static void test_every_size(void **unused)
{
    uint8_t bytes[300], ours[SHA256_SIZE], theirs[SHA256_SIZE];
    (void)unused;
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(i * 37 + 11);
    for (size_t size = 0; size <= sizeof bytes; size++) {
        sha256(bytes, size, ours);
        crypto_hash_sha256(theirs, bytes, size);
        assert_memory_equal(ours, theirs, sizeof ours);
    }
}

/* For any split of the bytes. */
static void test_pieces(void **unused)
{
    uint8_t bytes[200] = {1, 2, 3}, whole[SHA256_SIZE], parts[SHA256_SIZE];
    (void)unused;
    sha256(bytes, sizeof bytes, whole);
    for (size_t cut = 0; cut <= sizeof bytes; cut++) {
        struct sha256 hash;
        sha256_init(&hash);
        sha256_add(&hash, bytes, cut);
        sha256_add(&hash, bytes + cut, sizeof bytes - cut);
        sha256_end(&hash, parts);
        assert_memory_equal(parts, whole, sizeof whole);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_examples),
        cmocka_unit_test(test_million),
        cmocka_unit_test(test_every_size),
        cmocka_unit_test(test_pieces),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
