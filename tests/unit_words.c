/* SPDX-License-Identifier: MIT */
/*
 * src/words over the real catalogue: finding, parameters, plurals, names of languages; and that
 * whatever the rules can name (games, options, events) has words in both languages.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"
#include "rules/game.h"
#include "words/words.h"

enum { ROOM = 256 };

/* The sentence as a string; the buffer lives until the next call. */
static const char *say(enum language language, const char *key, const struct word_arg *args,
                       int count)
{
    static char buffer[ROOM];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    words_say(&text, language, key, args, count);
    assert_false(text.overflow);
    return buffer;
}

static bool known(const char *key)
{
    return words_find(LANGUAGE_EN, key) != key && words_find(LANGUAGE_HE, key) != key;
}

static void assert_known(const char *key)
{
    if (!known(key))
        fail_msg("no words for %s", key);
}

/* ---- the table ---- */

static void keys_rise(void **state)
{
    (void)state;
    assert_true(words_count > 100);
    for (int i = 1; i < words_count; i++)
        assert_true(strcmp(words_table[i - 1].key, words_table[i].key) < 0);
}

static void every_key_is_found_in_both_languages(void **state)
{
    (void)state;
    for (int i = 0; i < words_count; i++)
        for (int language = 0; language < LANGUAGES; language++) {
            const char *text = words_table[i].text[language][FORM_OTHER];
            assert_non_null(text);
            assert_true(*text != '\0');
            assert_ptr_equal(words_find((enum language)language, words_table[i].key), text);
        }
}

static void a_missing_key_is_itself(void **state)
{
    (void)state;
    static const char *const missing[] = {"", "a", "zzz", "game", "game.", "game.iota.x", "{n}"};
    struct word_arg n = word_number("n", 1);
    for (size_t i = 0; i < sizeof missing / sizeof *missing; i++) {
        assert_ptr_equal(words_find(LANGUAGE_EN, missing[i]), missing[i]);
        assert_ptr_equal(words_find(LANGUAGE_HE, missing[i]), missing[i]);
    }
    assert_string_equal(say(LANGUAGE_HE, "no.such.key", &n, 1), "no.such.key");
}

static void found_texts_are_as_written(void **state)
{
    (void)state;
    assert_string_equal(words_find(LANGUAGE_EN, "game.cento"), "Cento Multi");
    assert_string_equal(words_find(LANGUAGE_HE, "game.cento"), "צ׳נטו מולטי");
    assert_string_equal(words_find(LANGUAGE_EN, "cards"), "{n} cards");
    assert_string_equal(words_find(LANGUAGE_HE, "cards"), "{n} קלפים");
}

/* ---- parameters ---- */

static void parameters_are_filled_in(void **state)
{
    (void)state;
    struct word_arg range[] = {word_number("max", 10), word_number("min", -2)};
    assert_string_equal(say(LANGUAGE_EN, "players.range", range, 2), "-2 to 10 players");
    assert_string_equal(say(LANGUAGE_HE, "players.range", range, 2), "-2 עד 10 שחקנים");
    struct word_arg score[] = {word_string("name", "נועה"), word_string("place", ""),
                               word_string("points", "{name}")};
    /* A parameter's text is not expanded. */
    assert_string_equal(say(LANGUAGE_EN, "result.score", score, 3), "נועה: , {name}");
}

static void missing_parameters_stay(void **state)
{
    (void)state;
    struct word_arg args[] = {word_string("minimum", "x"), word_string("mi", "y"),
                              word_string("max", "z")};
    assert_string_equal(say(LANGUAGE_EN, "players.range", args, 3), "{min} to z players");
    assert_string_equal(say(LANGUAGE_EN, "players.range", NULL, 0), "{min} to {max} players");
}

static void text_is_added_and_bounded(void **state)
{
    (void)state;
    char buffer[12];
    struct text text;
    struct word_arg n = word_number("n", 3);
    text_init(&text, buffer, sizeof buffer);
    words_say(&text, LANGUAGE_EN, "cards", &n, 1);
    assert_string_equal(buffer, "3 cards");
    assert_false(text.overflow);
    words_say(&text, LANGUAGE_EN, "cards", &n, 1);
    assert_string_equal(buffer, "3 cards3 ca");
    assert_true(text.overflow);
}

/* ---- plurals ---- */

static void english_counts_one_and_other(void **state)
{
    (void)state;
    static const struct {
        int64_t n;
        const char *text;
    } rows[] = {{0, "0 cards"},   {1, "1 card"},    {2, "2 cards"},
                {11, "11 cards"}, {-1, "-1 cards"}, {INT64_MIN, "-9223372036854775808 cards"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct word_arg n = word_number("n", rows[i].n);
        assert_string_equal(say(LANGUAGE_EN, "cards", &n, 1), rows[i].text);
    }
}

static void hebrew_counts_one_two_and_other(void **state)
{
    (void)state;
    static const char *const texts[] = {"0 קלפים", "קלף אחד", "שני קלפים", "3 קלפים"};
    for (int64_t i = 0; i < 4; i++) {
        struct word_arg n = word_number("n", i);
        assert_string_equal(say(LANGUAGE_HE, "cards", &n, 1), texts[i]);
    }
}

static void only_a_number_called_n_counts(void **state)
{
    (void)state;
    struct word_arg other[] = {word_number("m", 1), word_number("nn", 1)};
    struct word_arg string = word_string("n", "1");
    struct word_arg second[] = {word_string("name", "Dan"), word_number("n", 1)};
    assert_string_equal(say(LANGUAGE_EN, "cards", other, 2), "{n} cards");
    assert_string_equal(say(LANGUAGE_EN, "cards", &string, 1), "1 cards");
    assert_string_equal(say(LANGUAGE_EN, "event.points", second, 2), "Dan gets 1 point.");
    /* A sentence without forms is the same for every n. */
    assert_string_equal(say(LANGUAGE_EN, "seat.name", second, 2), "Seat 1");
}

/* ---- languages ---- */

static void languages_have_names(void **state)
{
    (void)state;
    static const char *const hebrew[] = {"he", "HE",    "he_IL",    "he_IL.UTF-8", "he-IL",
                                         "iw", "iw_IL", "he.UTF-8", "he@x",        "Iw"};
    static const char *const english[] = {"en", "en_US.UTF-8", "EN-gb", "En"};
    static const char *const none[] = {"",  "C", "POSIX", "fr",  "heb",     "eng",
                                       "h", "e", "hello", "_he", "C.UTF-8", "he1"};
    for (size_t i = 0; i < sizeof hebrew / sizeof *hebrew; i++) {
        enum language language = LANGUAGE_EN;
        assert_true(words_language(hebrew[i], &language));
        assert_int_equal(language, LANGUAGE_HE);
    }
    for (size_t i = 0; i < sizeof english / sizeof *english; i++) {
        enum language language = LANGUAGE_HE;
        assert_true(words_language(english[i], &language));
        assert_int_equal(language, LANGUAGE_EN);
    }
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        enum language language = LANGUAGE_HE;
        assert_false(words_language(none[i], &language));
        assert_int_equal(language, LANGUAGE_HE);
    }
}

static void codes_are_names(void **state)
{
    (void)state;
    for (int i = 0; i < LANGUAGES; i++) {
        enum language language;
        assert_true(words_language(words_language_code((enum language)i), &language));
        assert_int_equal(language, i);
    }
}

/* ---- what the rules can name ---- */

static void games_have_titles(void **state)
{
    (void)state;
    const struct game *game;
    for (int i = 0; (game = game_at(i)) != NULL; i++) {
        char key[ROOM];
        snprintf(key, sizeof key, "game.%s", game->name);
        assert_known(key);
        snprintf(key, sizeof key, "game.%s.about", game->name);
        assert_known(key);
    }
}

static void options_have_titles_and_help(void **state)
{
    (void)state;
    const struct game *game;
    for (int i = 0; (game = game_at(i)) != NULL; i++)
        for (const struct option *option = game->options; option->name; option++) {
            char key[ROOM];
            snprintf(key, sizeof key, "option.%s.%s", game->name, option->name);
            assert_known(key);
            snprintf(key, sizeof key, "option.%s.%s.help", game->name, option->name);
            assert_known(key);
            for (int value = 0; value < option->count; value++) {
                /* A number may be shown as it is. */
                if (strspn(option->values[value], "0123456789") == strlen(option->values[value]))
                    continue;
                snprintf(key, sizeof key, "option.%s.%s.%s", game->name, option->name,
                         option->values[value]);
                assert_known(key);
            }
        }
}

static void events_have_sentences(void **state)
{
    (void)state;
    static const char *const kinds[] = {
#define WIRE_NAME(name, wire) wire,
        EVENT_KINDS(WIRE_NAME)
#undef WIRE_NAME
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        char key[ROOM];
        snprintf(key, sizeof key, "event.%s", kinds[i]);
        assert_known(key);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_rise),
        cmocka_unit_test(every_key_is_found_in_both_languages),
        cmocka_unit_test(a_missing_key_is_itself),
        cmocka_unit_test(found_texts_are_as_written),
        cmocka_unit_test(parameters_are_filled_in),
        cmocka_unit_test(missing_parameters_stay),
        cmocka_unit_test(text_is_added_and_bounded),
        cmocka_unit_test(english_counts_one_and_other),
        cmocka_unit_test(hebrew_counts_one_two_and_other),
        cmocka_unit_test(only_a_number_called_n_counts),
        cmocka_unit_test(languages_have_names),
        cmocka_unit_test(codes_are_names),
        cmocka_unit_test(games_have_titles),
        cmocka_unit_test(options_have_titles_and_help),
        cmocka_unit_test(events_have_sentences),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
