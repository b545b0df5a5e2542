# Cento Multi, rule by rule.
#
# A position: open card and declaration, hands, pile, discards, totals, turn:round:starter, stream.
# Most positions here show only the cards that matter; the rest of the deck is in the box.

rule C1  The deck: 42 numbers and two free cards, dealt from a key
seats 2
deal 0000000000000000000000000000000000000000000000000000000000000000
gives 40 1+4+5+20+21+42+100/10+18+27+54+56+63+70 72+25+2+8+6+28+9+90+14+7+36+35+45+49+60+32+64+81+?+80+12+3+48+30+16+15+50+24+? - 0/0 0:1:0 rng=0000000000000000000000000000000000000000000000000000000000000000:43
actors 0
going
scores 0 0

rule C1  Numbers that are not in the table are not cards, and there is one card of each number
bad 11 1/2 - - 0/0 0:1:0 = cento.position.card
bad 24 13/2 - - 0/0 0:1:0 = cento.position.card
bad 24 1/2 22+26 - 0/0 0:1:0 = cento.position.card
bad 24 1/2 - 0 0/0 0:1:0 = cento.position.card
bad 24 1/2 - 101 0/0 0:1:0 = cento.position.card
bad 24 1/02 - - 0/0 0:1:0 = cento.position.card
bad 24 1/+2 - - 0/0 0:1:0 = cento.position.card
bad 24 1+/2 - - 0/0 0:1:0 = cento.position.card
bad 24 1/24 - - 0/0 0:1:0 = cento.position.twice
bad 24 1+1/2 - - 0/0 0:1:0 = cento.position.twice
bad 24 1/2 7 7 0/0 0:1:0 = cento.position.twice
bad ?=1x1 ?/1 ? - 0/0 0:1:0 = cento.position.free
position 24 1/2 - - 0/0 0:1:0

rule C1  A number outside the table cannot be discarded
position 12=2x6 24/35 5 - 0/0 0:1:0
cannot 0: 11=1x11 = cento.C1.card
cannot 0: 11 = cento.C1.card
cannot 0: 22=2x11 = cento.C1.card
cannot 0: 26=2x13 = cento.C1.card
cannot 0: 0=0x0 = cento.C1.card
cannot 0: 200=2x100 = cento.C1.card

rule C2  Seven cards each with three players
seats 3
deal 0000000000000000000000000000000000000000000000000000000000000000
gives 9 4+8+27+42+70+72+100/1+6+18+20+25+54+56/2+5+10+21+28+40+63 90+14+7+36+35+45+49+60+32+64+81+?+80+12+3+48+30+16+15+50+24+? - 0/0/0 0:1:0 rng=0000000000000000000000000000000000000000000000000000000000000000:43

rule C2  Five cards each with four players
seats 4
deal 0000000000000000000000000000000000000000000000000000000000000000
gives 28 5+20+25+42+100/2+54+56+63+70/1+4+8+21+40/6+10+18+27+72 9+90+14+7+36+35+45+49+60+32+64+81+?+80+12+3+48+30+16+15+50+24+? - 0/0/0/0 0:1:0 rng=0000000000000000000000000000000000000000000000000000000000000000:43

rule C2  Five cards each with six players
seats 6
deal 0000000000000000000000000000000000000000000000000000000000000000
gives 32 4+7+8+42+100/6+18+36+54+56/5+21+28+35+40/9+27+45+70+72/1+20+25+49+90/2+10+14+60+63 64+81+?+80+12+3+48+30+16+15+50+24+? - 0/0/0/0/0/0 0:1:0 rng=0000000000000000000000000000000000000000000000000000000000000000:43

rule C3  The player says which product: 24 is 3x8 or 4x6
position 18=3x6 24+35/12 5 - 0/0 0:1:0
facts way: piece 18=3x6 ; seat 0 piece 24=3x8 number 1 ; seat 0 piece 24=4x6 number 1 ; seat 0 piece 35=5x7 ; seat 1 piece 12=2x6 ; seat 1 piece 12=3x4
legal 0: 24=3x8 ; 24=4x6 ; draw
cannot 0: 24=2x12 = cento.C3.table
cannot 0: 24=1x24 = cento.C3.table
cannot 0: 24=0x24 = cento.C3.table
cannot 0: 24=4x5 = cento.C3.product
cannot 0: 24=3x9 = cento.C3.product
cannot 0: 24 = cento.C3.declare
cannot 0: ? = cento.C3.declare
cannot 0: 24=4*6 = cento.notation.unknown
cannot 0: 24=4x6! = cento.notation.unknown
cannot 0: 24=04x6 = cento.notation.unknown
cannot 0: +24=4x6 = cento.notation.unknown
cannot 0: DRAW = cento.notation.unknown
cannot 0: pass = cento.notation.unknown

rule C3  A card of a position is declared as one of its products
bad 24=2x12 1/2 - - 0/0 0:1:0 = cento.position.declaration
bad 24=4x5 1/2 - - 0/0 0:1:0 = cento.position.declaration
bad 24= 1/2 - - 0/0 0:1:0 = cento.position.declaration
bad 24=4x 1/2 - - 0/0 0:1:0 = cento.position.declaration
bad ?=0x5 1/2 - - 0/0 0:1:0 = cento.position.declaration
bad ?=5x11 1/2 - - 0/0 0:1:0 = cento.position.declaration
position ?=5x10 1/2 - - 0/0 0:1:0

rule C4  On 12 declared as 2x6, 24 fits as 4x6 but not as 3x8
position 12=2x6 24+35/7+28 5 - 0/0 0:1:0
facts turn: seat 0
facts lead: piece 12=2x6
facts factor: number 2 ; number 6
facts way: piece 12=2x6 ; seat 0 piece 24=3x8 ; seat 0 piece 24=4x6 number 1 ; seat 0 piece 35=5x7 ; seat 1 piece 7=1x7 ; seat 1 piece 28=4x7
legal 0: 24=4x6 ; draw
cannot 0: 24=3x8 = cento.C4.match
cannot 0: 35=5x7 = cento.C4.match
cannot 0: 60=6x10 = cento.C4.hand
cannot 1: 28=4x7 = cento.C4.turn
cannot 1: draw = cento.C4.turn
play 0 24=4x6
gives 24=4x6 35/7+28 5 12 0/0 1:1:0
facts turn: seat 1
facts lead: piece 24=4x6
facts factor: number 4 ; number 6
facts way: piece 24=4x6 ; seat 0 piece 35=5x7 ; seat 1 piece 7=1x7 ; seat 1 piece 28=4x7 number 1
actors 1
legal 1: 28=4x7 ; draw
cannot 1: 7=1x7 = cento.C4.match
play 1 28=4x7
gives 28=4x7 35/7 5 24+12 0/0 0:1:0

rule C4  On 12 declared as 2x6, every card with a 2 or a 6 in it fits
position 12=2x6 2+4+6+8+10+14+16+18+20+24+30+36+42+48+54+60/1+3+5+7 9 - 0/0 0:1:0
legal 0: 2=1x2 ; 4=2x2 ; 6=1x6 ; 6=2x3 ; 8=2x4 ; 10=2x5 ; 14=2x7 ; 16=2x8 ; 18=2x9 ; 18=3x6 ; 20=2x10 ; 24=4x6 ; 30=5x6 ; 36=6x6 ; 42=6x7 ; 48=6x8 ; 54=6x9 ; 60=6x10 ; draw
play 0 draw
count 1: 1

rule C4  On 12 declared as 3x4 the same hand has other moves
position 12=3x4 2+4+6+8+10+14+16+18+20+24+30+36+42+48+54+60/1+3+5+7 9 - 0/0 0:1:0
legal 0: 4=1x4 ; 6=2x3 ; 8=2x4 ; 16=4x4 ; 18=3x6 ; 20=4x5 ; 24=3x8 ; 24=4x6 ; 30=3x10 ; 36=4x9 ; draw

rule C5  Nothing fits: draw a card, and the other player's turn
position 49=7x7 2+3/5 35+8 1 0/0 0:1:0
legal 0: draw
play 0 draw
gives 49=7x7 2+3+35/5 8 1 0/0 1:1:0
event move 0 1
actors 1
scores 0 0

rule C6  Player A puts 36 as 4x9 on 28: B draws, and C goes on with a 4 or a 9
position 28=4x7 36+50/3+80/12+27+90 6+7 - 0/0/0 0:1:0
play 0 36=4x9
gives 36=4x9 50/3+6+80/12+27+90 7 28 0/0/0 2:1:0
facts factor: number 4 ; number 9
facts square: number 1 ; number 4 ; number 9 ; number 16 ; number 25 ; number 36 ; number 49 ; number 64 ; number 81 ; number 100
event skip 1
event move 1 1
actors 2
legal 2: 12=3x4 ; 27=3x9 ; 90=9x10 ; draw
cannot 1: 3=1x3 = cento.C4.turn

rule C6  Every square number skips, however it was declared
position 16=2x8 4+5/7+9/10+12 3+6 - 0/0/0 0:1:0
can 0: 4=2x2
cannot 0: 4=1x4 = cento.C4.match
play 0 4=2x2
gives 4=2x2 5/3+7+9/10+12 6 16 0/0/0 2:1:0
facts factor: number 2

rule C6  So does 4 as 1x4
position 8=1x8 4+5/7+9/10+12 3+6 - 0/0/0 0:1:0
play 0 4=1x4
gives 4=1x4 5/3+7+9/10+12 6 8 0/0/0 2:1:0

rule C6  A number that is not a square does not
position 8=1x8 5+6/7+9/10+12 3 - 0/0/0 0:1:0
play 0 5=1x5
gives 5=1x5 6/7+9/10+12 3 8 0/0/0 1:1:0

rule C6  One square after another: with two players the other draws each time
position 10=1x10 1+2+4+9+36+81/3 5+6+7+8+12 - 0/0 0:1:0
play 0 1=1x1
play 0 9=1x9
play 0 81=9x9
play 0 36=4x9
play 0 4=1x4
gives 4=1x4 2/3+5+6+7+8+12 - 36+81+9+1+10 0/0 0:1:0

rule C6  64 and 16
position 80=8x10 3+16+64/5 6+7+12 - 0/0 0:1:0
play 0 64=8x8
play 0 16=2x8
gives 16=2x8 3/5+6+7 12 64+80 0/0 0:1:0

rule C6  100
position 80=8x10 3+100/5 6+7 - 0/0 0:1:0
play 0 100=10x10
gives 100=10x10 3/5+6 7 80 0/0 0:1:0

rule C6  25
position 35=5x7 3+25/5 6+7 - 0/0 0:1:0
play 0 25=5x5
gives 25=5x5 3/5+6 7 35 0/0 0:1:0

rule C6  49
position 35=5x7 3+49/5 6+7 - 0/0 0:1:0
play 0 49=7x7
gives 49=7x7 3/5+6 7 35 0/0 0:1:0

rule C7  On 28 a free card is declared as 4 = 1x4: a square
position 28=4x7 5+?/7+9/10+12 3 - 0/0/0 0:1:0
can 0: ?=1x4 ; ?=4x4 ; ?=4x10 ; ?=7x7 ; ?=7x10 ; ?=1x7
cannot 0: ?=2x8 = cento.C7.match
can 0: ?=4x1 ; ?=10x4
cannot 0: ?=8x2 = cento.C7.match
cannot 0: ?=4x11 = cento.C3.table
count 0: 20
play 0 ?=1x4
gives ?=1x4 5/3+7+9/10+12 - 28 0/0/0 2:1:0
event skip 1
legal 2: 10=1x10 ; 12=3x4 ; draw
cannot 2: ?=1x4 = cento.C7.hand

rule C7  A free card that is not a square, and what may be laid on it
position 28=4x7 5+?/7+9/10+12 3 - 0/0/0 0:1:0
play 0 ?=3x4
gives ?=3x4 5/7+9/10+12 3 28 0/0/0 1:1:0
facts lead: piece ?=3x4
facts factor: number 3 ; number 4
facts way: piece ?=3x4 ; seat 0 piece 5=1x5 ; seat 1 piece 7=1x7 ; seat 1 piece 9=1x9 ; seat 1 piece 9=3x3 number 1 ; seat 2 piece 10=1x10 ; seat 2 piece 10=2x5 ; seat 2 piece 12=2x6 ; seat 2 piece 12=3x4
legal 1: 9=3x3 ; draw
cannot 1: 9=1x9 = cento.C4.match

rule C8 CR12  An empty pile: all but the open card are shuffled, and the stream goes on
position 24=4x6 2+35/7+28 - 12+?+9+10+81 0/0 0:1:0 rng=00000000000000000000000000000000000000000000000000000000000000ff:43
play 0 draw
gives 24=4x6 2+10+35/7+28 9+81+?+12 - 0/0 1:1:0 rng=00000000000000000000000000000000000000000000000000000000000000ff:47
event shuffle - 5
event move 0 1
actors 1

rule C8  Without a stream the pile cannot be made
position 24=4x6 2+35/7+28 - 12+?+9 0/0 0:1:0
dry 0 draw

rule C8  A square's penalty cannot be paid without a stream either
position 24=4x6 4+35/7+28 - 12+?+9 0/0 0:1:0
dry 0 4=1x4

rule C8  No stream is needed while there is a pile
position 24=4x6 2+35/7+28 3 12+?+9 0/0 0:1:0
play 0 draw
gives 24=4x6 2+3+35/7+28 - 12+?+9 0/0 1:1:0

rule C9 C11  Without cards: the round is won, and the others count theirs
position 12=2x6 24/5+7+9+?/1 3 - 0/0/0 0:1:0
play 0 24=4x6
gives 24=4x6 -/5+7+9+?/1 3 12 0/4/1 0:1:0
actors none
over 1 3 2
scores 0 4 1
event points 0 0
event points 1 4
event points 2 1
event round 0 1
event over -

rule C9  A finished position is read as finished
position 24=4x6 -/5+7+9+?/1 3 12 0/4/1 0:1:0
facts turn: none
facts lead: piece 24=4x6
facts round: seat 0 number 1
actors none
over 1 3 2
scores 0 4 1

rule C10  The third round ends the session: fewest points, first place
options rounds=3
position 12=2x6 24+35/8 3 - 12/11 0:3:0
play 0 24=4x6
going
play 1 8=2x4
gives 8=2x4 35/- 3 24+12 13/11 1:3:0
over 2 1
scores 13 11

rule C10  Rounds are counted up to the option's number
options rounds=3
position 12=2x6 24/35 3 - 0/0 0:3:0
bad 12=2x6 24/35 3 - 0/0 0:4:0 = cento.position.turn
bad 12=2x6 24/35 3 - 0/0 0:0:0 = cento.position.turn

rule C11  A square as last card: the others count what they hold, nobody draws for it
position 12=2x6 36/5+7 3 - 1/2 0:1:0
play 0 36=6x6
gives 36=6x6 -/5+7 3 12 1/4 0:1:0
scores 1 4

rule C12 CR7 CR11  Places: 0, 2, 3 and for the last the number of players, each added at once
options scoring=places
position 12=2x6 24/28+30/7/35+90 3+5+6 - 0/0/0/0 0:1:0
play 0 24=4x6
gives 24=4x6 -/28+30/7/35+90 3+5+6 12 0/0/0/0 1:1:0
event points 0 0
going
play 1 28=4x7
gives 28=4x7 -/30/7/35+90 3+5+6 24+12 0/0/0/0 2:1:0
play 2 7=1x7
gives 7=1x7 -/30/-/35+90 3+5+6 28+24+12 0/0/2/0 3:1:0
event points 2 2
scores 0 0 2 0
play 3 35=5x7
gives 35=5x7 -/30/-/90 3+5+6 7+28+24+12 0/0/2/0 1:1:0
cannot 0: draw = cento.CR7.out
play 1 30=5x6
gives 30=5x6 -/-/-/90 3+5+6 35+7+28+24+12 0/3/2/4 1:1:0
event points 1 3
event points 3 4
event round - 1
event over -
over 1 3 2 4
scores 0 3 2 4

rule C12  With two players the loser scores 2
options scoring=places
position 12=2x6 24/28+30 3 - 0/0 0:1:0
play 0 24=4x6
gives 24=4x6 -/28+30 3 12 0/2 0:1:0
event round 0 1
over 1 2

rule C13  One free card
options free=1
position 24=4x6 1+?/2 3 - 0/0 0:1:0
bad 24=4x6 1+?/2 3+? - 0/0 0:1:0 = cento.position.free
bad ? ?/2 3 - 0/0 0:1:0 = cento.position.free

rule C13  No free card
options free=0
position 24=4x6 1/2 3 - 0/0 0:1:0
bad 24=4x6 1+?/2 3 - 0/0 0:1:0 = cento.position.free
bad ?=4x6 1/2 3 - 0/0 0:1:0 = cento.position.free

rule C13  Dealt without free cards
options free=0
seats 2
deal 0000000000000000000000000000000000000000000000000000000000000000
gives 3 2+4+9+12+24+48+80/27+36+50+54+70+81+90 6+5+25+72+32+40+10+7+49+18+16+63+8+60+21+42+35+100+64+1+28+30+20+14+56+45+15 - 0/0 0:1:0 rng=0000000000000000000000000000000000000000000000000000000000000000:41

rule C13  Dealt with one
options free=1
seats 2
deal 0000000000000000000000000000000000000000000000000000000000000000
gives 15 30+42+45+56+60+64+100/2+4+6+9+24+63+80 5+49+90+1+3+50+28+20+27+16+40+18+12+72+10+?+36+48+8+54+35+21+32+81+14+7+25+70 - 0/0 0:1:0 rng=0000000000000000000000000000000000000000000000000000000000000000:42

rule C14 CR2  The table as an aid: all its 55 products are offered where a free card may be anything
position ? 24+?/2 3 - 0/0 0:1:0
count 0: 58
can 0: 24=3x8 ; 24=4x6 ; ?=1x1 ; ?=10x10 ; ?=3x8 ; draw
cannot 0: table = cento.notation.unknown
facts lead: piece ?
facts factor: none
facts way: seat 0 piece 24=3x8 number 1 ; seat 0 piece 24=4x6 number 1 ; seat 0 piece ?=1x1 number 1 ; seat 0 piece ?=1x2 number 1 ; seat 0 piece ?=1x3 number 1 ; seat 0 piece ?=1x4 number 1 ; seat 0 piece ?=2x2 number 1 ; seat 0 piece ?=1x5 number 1 ; seat 0 piece ?=1x6 number 1 ; seat 0 piece ?=2x3 number 1 ; seat 0 piece ?=1x7 number 1 ; seat 0 piece ?=1x8 number 1 ; seat 0 piece ?=2x4 number 1 ; seat 0 piece ?=1x9 number 1 ; seat 0 piece ?=3x3 number 1 ; seat 0 piece ?=1x10 number 1 ; seat 0 piece ?=2x5 number 1 ; seat 0 piece ?=2x6 number 1 ; seat 0 piece ?=3x4 number 1 ; seat 0 piece ?=2x7 number 1 ; seat 0 piece ?=3x5 number 1 ; seat 0 piece ?=2x8 number 1 ; seat 0 piece ?=4x4 number 1 ; seat 0 piece ?=2x9 number 1 ; seat 0 piece ?=3x6 number 1 ; seat 0 piece ?=2x10 number 1 ; seat 0 piece ?=4x5 number 1 ; seat 0 piece ?=3x7 number 1 ; seat 0 piece ?=3x8 number 1 ; seat 0 piece ?=4x6 number 1 ; seat 0 piece ?=5x5 number 1 ; seat 0 piece ?=3x9 number 1 ; seat 0 piece ?=4x7 number 1 ; seat 0 piece ?=3x10 number 1 ; seat 0 piece ?=5x6 number 1 ; seat 0 piece ?=4x8 number 1 ; seat 0 piece ?=5x7 number 1 ; seat 0 piece ?=4x9 number 1 ; seat 0 piece ?=6x6 number 1 ; seat 0 piece ?=4x10 number 1 ; seat 0 piece ?=5x8 number 1 ; seat 0 piece ?=6x7 number 1 ; seat 0 piece ?=5x9 number 1 ; seat 0 piece ?=6x8 number 1 ; seat 0 piece ?=7x7 number 1 ; seat 0 piece ?=5x10 number 1 ; seat 0 piece ?=6x9 number 1 ; seat 0 piece ?=7x8 number 1 ; seat 0 piece ?=6x10 number 1 ; seat 0 piece ?=7x9 number 1 ; seat 0 piece ?=8x8 number 1 ; seat 0 piece ?=7x10 number 1 ; seat 0 piece ?=8x9 number 1 ; seat 0 piece ?=8x10 number 1 ; seat 0 piece ?=9x9 number 1 ; seat 0 piece ?=9x10 number 1 ; seat 0 piece ?=10x10 number 1 ; seat 1 piece 2=1x2

rule CR1  24 as it was turned up takes 3, 4, 6 and 8
position 24 8+9+10+12+14+21+25+30+32+42+45+49+?/1+2 5 - 0/0 0:1:0
can 0: 8=1x8 ; 8=2x4 ; 9=3x3 ; 12=2x6 ; 12=3x4 ; 21=3x7 ; 30=3x10 ; 30=5x6 ; 32=4x8 ; 42=6x7 ; draw
cannot 0: 10=2x5 = cento.CR1.match
cannot 0: 14=2x7 = cento.CR1.match
cannot 0: 25=5x5 = cento.CR1.match
cannot 0: 45=5x9 = cento.CR1.match
cannot 0: 9=1x9 = cento.CR1.match
cannot 0: ?=5x7 = cento.CR1.match
count 0: 45

rule CR1  Drawing leaves the turned-up 24 as open as it was
position 24 9/10+30+72 7 - 0/0 0:1:0
facts lead: piece 24
facts factor: number 3 ; number 4 ; number 6 ; number 8
facts way: piece 24=3x8 ; piece 24=4x6 ; seat 0 piece 9=1x9 ; seat 0 piece 9=3x3 number 1 ; seat 1 piece 10=1x10 ; seat 1 piece 10=2x5 ; seat 1 piece 30=3x10 ; seat 1 piece 30=5x6 ; seat 1 piece 72=8x9
play 0 draw
gives 24 7+9/10+30+72 - - 0/0 1:1:0
legal 1: 30=3x10 ; 30=5x6 ; 72=8x9
play 1 30=5x6
gives 30=5x6 7+9/10+72 - 24 0/0 0:1:0
legal 0: draw

rule CR2  The game begins on a free card: any card may be laid, as any product
seats 2
deal 0000000000000000000000000000000000000000000000000000000000000018
gives ? 7+8+18+36+48+64+80/1+10+14+21+45+70+? 12+28+30+42+27+5+56+6+90+2+9+54+50+25+20+4+15+35+16+49+72+32+81+40+63+60+100+3+24 - 0/0 0:1:0 rng=0000000000000000000000000000000000000000000000000000000000000018:43
legal 0: 7=1x7 ; 8=1x8 ; 8=2x4 ; 18=2x9 ; 18=3x6 ; 36=4x9 ; 36=6x6 ; 48=6x8 ; 64=8x8 ; 80=8x10 ; draw
play 0 draw
count 1: 63
play 1 70=7x10
cannot 0: 8=1x8 = cento.C4.match

rule CR3  The game begins on 81, and nobody is skipped
seats 2
deal 0000000000000000000000000000000000000000000000000000000000000003
gives 81 8+27+32+42+49+50+63/6+10+25+45+54+64+? 15+1+16+80+100+35+48+7+40+70+21+18+12+60+28+5+4+14+?+2+72+36+56+30+3+90+9+20+24 - 0/0 0:1:0 rng=0000000000000000000000000000000000000000000000000000000000000003:43
actors 0
legal 0: 27=3x9 ; 63=7x9 ; draw

rule CR4  A player may draw while holding a card that fits
position 12=2x6 24+35/7+28 5+8 - 0/0 0:1:0
can 0: 24=4x6 ; draw
play 0 draw
gives 12=2x6 5+24+35/7+28 8 - 0/0 1:1:0

rule CR4 CR5  Also when the card to draw must come from the discards
position 12=2x6 24+35/7+28 - 8 0/0 0:1:0 rng=00000000000000000000000000000000000000000000000000000000000000ff:0
can 0: 24=4x6 ; draw
play 0 draw
gives 12=2x6 8+24+35/7+28 - - 0/0 1:1:0 rng=00000000000000000000000000000000000000000000000000000000000000ff:0
event shuffle - 1

rule CR5  Nothing to draw and 24 fits: it must be laid
position 12=2x6 24+35/7+28 - - 0/0 0:1:0
legal 0: 24=4x6
cannot 0: draw = cento.CR5.discard
play 0 24=4x6
gives 24=4x6 35/7+28 - 12 0/0 1:1:0
can 1: draw ; 28=4x7

rule CR5  Nothing to draw and nothing fits: the turn is lost, the hand is unchanged
position 12=2x6 35+49/7+28 - - 0/0 0:1:0
legal 0: draw
play 0 draw
gives 12=2x6 35+49/7+28 - - 0/0 1:1:0
event skip 0
play 1 draw
gives 12=2x6 35+49/7+28 - - 0/0 0:1:0

rule CR5 CR12  The card just covered is the only one to be drawn for the penalty
position 12=2x6 35+36/7+28/10+20 - - 0/0/0 0:1:0 rng=00000000000000000000000000000000000000000000000000000000000000ff:0
legal 0: 36=6x6
play 0 36=6x6
gives 36=6x6 35/7+12+28/10+20 - - 0/0/0 2:1:0 rng=00000000000000000000000000000000000000000000000000000000000000ff:0
event shuffle - 1
event skip 1

rule CR6  24 would fit, but it was drawn just now: it has to wait
position 12=2x6 35/7+28 24 - 0/0 0:1:0
play 0 draw
gives 12=2x6 24+35/7+28 - - 0/0 1:1:0
cannot 0: 24=4x6 = cento.C4.turn

rule CR7  Empty hands get no turn, and a square goes past them too
options scoring=places
position 12=2x6 36+40/-/8+9/-/25+27 3+5+6 - 0/0/0/2/0 0:1:0
play 0 36=6x6
gives 36=6x6 40/-/3+8+9/-/25+27 5+6 12 0/0/0/2/0 4:1:0
facts turn: seat 4
cannot 1: draw = cento.CR7.out
play 4 draw
gives 36=6x6 40/-/3+8+9/-/5+25+27 6 12 0/0/0/2/0 0:1:0
play 0 draw
gives 36=6x6 6+40/-/3+8+9/-/5+25+27 - 12 0/0/0/2/0 2:1:0

rule CR7 CR10  Going out with 36: the empty hand is skipped, the one after it pays
options scoring=places
position 12=2x6 36/-/8+9/25+27 3+5 - 0/0/0/0 0:1:0
play 0 36=6x6
gives 36=6x6 -/-/3+8+9/25+27 5 12 2/0/0/0 3:1:0
event points 0 2
event skip 2

rule CR7  The player to move has cards
options scoring=places
bad 12=2x6 24/-/8+9 3+5 - 0/0/0 1:1:0 = cento.position.finished
bad 12=2x6 -/-/- 3+5 - 0/2/3 1:1:0 = cento.position.finished
position 12=2x6 24/-/8+9 3+5 - 0/0/0 0:1:0

rule CR8 CR11  The next round is dealt at once and the seat to the left of the last starter begins
options rounds=2
position 12=2x6 24/5+7+9 3 - 0/0 0:1:0 rng=0000000000000000000000000000000000000000000000000000000000000007:50
play 0 24=4x6
gives 12 2+5+7+10+24+30+70/4+27+48+56+64+80+? 90+21+50+14+25+49+?+60+72+18+54+32+6+9+1+45+81+42+15+28+16+8+3+40+36+35+20+100+63 - 0/3 1:2:1 rng=0000000000000000000000000000000000000000000000000000000000000007:93
facts round: seat 1 number 2
facts turn: seat 1
actors 1
going
scores 0 3
event points 1 3
event round 0 1
event deal -

rule CR8 CR11  The last seat began: seat 0 is next
options rounds=20
position 12=2x6 1+2/24/5+7+9 3 - 0/0/0 1:3:2 rng=0000000000000000000000000000000000000000000000000000000000000007:50
play 1 24=4x6
gives ? 2+7+14+64+70+80+90/4+5+21+25+27+30+56/10+12+24+48+49+50+? 60+72+18+54+32+6+9+1+45+81+42+15+28+16+8+3+40+36+35+20+100+63 - 2/0/3 0:4:0 rng=0000000000000000000000000000000000000000000000000000000000000007:93
actors 0
scores 2 0 3

rule CR8 CR11  No new round without a stream
options rounds=2
position 12=2x6 24/5+7+9 3 - 0/0 0:1:0
dry 0 24=4x6

rule CR8 CR12  Ties share the place, and the next place is skipped: 1, 1, 3
options rounds=5
position 12=2x6 24/5+7/9 3 - 4/2/9 0:5:1
play 0 24=4x6
gives 24=4x6 -/5+7/9 3 12 4/4/10 0:5:1
over 1 1 3
scores 4 4 10

rule CR9  5x7 and 7x5 are the same and both are read; the smaller factor is written first
position 49=7x7 24+35+42/1 3 - 0/0 0:1:0
legal 0: 35=5x7 ; 42=6x7 ; draw
can 0: 35=7x5 ; 42=7x6
cannot 0: 35=7x4 = cento.C3.product
cannot 0: 24=8x3 = cento.C4.match
cannot 0: 24=12x2 = cento.C3.table
play 0 42=7x6
gives 42=6x7 24+35/1 3 49 0/0 1:1:0
reads 35=7x5 2/1 3 - 0/0 0:1:0 = 35=5x7 2/1 3 - 0/0 0:1:0
reads ?=6x4 2/1 3 - 0/0 0:1:0 = ?=4x6 2/1 3 - 0/0 0:1:0
bad 35=7x4 2/1 3 - 0/0 0:1:0 = cento.position.declaration
bad ?=12x2 2/1 3 - 0/0 0:1:0 = cento.position.declaration

rule CR10  In `places` nobody draws if the square ends the round
options scoring=places
position 12=2x6 36/-/8+9 3+5 - 0/0/0 0:1:0
play 0 36=6x6
gives 36=6x6 -/-/8+9 3+5 12 2/0/3 0:1:0
over 2 1 3

rule CR10 CR12  Going out with a square, and two are left: one draws, the other plays
options scoring=places
position 12=2x6 24/36/8+9 3+5 - 0/0/0 1:1:0
play 1 36=6x6
gives 36=6x6 24/-/3+8+9 5 12 0/0/0 0:1:0

rule CR11  The session is over: no new hands are dealt, and the turn stays
position 12=2x6 5+7/24/9 3 - 0/0/0 1:1:0
play 1 24=4x6
gives 24=4x6 5+7/-/9 3 12 2/0/1 1:1:0
actors none
bad 24=4x6 5+7/-/9 3 12 2/0/1 0:1:0 = cento.position.finished
bad 24=4x6 5+7/-/- 3 12 2/0/0 1:1:0 = cento.position.finished

rule CR11  Before the last round nobody is seen without cards
options rounds=2
bad 24=4x6 5+7/-/9 3 12 2/0/1 1:1:0 = cento.position.finished
position 24=4x6 5+7/-/9 3 12 2/0/1 1:2:1

rule CR11  In `places` the last one's points come when the round ends, with the new deal
options scoring=places rounds=2
position 12=2x6 24/5+7/- 3 - 0/0/0 0:1:0 rng=0000000000000000000000000000000000000000000000000000000000000007:50
play 0 24=4x6
gives ? 2+7+14+64+70+80+90/4+5+21+25+27+30+56/10+12+24+48+49+50+? 60+72+18+54+32+6+9+1+45+81+42+15+28+16+8+3+40+36+35+20+100+63 - 2/3/0 1:2:1 rng=0000000000000000000000000000000000000000000000000000000000000007:93
scores 2 3 0
actors 1

rule CR12  Only two play: after a square the same player goes again
position 12=2x6 5+36/7+28 3 - 0/0 0:1:0
play 0 36=6x6
gives 36=6x6 5/3+7+28 - 12 0/0 0:1:0
actors 0

rule CR12 CR7  With two players left too
options scoring=places
position 12=2x6 5+36/-/7+28 3 - 0/0/0 0:1:0
play 0 36=6x6
gives 36=6x6 5/-/3+7+28 - 12 0/0/0 0:1:0

rule CR12  The pile may stand empty: it is rebuilt at the next draw and not before
position 12=2x6 5+7+36/3+28/10+20 8 4+14+? 0/0/0 1:1:0 rng=00000000000000000000000000000000000000000000000000000000000000ff:43
play 1 draw
gives 12=2x6 5+7+36/3+8+28/10+20 - 4+14+? 0/0/0 2:1:0 rng=00000000000000000000000000000000000000000000000000000000000000ff:43
play 2 20=2x10
gives 20=2x10 5+7+36/3+8+28/10 - 12+4+14+? 0/0/0 0:1:0 rng=00000000000000000000000000000000000000000000000000000000000000ff:43
cannot 0: 36=6x6 = cento.C4.match
play 0 draw
gives 20=2x10 5+7+14+36/3+8+28/10 ?+4+12 - 0/0/0 1:1:0 rng=00000000000000000000000000000000000000000000000000000000000000ff:46
event shuffle - 4

rule CR12 C8  The penalty's card comes from the new pile, and the covered card is in it
position 12=2x6 5+7+36/3+28/10+20 - 4+14+? 0/0/0 0:1:0 rng=00000000000000000000000000000000000000000000000000000000000000ff:43
play 0 36=6x6
gives 36=6x6 5+7/3+14+28/10+20 ?+4+12 - 0/0/0 2:1:0 rng=00000000000000000000000000000000000000000000000000000000000000ff:46
event skip 1
event shuffle - 4
event move 1 1
actors 2

rule CR12  Under another card a free card is a plain `?` again
position ?=2x6 24+35/7+28 5 - 0/0 0:1:0
play 0 24=4x6
gives 24=4x6 35/7+28 5 ? 0/0 1:1:0

rule CR12  A free card called 2x8 is a square
position 18=2x9 5+?/7+28/10+20 3+4 - 0/0/0 0:1:0
play 0 ?=2x8
gives ?=2x8 5/3+7+28/10+20 4 18 0/0/0 2:1:0

rule CR12  So is one called 4x9; one called 2x5 is not
position 18=2x9 5+?+?/7+28/10+20 3+4 - 0/0/0 0:1:0
play 0 ?=4x9
gives ?=4x9 5+?/3+7+28/10+20 4 18 0/0/0 2:1:0
play 2 20=4x5
play 0 ?=2x5
gives ?=2x5 5/3+7+28/10 4 20+?+18 0/0/0 1:1:0

rule CR12  Who sees what: discards are public, other hands and the pile are not
position 18=2x9 5+?/7+28/10+20 3+4 12+?+9 3/0/1 0:1:0 rng=00000000000000000000000000000000000000000000000000000000000000ff:43
view 0 18=2x9 5+?/#2/#2 #2 12+?+9 3/0/1 0:1:0
view 1 18=2x9 #2/7+28/#2 #2 12+?+9 3/0/1 0:1:0
view 2 18=2x9 #2/#2/10+20 #2 12+?+9 3/0/1 0:1:0
view spectator 18=2x9 #2/#2/#2 #2 12+?+9 3/0/1 0:1:0

rule CR12  Nothing is hidden where there is nothing
options scoring=places
position 24=4x6 -/5+7/3 - 12 0/0/0 1:1:0
view 0 24=4x6 -/#2/#1 - 12 0/0/0 1:1:0
view 1 24=4x6 -/5+7/#1 - 12 0/0/0 1:1:0
view spectator 24=4x6 -/#2/#1 - 12 0/0/0 1:1:0

rule CR12  A view is a position too; no more can be hidden than the deck has, and never a discard
position 18=2x9 #2/7+27/#2 #2 12+?+9 3/0/1 1:1:0
facts way: piece 18=2x9 ; seat 1 piece 7=1x7 ; seat 1 piece 27=3x9 number 1
legal 1: 27=3x9 ; draw
bad 18=2x9 #0/7+28/#2 #2 12+?+9 3/0/1 0:1:0 = cento.position.hidden
bad 18=2x9 #/7+28/#2 #2 12+?+9 3/0/1 0:1:0 = cento.position.hidden
bad 18=2x9 #20/7+28/#20 #9 12+?+9 3/0/1 0:1:0 = cento.position.hidden
bad 18=2x9 #2/7+28/#2 #2 #3 3/0/1 0:1:0 = cento.position.discards
bad 18=2x9 #2+5/7+28/#2 #2 12+?+9 3/0/1 0:1:0 = cento.position.fields
bad # #2/7+28/#2 #2 12+?+9 3/0/1 0:1:0 = cento.position.card

rule C2 CR9  Hands are written in ascending order, with the free cards last
position 18=2x9 5+?+?/7+28 3+4 - 0/0 0:1:0
facts way: piece 18=2x9 ; seat 0 piece 5=1x5 ; seat 0 piece ?=1x1 ; seat 0 piece ?=1x2 number 1 ; seat 0 piece ?=1x3 ; seat 0 piece ?=1x4 ; seat 0 piece ?=2x2 number 1 ; seat 0 piece ?=1x5 ; seat 0 piece ?=1x6 ; seat 0 piece ?=2x3 number 1 ; seat 0 piece ?=1x7 ; seat 0 piece ?=1x8 ; seat 0 piece ?=2x4 number 1 ; seat 0 piece ?=1x9 number 1 ; seat 0 piece ?=3x3 ; seat 0 piece ?=1x10 ; seat 0 piece ?=2x5 number 1 ; seat 0 piece ?=2x6 number 1 ; seat 0 piece ?=3x4 ; seat 0 piece ?=2x7 number 1 ; seat 0 piece ?=3x5 ; seat 0 piece ?=2x8 number 1 ; seat 0 piece ?=4x4 ; seat 0 piece ?=2x9 number 1 ; seat 0 piece ?=3x6 ; seat 0 piece ?=2x10 number 1 ; seat 0 piece ?=4x5 ; seat 0 piece ?=3x7 ; seat 0 piece ?=3x8 ; seat 0 piece ?=4x6 ; seat 0 piece ?=5x5 ; seat 0 piece ?=3x9 number 1 ; seat 0 piece ?=4x7 ; seat 0 piece ?=3x10 ; seat 0 piece ?=5x6 ; seat 0 piece ?=4x8 ; seat 0 piece ?=5x7 ; seat 0 piece ?=4x9 number 1 ; seat 0 piece ?=6x6 ; seat 0 piece ?=4x10 ; seat 0 piece ?=5x8 ; seat 0 piece ?=6x7 ; seat 0 piece ?=5x9 number 1 ; seat 0 piece ?=6x8 ; seat 0 piece ?=7x7 ; seat 0 piece ?=5x10 ; seat 0 piece ?=6x9 number 1 ; seat 0 piece ?=7x8 ; seat 0 piece ?=6x10 ; seat 0 piece ?=7x9 number 1 ; seat 0 piece ?=8x8 ; seat 0 piece ?=7x10 ; seat 0 piece ?=8x9 number 1 ; seat 0 piece ?=8x10 ; seat 0 piece ?=9x9 number 1 ; seat 0 piece ?=9x10 number 1 ; seat 0 piece ?=10x10 ; seat 1 piece 7=1x7 ; seat 1 piece 28=4x7
bad 18=2x9 ?+5/7+28 3+4 - 0/0 0:1:0 = cento.position.order
bad 18=2x9 5+?/28+7 3+4 - 0/0 0:1:0 = cento.position.order
bad 18=2x9 5+? 3+4 - 0 0:1:0 = cento.position.seats
bad 18=2x9 5x/7+28 3+4 - 0/0 0:1:0 = cento.position.fields
bad 18=2x9 1/2/3/4/5/6/7 - - 0/0/0/0/0/0/0 0:1:0 = cento.position.seats

rule C10 CR11  Totals, turn and stream are all there and nothing else is
position 18=2x9 5/7 3 - 17/0 1:1:0
bad 18=2x9 5/7 3 - 17 1:1:0 = cento.position.totals
bad 18=2x9 5/7 3 - 17/-1 1:1:0 = cento.position.totals
bad 18=2x9 5/7 3 - 17/0/0 1:1:0 = cento.position.fields
bad 18=2x9 5/7 3 - 17/0 2:1:0 = cento.position.turn
bad 18=2x9 5/7 3 - 17/0 1:1:2 = cento.position.turn
bad 18=2x9 5/7 3 - 17/0 1:1 = cento.position.turn
bad 18=2x9 5/7 3 17/0 1:1:0 = cento.position.card
bad 18=2x9  5/7 3 - 17/0 1:1:0 = cento.position.card
bad 18=2x9 5/7 3 -  17/0 1:1:0 = cento.position.totals
bad 18=2x9 5/7 3 - 17/0 1:1:0 rng=12:0 = cento.position.rng
bad 18=2x9 5/7 3 - 17/0 1:1:0 rng=00000000000000000000000000000000000000000000000000000000000000FF:0 = cento.position.rng
bad 18=2x9 5/7 3 - 17/0 1:1:0 rng=00000000000000000000000000000000000000000000000000000000000000ff:01 = cento.position.rng
bad 18=2x9 5/#1 3 - 17/0 1:1:0 rng=00000000000000000000000000000000000000000000000000000000000000ff:0 = cento.position.rng
bad 18=2x9 5/7 3 - 17/0 1:1:0x = cento.position.fields
