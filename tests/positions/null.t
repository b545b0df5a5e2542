# The template game: copy this file beside the game you are writing. Its rules are in src/rules/null.c.

rule N1  Each player gets three cards, one at a time; the rest is the pile
seats 4
deal 0000000000000000000000000000000000000000000000000000000000000001
actors 0
count 0: 3
going

rule N1  Fewer with the option
options hand=2
seats 2
deal 0000000000000000000000000000000000000000000000000000000000000001
count 0: 2

rule N2  One card is laid and one drawn, in turn
position 7 1+5+12/3+4+6 8+9 0/7 0
legal 0: 1 ; 5 ; 12
cannot 0: 3 = null.N2.hand
cannot 0: 05 = null.notation.unknown
cannot 1: 3 = null.N2.turn
facts turn: seat 0
play 0 5
gives 5+7 1+8+12/3+4+6 9 0/7 1
event move 0
actors 1
facts turn: seat 1
facts lead: piece 5

rule N2  The pile runs out, and anyone without a card is skipped
position 7 1+5+12/3 - 0/7 0
play 0 1
play 1 3
gives 3+1+7 5+12/- - 0/10 0
play 0 5
actors 0
play 0 12
event over -
over 1 2
scores 17 10
facts turn: none

rule N3  A card scores its number if it is higher than the one it is laid on
position 7 1+5+12/3+4+6 8+9 0/7 0
play 0 12
event points 0 12
scores 12 7
play 1 6
scores 12 7

rule N3  The very first card scores
position - 1/12 - 0/0 0
play 0 1
event points 0 1
scores 1 0

rule N4  With all hands empty the highest score wins, and equal scores share the place
position 7+2 1/- - 9/0 0
play 0 1
over 1 2

rule N4  Equal scores share the place
position 3+4+6 1/-/- - 3/4/4 0
play 0 1
over 3 1 1
bad 3+4+6 1/-/- - 5/4/5 0 = null.position.scores

rule N1 N2  What a viewer knows: their own hand, the discards, and how many cards lie elsewhere
position 7+2 1+5+12/3+4+6 8+9 9/0 0
view 0 7+2 1+5+12/#3 #2 9/0 0
view 1 7+2 #3/3+4+6 #2 9/0 0
view spectator 7+2 #3/#3 #2 9/0 0
position 7+2 #3/3+4+6 #2 9/0 0
actors 0
cannot 0: 5 = game.move.hidden
bad 7+2 1+5+12/#3 #5 9/0 0 = null.position.hidden
bad 7+2 5+1/#3 - 9/0 0 = null.position.hands
bad 7+2 1+7/#3 - 9/0 0 = null.position.hands
bad 7+2 -/3 - 9/0 0 = null.position.turn
