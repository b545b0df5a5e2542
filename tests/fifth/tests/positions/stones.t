# Stones, rule by rule.

rule S1  A heap of 21 and a card each, dealt from a key; fourteen in a short game
seats 3
deal 0000000000000000000000000000000000000000000000000000000000000000
gives 21 x5/x7/x4 - x6 0
actors 0

rule S1  A short game
options heap=short
bad 15 x4/x5 - x6+x7 0 = stones.position.heap
position 14 x4/x5 - x6+x7 0

rule S2  The last stone, the last two or the last three
position 10 x4/x5 - x6+x7 0
legal 0: 10 ; 9 ; 8 ; x4
cannot 0: 7 = stones.S2.three
cannot 1: 10 = stones.S2.turn
play 0 8
gives 7 x4/x5 - x6+x7 1

rule S3  A card is laid once, and nobody else sees it before
position 10 x4/x5 - x6+x7 0
view 1 10 #1/x5 - #2 0
cannot 0: x5 = stones.S3.hand
play 0 x4
gives 6 -/x5 x4 x6+x7 1

rule S4  The last stone wins
position 3 x4/x5 - x6+x7 0
play 0 1
over 1 2

rule SR1  A card that takes more than there is
position 4 x6/x5 - x4+x7 0
cannot 0: x6 = stones.S3.many
