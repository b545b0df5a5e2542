# Iota: a block or more for every rule and ruling. Positions are small on purpose: most of the deck
# is left out. Fields: table, hands, pile from the top, scores, turn and turns passed.

# ---- the rules of the sheets ----

rule I1  64 different cards and two wilds, dealt from a key
seats 2
deal 0000000000000000000000000000000000000000000000000000000000000000
gives Gc3@0,0 Rc3+Gx4+Bc4+Yc1/Gt2+Yt2+Yx3+W Rc2+Ys3+Gs2+Yc3+Bs1+Bx3+Gc2+Rt2+Rs2+Yx1+Yt4+Bs2+Bt4+Gx1+Yx2+Yc2+Gs4+Rs1+Yx4+Bs3+Bx1+Bc1+Rx3+Rt4+Ys2+Gc4+Bx4+Rc4+Bt2+Gt3+Yt3+Rx1+Bc2+W+Gx3+Rt3+Rx4+Rt1+Bt1+Rs3+Yc4+Ys4+Rs4+Rx2+Bc3+Gt1+Bs4+Bx2+Gc1+Ys1+Gs1+Gs3+Gt4+Gx2+Rc1+Yt1+Bt3 0/0 0:0
actors 0
going
scores 0 0

rule I1  No card twice, no third wild, and only cards that exist
position Rc1@0,0 Rc2+W/Rc3 Rc4+W 0/0 0:0
bad Rc1@0,0 Rc1+W/Rc3 Rc4 0/0 0:0 = iota.position.twice
bad Rc1@0,0 Rc2/Rc3 Rc4+Rc2 0/0 0:0 = iota.position.twice
bad Rc1@0,0+Rc1@1,0 Rc2/Rc3 - 0/0 0:0 = iota.position.twice
bad Rc1@0,0 Rc2+Rc2/Rc3 - 0/0 0:0 = iota.position.twice
bad W@0,0 Rc2+W/W Rc4 0/0 0:0 = iota.position.twice
bad Rc0@0,0 Rc2/Rc3 - 0/0 0:0 = iota.position.table
bad Rc5@0,0 Rc2/Rc3 - 0/0 0:0 = iota.position.table
bad rc1@0,0 Rc2/Rc3 - 0/0 0:0 = iota.position.table
bad Rc1@0,0 Rc2/Oc3 - 0/0 0:0 = iota.position.hand
bad Rc1@0,0 Rc2/Rc3 Rz1 0/0 0:0 = iota.position.pile
bad Rc1@0,0 #4/#4 #58 0/0 0:0 = iota.position.deck

rule I1  Whatever is not a position is refused
bad  = iota.position.table
bad Rc1 Rc2/Rc3 - 0/0 0:0 = iota.position.table
bad Rc1@0,0+ Rc2/Rc3 - 0/0 0:0 = iota.position.table
bad Rc1@0,0  Rc2/Rc3 - 0/0 0:0 = iota.position.hand
bad Rc1@0,+1 Rc2/Rc3 - 0/0 0:0 = iota.position.table
bad Rc1@0,00 Rc2/Rc3 - 0/0 0:0 = iota.position.table
bad Rc1@0,-0 Rc2/Rc3 - 0/0 0:0 = iota.position.table
bad Rc1@0,0+Rc2@66,0 Rc3/Rc4 - 0/0 0:0 = iota.position.table
bad Rc2@1,0+Rc1@0,0 Rc3/Rc4 - 0/0 0:0 = iota.position.places
bad Rc1@0,1+Rc2@0,0 Rc3/Rc4 - 0/0 0:0 = iota.position.places
bad Rc1@0,0+Rc2@0,0 Rc3/Rc4 - 0/0 0:0 = iota.position.places
bad Rc1@0,0 Rc3+Rc2/Rc4 - 0/0 0:0 = iota.position.order
bad Rc1@0,0 W+Rc2/Rc4 - 0/0 0:0 = iota.position.order
bad Rc1@0,0 Rc2+Rc3+Rc4+Rs1+Rs2/Rs3 - 0/0 0:0 = iota.position.hand
bad Rc1@0,0 #0/Rs3 - 0/0 0:0 = iota.position.hand
bad Rc1@0,0 #5/Rs3 - 0/0 0:0 = iota.position.hand
bad Rc1@0,0 Rc2+#3/Rs3 - 0/0 0:0 = iota.position.hand
bad Rc1@0,0 Rc2 - 0 0:0 = iota.position.seats
bad Rc1@0,0 Rc2/Rc3/Rc4/Rs1/Rs2 - 0/0/0/0/0 0:0 = iota.position.seats
bad Rc1@0,0 Rc2/Rc3 #0 0/0 0:0 = iota.position.pile
bad Rc1@0,0 Rc2/Rc3 #03 0/0 0:0 = iota.position.pile
bad Rc1@0,0 Rc2/Rc3 - 0 0:0 = iota.position.scores
bad Rc1@0,0 Rc2/Rc3 - 0/0/0 0:0 = iota.position.scores
bad Rc1@0,0 Rc2/Rc3 - -1/0 0:0 = iota.position.scores
bad Rc1@0,0 Rc2/Rc3 - 0/01 0:0 = iota.position.scores
bad Rc1@0,0 Rc2/Rc3 - 0/0 2:0 = iota.position.turn
bad Rc1@0,0 Rc2/Rc3 - 0/0 0 = iota.position.turn
bad Rc1@0,0 Rc2/Rc3 - 0/0 0:-1 = iota.position.turn
bad Rc1@0,0 Rc2/Rc3 - 0/0 0:0++ = iota.position.end
bad Rc1@0,0 Rc2/Rc3 - 0/0 0:0 rng=0000000000000000000000000000000000000000000000000000000000000000:0 = iota.position.end
seats 3
bad Rc1@0,0 Rc2/Rc3 - 0/0 0:0 = iota.position.seats

rule I2  Four cards each, one at a time, then the starter; the others' cards are hidden
seats 3
deal 0000000000000000000000000000000000000000000000000000000000000000
gives Yc3@0,0 Rc2+Rc3+Gt2+Bc4/Gx4+Ys3+Yt2+W/Gc3+Gs2+Yc1+Yx3 Bs1+Bx3+Gc2+Rt2+Rs2+Yx1+Yt4+Bs2+Bt4+Gx1+Yx2+Yc2+Gs4+Rs1+Yx4+Bs3+Bx1+Bc1+Rx3+Rt4+Ys2+Gc4+Bx4+Rc4+Bt2+Gt3+Yt3+Rx1+Bc2+W+Gx3+Rt3+Rx4+Rt1+Bt1+Rs3+Yc4+Ys4+Rs4+Rx2+Bc3+Gt1+Bs4+Bx2+Gc1+Ys1+Gs1+Gs3+Gt4+Gx2+Rc1+Yt1+Bt3 0/0/0 0:0
view 0 Yc3@0,0 Rc2+Rc3+Gt2+Bc4/#4/#4 #53 0/0/0 0:0
view 1 Yc3@0,0 #4/Gx4+Ys3+Yt2+W/#4 #53 0/0/0 0:0
view spectator Yc3@0,0 #4/#4/#4 #53 0/0/0 0:0

rule I3 IR9  Seat 0 begins, then the others in order
position Rc1@0,0 Rc2/Rc3/Rc4 Gc1+Gc2+Gc3 0/0/0 0:0
actors 0
cannot 1: pass = iota.IR9.turn
cannot 2: Rc4@1,0 = iota.IR9.turn
play 0 pass
actors 1
play 1 pass
actors 2
play 2 pass
actors 0

rule I4  Two cards out, six points in, two new cards from the pile
position Rc2@0,0 Gs2+Bt2+Yc1+Yc4/Rx1+Rx2+Rx3+Rx4 Gc1+Gc2+Gc3 0/0 0:0
play 0 Gs2@1,0+Bt2@2,0
gives Rc2@0,0+Gs2@1,0+Bt2@2,0 Gc1+Gc2+Yc1+Yc4/Rx1+Rx2+Rx3+Rx4 Gc3 6/0 1:0
event points 0 6
event move 0

rule I4  The hand is filled only as far as the pile goes
position Rc2@0,0 Gs2+Bt2+Yc1+Yc4/Rx1 Gc1 0/0 0:0
play 0 Gs2@1,0+Bt2@2,0
gives Rc2@0,0+Gs2@1,0+Bt2@2,0 Gc1+Yc1+Yc4/Rx1 - 6/0 1:0
going

rule I4  One to four cards of one's own hand, on empty squares
position Rc2@0,0 Rc3/Gs2 Gc1 0/0 0:0
legal 0: pass ; trade Rc3 ; Rc3@-1,0 ; Rc3@0,-1 ; Rc3@0,1 ; Rc3@1,0
cannot 0: Rc4@1,0 = iota.I4.hand
cannot 0: Rc3@1,0+Rc3@2,0 = iota.I4.hand
cannot 0: Rc3@1,0+Rc4@2,0+Gc1@3,0+Gc2@4,0+Gc3@5,0 = iota.I4.four
cannot 0: Rc3@0,0 = iota.I6.taken
cannot 0: Rc3@01,0 = iota.notation.unknown
cannot 0: Rc3@1 = iota.notation.unknown
cannot 0: Rc3 = iota.notation.unknown
cannot 0: trade = iota.notation.unknown
cannot 0: Pass = iota.notation.unknown
cannot 0:  = iota.notation.unknown

rule I5  A line on the table whose numbers are neither all the same nor all different is refused
bad Rc1@0,0+Rs2@1,0+Rt2@2,0 Rt3/Gs1 - 0/0 0:0 = iota.position.line

rule I5  Same colour, different shapes, different numbers
position Rc1@0,0+Rs2@1,0 Rx3+Rx4+Gt3+Yt4/Bc1+Bc2+Bc3+Bc4 Gc1 0/0 0:0
can 0: Rx3@2,0 ; Rx4@2,0 ; Rx3@-1,0 ; Gt3@0,1 ; Rx3@0,1 ; Gt3@1,-1
cannot 0: Gt3@2,0 = iota.I8.line
cannot 0: Yt4@-1,0 = iota.I8.line

rule I5  All different is a line too, and all the same but the number
position Rc1@0,0+Gs2@1,0+Bt3@2,0 Rx4+Yc4+Yx1+Yx4/Rs1 Gc1 0/0 0:0
can 0: Yx4@3,0 ; Yx4@-1,0
cannot 0: Yx1@3,0 = iota.I8.line
cannot 0: Rx4@3,0 = iota.I8.line
cannot 0: Yc4@3,0 = iota.I8.line

rule I6  Cards may go to both ends of a line
position Rc2@0,0+Gc3@1,0 Bc1+Bc4+Yc1+Yc4/Rs1 Gs1+Gs2 0/0 0:0
can 0: Bc4@-1,0+Yc1@2,0 ; Bc1@-1,0+Yc4@2,0 ; Bc1@2,0+Yc4@3,0
play 0 Bc4@-1,0+Yc1@2,0
gives Bc4@-1,0+Rc2@0,0+Gc3@1,0+Yc1@2,0 Gs1+Gs2+Bc1+Yc4/Rs1 - 20/0 1:0

rule I6  A card between two on the table, and one beyond them
position Rc1@0,0+Rs1@0,1+Gs2@1,1+Bc3@2,0+Bs3@2,1 Gc2+Yc4/Rt1 Gs1 0/0 0:0
can 0: Gc2@1,0 ; Gc2@1,0+Yc4@3,0 ; Yc4@-1,0+Gc2@1,0
cannot 0: Yc4@1,0+Gc2@4,0 = iota.I6.gap
cannot 0: Yc4@3,0+Gc2@5,0 = iota.I6.gap
play 0 Gc2@1,0+Yc4@3,0
gives Rc1@0,0+Rs1@0,1+Gc2@1,0+Gs2@1,1+Bc3@2,0+Bs3@2,1+Yc4@3,0 Gs1/Rt1 - 28/0 1:0

rule I6  Not round a corner, not in two rows, not with a gap, not on top of a card
position Rc2@0,0 Rc3+Rc4+Gc2+Bs1/Rs1 Gs1 0/0 0:0
cannot 0: Rc3@0,1+Rc4@1,0 = iota.I6.straight
cannot 0: Rc3@1,0+Rc4@1,1+Gc2@2,1 = iota.I6.straight
cannot 0: Rc3@1,0+Rc4@3,0 = iota.I6.gap
cannot 0: Rc3@0,0+Rc4@1,0 = iota.I6.taken
cannot 0: Rc4@2,0+Rc3@1,0 = iota.notation.order
cannot 0: Rc3@0,2+Rc4@0,1 = iota.notation.order
cannot 0: Rc3@1,0+Rc4@1,0 = iota.notation.order
can 0: Rc3@1,0+Rc4@2,0 ; Rc3@0,1+Rc4@0,2 ; Rc3@-1,0+Rc4@1,0 ; Rc3@1,0+Bs1@1,1

rule I7  Side by side with a card on the table, not corner to corner
position Rc2@0,0 Rc3+Rc4/Rs1 Gs1 0/0 0:0
cannot 0: Rc3@1,1 = iota.I7.touch
cannot 0: Rc3@1000,0 = iota.I7.touch
cannot 0: Rc3@2,0 = iota.I7.touch
cannot 0: Rc3@1,1+Rc4@2,1 = iota.I7.touch
cannot 0: Rc3@500,-500 = iota.I7.touch
can 0: Rc3@0,1+Rc4@1,1 ; Rc3@-1,1+Rc4@0,1 ; Rc3@1,-1+Rc4@1,0
count 0: 40

rule I7  A table that is not connected is refused
bad Rc1@0,0+Rc2@1,1 Rc3/Rc4 - 0/0 0:0 = iota.position.apart
bad Rc1@0,0+Rc2@2,0 Rc3/Rc4 - 0/0 0:0 = iota.position.apart
bad Rc1@-60,-60+Rc2@0,0 Rc3/Rc4 - 0/0 0:0 = iota.position.apart
bad Rc1@1,0+Rc2@2,0 Rc3/Rc4 - 0/0 0:0 = iota.position.starter
position Rc1@0,0+Rc2@0,1 Rc3/Rc4 Gc1 0/0 0:0

rule I8  The crossing lines must be right too
position Rc1@0,0+Gs1@0,1+Bt1@0,2+Rc2@1,0 Rc3+Rs3+Gs2+Yx1/Bc4 Gc1 0/0 0:0
can 0: Rc3@2,0 ; Yx1@0,3 ; Rc3@1,1 ; Yx1@0,-1 ; Rs3@1,2
cannot 0: Rs3@2,0 = iota.I8.line
cannot 0: Gs2@0,3 = iota.I8.line
cannot 0: Rs3@1,1+Gs2@1,2 = iota.I8.line
bad Rc1@0,0+Gs1@0,1+Bt1@0,2+Rc2@1,0+Yx1@1,1+Yx3@1,2 Rc3/Bc4 Gc1 0/0 0:0 = iota.position.line

rule I8  A square between red circles and green ones can never be filled
position Rc1@0,0+Rc2@1,0+Bs4@1,1+Gc1@2,1+Gc2@2,2 Rc3+W/Bc4 Gc3 0/0 1:0
facts turn: seat 1
facts full: none
facts barred: at 2,0

rule I9  Never more than four next to each other
position Rc1@0,0+Rc2@1,0+Rc3@2,0+Rc4@3,0 Gs1+W/Bc1 Gc1 0/0 0:0
can 0: Gs1@0,1 ; Gs1@3,-1 ; Gs1@3,1+W@4,1
cannot 0: W@4,0 = iota.I9.long
cannot 0: W@-1,0 = iota.I9.long
cannot 0: Gs1@4,0 = iota.I9.long
facts full: at -1,0 ; at 4,0
facts barred: none
bad Rc1@0,0+Rc2@1,0+Rc3@2,0+Rc4@3,0+W@4,0 Gs1/Bc1 - 0/0 0:0 = iota.position.long

rule I9  A square between two pairs can never be filled
position Rc1@0,0+Rc2@1,0+Rs2@1,1+Rs3@2,1+Rt4@3,0+Rs4@3,1+Rt1@4,0 Gs1+W/Bc1 Gc1 0/0 0:0
cannot 0: W@2,0 = iota.I9.long
facts full: at 2,0
can 0: W@5,0 ; W@-1,0 ; Gs1@4,-1

rule I10  The first example of the sheets: 2, 2, 2 for six points, then 3, 2, 1 for six more
position Bt2@0,0 Rc2+Rs3+Gt1+Gx2/Rx1+Bx3+Yc3+Ys2 Gs1+Gs2+Gs3+Gs4 0/0 0:0
play 0 Rc2@1,0+Gx2@2,0
event points 0 6
play 1 Rx1@2,-1+Bx3@2,1
event points 1 6
gives Bt2@0,0+Rc2@1,0+Rx1@2,-1+Gx2@2,0+Bx3@2,1 Rs3+Gs1+Gs2+Gt1/Gs3+Gs4+Yc3+Ys2 - 6/6 0:0

rule I10  A card in two of the lines counts twice; lines that were not touched do not count
position Rc1@0,0+Rs3@0,1+Gc2@1,0+Bc3@2,0 Yt4+Yx4/Bc1 Gc1 0/0 0:0
play 0 Yx4@1,1
event points 0 13
scores 13 0

rule I11  The second example: a lot and two short lines by two cards make 34
position Bt2@0,0+Rc2@1,0+Rx1@2,-1+Gx2@2,0+Bx3@2,1 Yc3+Ys2/Gs3 Gs1+Gs2 6/6 0:0
account 0: Yc3@3,-1+Ys2@3,0 = part number 4 ; part number 8 ; part number 5 ; sum number 17 ; lot number 34
play 0 Yc3@3,-1+Ys2@3,0
event points 0 34
scores 40 6

rule I11  Each lot doubles: one card that completes two of them
position Rc1@0,0+Rc2@1,0+Rc3@2,0+Rs3@2,1+Rs4@3,1+Rt4@3,2+Rx4@3,3 Rc4+Gs1/Gs3 Gs2 0/0 0:0
account 0: Rc4@3,0 = part number 16 ; part number 10 ; sum number 26 ; lot number 52 ; lot number 104
play 0 Rc4@3,0
event points 0 104

rule I12  The third example: four cards, two lots of 10 and a line of 6 make 208
position Rc1@0,0+Gt2@1,-2+Gs2@1,-1+Gc2@1,0+Rt1@2,-2+Bc3@2,0 Yc4+Ys1+Yt3+Yx2/Gs3 Gs1 0/0 0:0
can 0: Ys1@3,-1+Yc4@3,0 ; Yt3@3,-2+Ys1@3,-1+Yc4@3,0
account 0: Yx2@3,-3+Yt3@3,-2+Ys1@3,-1+Yc4@3,0 = part number 6 ; part number 10 ; part number 10 ; sum number 26 ; lot number 52 ; lot number 104 ; hand number 208
play 0 Yx2@3,-3+Yt3@3,-2+Ys1@3,-1+Yc4@3,0
event points 0 208
scores 208 0

rule I12 IR5  Three cards are not four, even if they are the whole hand
options final=plain
position Rc1@0,0 Rc2+Rc3+Rc4/Gs3 - 0/0 0:0
play 0 Rc2@1,0+Rc3@2,0+Rc4@3,0
event points 0 20
over 1 2

rule I11 I12  Four cards of one turn make a lot as well: doubled twice
position Gs1@0,0+W@0,1 Rc1+Rc2+Rc3+Rc4/Gs3 Gt1 0/0 0:0
account 0: Rc1@1,1+Rc2@1,2+Rc3@1,3+Rc4@1,4 = part number 1 ; part number 10 ; sum number 11 ; lot number 22 ; hand number 44
play 0 Rc1@1,1+Rc2@1,2+Rc3@1,3+Rc4@1,4
event points 0 44

rule I13 IR8  The last card of all: six points count twelve
position Rc2@0,0 Gs2+Bt2/Yc1 - 10/20 0:0
account 0: Gs2@1,0+Bt2@2,0 = part number 6 ; sum number 6 ; last number 12
account 0: Gs2@1,0 = part number 4 ; sum number 4
account 0: pass = none
play 0 Gs2@1,0+Bt2@2,0
event points 0 12
facts turn: none
gives Rc2@0,0+Gs2@1,0+Bt2@2,0 -/Yc1 - 22/20 1:0
event over -
actors none
over 1 2
scores 22 20

rule I13 IR8  With final=plain, as in the Hebrew edition, they are not doubled
options final=plain
position Rc2@0,0 Gs2+Bt2/Yc1 - 10/20 0:0
account 0: Gs2@1,0+Bt2@2,0 = part number 6 ; sum number 6
play 0 Gs2@1,0+Bt2@2,0
event points 0 6
over 2 1
scores 16 20

rule I13  Two cards of three do not end it, and are not doubled
position Rc2@0,0 Gs2+Bt2+Yc1/Yc3 - 10/20 0:0
play 0 Gs2@1,0+Bt2@2,0
event points 0 6
going

rule I14  Passing with no cards changed
position Rc1@0,0 Rc2+Gs1/Rc3 Bc1+Bc2 5/7 0:0
play 0 pass
gives Rc1@0,0 Rc2+Gs1/Rc3 Bc1+Bc2 5/7 1:1
event pass 0

rule I14  Any of one's cards may be traded
position Rc1@0,0+Gs1@0,1+Rc2@1,0+Rc3@2,0+Rc4@3,0+Gt1@3,1 Bx3+W/Yc1 Bc1+Bc2 0/0 0:0
can 0: pass ; trade Bx3 ; trade W ; trade Bx3+W
cannot 0: trade Bx3+Bx4 = iota.I14.hand
cannot 0: trade Bx3+Bx3 = iota.I14.hand
cannot 0: trade W+W = iota.I14.hand
cannot 0: trade Bx3+W+ = iota.notation.unknown

rule I15  No pile, and one hand runs out: the game is over
position Rc1@0,0 Gs2/Rc3+Rc4/Rc2 - 10/20/30 0:0
play 0 Gs2@0,1
gives Rc1@0,0+Gs2@0,1 -/Rc3+Rc4/Rc2 - 16/20/30 1:0
over 3 2 1
cannot 1: pass = game.move.over

rule I15  With a card in the pile one's last card is not the last
position Rc1@0,0 Gs2/Rc3 Rc4 0/0 0:0
play 0 Gs2@0,1
gives Rc1@0,0+Gs2@0,1 Rc4/Rc3 - 3/0 1:0
going
actors 1

rule I15  A finished position is read as one
position Rc1@0,0+Gs2@0,1 -/Rc3+Rc4 - 16/20 1:0
actors none
over 2 1

rule I16  A wild is worth 0
position Rc3@0,0 Gs1+W/Rc1 Gc1 0/0 0:0
account 0: W@1,0 = part number 3 ; sum number 3
play 0 W@1,0
event points 0 3
gives Rc3@0,0+W@1,0 Gc1+Gs1/Rc1 - 3/0 1:0

rule I16  It stands for any card: the fourth of a lot
position Rc1@0,0+Gs2@1,0 Bt3+W/Rc2 Gc1+Gc2 0/0 0:0
can 0: Bt3@2,0+W@3,0 ; W@2,0+Bt3@3,0 ; W@-1,0+Bt3@2,0 ; W@-2,0+Bt3@-1,0
play 0 W@2,0+Bt3@3,0
event points 0 12

rule I17  A fitting card replaces a wild on the table, and the wild is laid again at once
position Rc1@0,0+W@1,0+Rc3@2,0 Rc2+Rc4+Gs1/Bc1 Gc1 0/0 0:0
can 0: Rc2~1,0 ; Rc4~1,0
cannot 0: Gs1~1,0 = iota.IR2.fits
cannot 0: Rc2~0,0 = iota.I17.wild
cannot 0: Rc2~7,7 = iota.I17.wild
cannot 0: Bc1~1,0 = iota.I17.hand
cannot 0: W~1,0 = iota.IR2.plain
cannot 0: Rc2~1,0+Rc4@3,0 = iota.notation.unknown
play 0 Rc2~1,0
gives Rc1@0,0+Rc2@1,0+Rc3@2,0 Rc4+Gs1+W/Bc1 Gc1 0/0 0:0+
actors 0
event move 0
can 0: W@3,0 ; Rc4@3,0 ; trade W ; pass
cannot 0: Rc4~1,0 = iota.I17.wild
play 0 W@3,0
gives Rc1@0,0+Rc2@1,0+Rc3@2,0+W@3,0 Rc4+Gc1+Gs1/Bc1 - 12/0 1:0

rule I17  It may be kept for later
position Rc1@0,0+W@1,0+Rc3@2,0 Rc2+Rc4+Gs1/Bc1 Gc1 0/0 0:0
play 0 Rc2~1,0
play 0 Rc4@3,0
gives Rc1@0,0+Rc2@1,0+Rc3@2,0+Rc4@3,0 Gc1+Gs1+W/Bc1 - 20/0 1:0

rule I17  Only before the turn's action: then it is the next player's turn
position Rc1@0,0+W@1,0 Rc2+Gs1/Bc1 Gc1+Gc2 0/0 0:0
play 0 Gs1@1,1
cannot 0: Rc2~1,0 = iota.IR9.turn
can 1: Bc1~1,0

rule I17  In a crossing a wild is one card, so only a card that fits both ways can replace it
position Rc1@0,0+Rc2@1,0+W@2,0+Gs3@2,1+Bt3@2,2 Rc3+Rc4+Yx3/Bc1 Gc1 0/0 0:0
can 0: Rc3~2,0
cannot 0: Rc4~2,0 = iota.IR2.fits
cannot 0: Yx3~2,0 = iota.IR2.fits

# ---- rulings ----

rule IR1  A wild in a row and a column is one card: red circle 3 or 4 here
position Rc1@0,0+Rc2@1,0+W@2,0+Gs3@2,1 Gs4+Bt1+Bt3+Bt4/Bc1 Gc1 0/0 0:0
can 0: Bt1@2,2 ; Bt3@2,2 ; Bt1@2,-1 ; Bt3@2,-1
cannot 0: Bt4@2,2 = iota.IR1.reading
cannot 0: Gs4@2,2 = iota.IR1.reading
cannot 0: Bt4@2,-1 = iota.IR1.reading
bad Rc1@0,0+Rc2@1,0+W@2,0+Gs3@2,1+Gs4@2,2 Bt1/Bc1 Gc1 0/0 0:0 = iota.position.reading

rule IR1  What a wild can be read as decides whether a square can ever be filled
position Rc1@0,0+W@1,0+Bs4@1,1+Gc1@2,1+Gc2@2,2 Rc3/Bc4 Gc3 0/0 0:0
facts barred: none
position Rc1@0,0+W@1,0+Gs2@1,1+Bs3@1,2+Gc3@2,1+Bc4@2,2 Rc3+W/Yt4 Rx3 0/0 0:0
facts barred: at 2,0
cannot 0: W@2,0 = iota.IR1.reading

rule IR1  A wild is read again with each card beside it
position Rc1@0,0+W@1,0 Rc2+Gc2/Rc3+Bc3+Bc4+Ys1 Gt1+Gt4 0/0 0:0
can 0: Rc2@2,0 ; Gc2@2,0
play 0 Gc2@2,0
can 1: Bc3@3,0 ; Bc4@3,0 ; Bc3~1,0 ; Bc4~1,0
cannot 1: Rc3@3,0 = iota.I8.line
cannot 1: Ys1@3,0 = iota.I8.line
cannot 1: Ys1~1,0 = iota.IR2.fits
play 1 Bc3@3,0
actors 0

rule IR1  A wild that is laid must be one card for its row and its column
position Rc1@0,0+Rc2@1,0+Gs2@1,1+Gs3@2,1+Bt3@2,2 Gc3+W/Bc1 Gc1 0/0 0:0
can 0: W@2,0
position Rc1@0,0+Rc2@1,0+Gs2@1,1+Gs1@2,1+Gs4@2,2 Gc3+W/Bc1 Gc1 0/0 0:0
cannot 0: W@2,0 = iota.IR1.reading
can 0: W@2,3 ; W@3,2

rule IR1  Two wilds in one line are read together
position Rc1@0,0+W@1,0+Rc2@1,1+Rc3@1,2+Rc4@1,3+Rs2@2,-1+W@2,0 Rt1+Rt2+Rt3+Rt4/Bc1 Gc1 0/0 0:0
can 0: Rt3@2,-2 ; Rt4@2,-2
cannot 0: Rt1@2,-2 = iota.IR1.reading
cannot 0: Rt2@2,-2 = iota.IR1.reading

rule IR1  Each of two wilds could be read on its own, both together cannot
bad Rc1@0,0+W@1,0+Rc2@1,1+Rc3@1,2+Rc4@1,3+Rt1@2,-2+Rs2@2,-1+W@2,0 Rt2/Bc1 Gc1 0/0 0:0 = iota.position.reading
position Rc1@0,0+W@1,0+Rc2@1,1+Rc3@1,2+Rt1@2,-2+Rs2@2,-1+W@2,0 Rt2/Bc1 Gc1 0/0 0:0

rule IR1  The card read may lie elsewhere: here both wilds are the red circle 1 of the starter
position Rc1@0,0+W@1,0+Rc2@1,1+Rc3@1,2+Rc4@1,3+Rt3@2,-2+Rs2@2,-1+W@2,0 Rx4/Bc1 Gc1 0/0 0:0
can 0: Rx4@2,-3
cannot 0: Rx4~1,0 = iota.IR2.fits
cannot 0: Rx4~2,0 = iota.IR2.fits

rule IR1  A wild beside one card is bound to nothing, and two wilds alone are a line
position W@0,0+W@1,0 Rc1+Gs2/Bc1 Gc1 0/0 0:0
can 0: Rc1@2,0 ; Rc1@2,0+Gs2@3,0 ; Rc1@0,1+Gs2@0,2 ; Rc1~0,0 ; Gs2~1,0
play 0 Rc1@2,0+Gs2@3,0
event points 0 6

rule IR2  One turn takes both wilds, for no points, and ends with a pass
position Rc1@0,0+W@1,0+W@2,0 Rc2+Rc3+Gs1/Bc1 Gc1 4/9 0:2
can 0: Rc2~1,0 ; Rc3~2,0 ; Gs1~1,0
play 0 Rc2~1,0
gives Rc1@0,0+Rc2@1,0+W@2,0 Rc3+Gs1+W/Bc1 Gc1 4/9 0:2+
cannot 0: Gs1~2,0 = iota.IR2.fits
cannot 0: W~2,0 = iota.IR2.plain
play 0 Rc3~2,0
gives Rc1@0,0+Rc2@1,0+Rc3@2,0 Gs1+W+W/Bc1 Gc1 4/9 0:2+
count 0: 157
play 0 pass
gives Rc1@0,0+Rc2@1,0+Rc3@2,0 Gs1+W+W/Bc1 Gc1 4/9 1:0

rule IR2  Or with a trade, even of the wild itself
position Rc1@0,0+W@1,0 Gs1/Bc1 Gc1+Gc2 0/0 0:1
play 0 Gs1~1,0
play 0 trade W
gives Rc1@0,0+Gs1@1,0 Gc1/Bc1 Gc2+W 0/0 1:0

rule IR2  A card fits only if the other wild can still be read with it
position Rc1@0,0+W@1,0+Rc2@1,1+Rc3@1,2+Rs2@2,-1+W@2,0 Rc4+Gs4+Yx4/Bc1 Gc1 0/0 0:0
can 0: Rc4~1,0
cannot 0: Gs4~1,0 = iota.IR2.fits
cannot 0: Yx4~2,0 = iota.IR2.fits

rule IR3  The starter may be a wild, and the first card on it is free
seats 2
deal 5200000000000000000000000000000000000000000000000000000000000000
gives W@0,0 Rt1+Gc4+Gx4+Yx2/Gs3+Gt4+Gx2+Bx3 Bx1+Gt3+Gt1+Rx4+Gx3+Bs2+Bt1+Gx1+Bt3+Rs2+Yx3+W+Bx4+Yc3+Yx1+Yc2+Gc3+Rs4+Yc4+Rx2+Bs3+Yx4+Rx3+Yc1+Ys1+Bc4+Ys3+Yt2+Bt2+Yt3+Gs1+Rc2+Bc3+Rs1+Rt3+Rc4+Bt4+Gs2+Gt2+Gc2+Rc1+Ys2+Bs1+Rt4+Bs4+Rs3+Bc1+Gc1+Rt2+Bx2+Ys4+Rx1+Bc2+Yt4+Yt1+Rc3+Gs4 0/0 0:0
can 0: Rt1@1,0 ; Rt1~0,0 ; Gc4@0,1+Gx4@0,2
can 0: Gc4@0,1+Yx2@0,2+Rt1@0,3
cannot 0: Gc4@0,1+Gx4@0,2+Yx2@0,3 = iota.I8.line

rule IR4  A trade: two cards to the bottom, in card order, and two from the top
position Rc1@0,0 Rc2+Gs1+W/Rc3 Bc1+Bc2+Bc3 0/0 0:0
play 0 trade Rc2+W
gives Rc1@0,0 Gs1+Bc1+Bc2/Rc3 Bc3+Rc2+W 0/0 1:1
event move 0

rule IR4 IR13  Three traded for a pile of one: two of the three come back
position Rc1@0,0 Rc2+Rc3+Gs1+W/Rc4 Bc1 0/0 0:0
play 0 trade Rc2+Gs1+W
gives Rc1@0,0 Rc2+Rc3+Gs1+Bc1/Rc4 W 0/0 1:1

rule IR4  No pile, no trade
position Rc1@0,0 Rc2/Rc3 - 0/0 0:0
legal 0: pass ; Rc2@-1,0 ; Rc2@0,-1 ; Rc2@0,1 ; Rc2@1,0
cannot 0: trade Rc2 = iota.IR4.empty

rule IR5  Hands of one card and of none are fine as long as there is a pile
position Rc1@0,0 Rc2/- Rc3 0/0 1:0
going
legal 1: pass

rule IR6  With an empty pile it ends when everybody has passed in succession
position Rc1@0,0 Rc2/Rc3/Rc4 - 5/9/7 0:0
play 0 pass
play 1 pass
going
play 2 pass
gives Rc1@0,0 Rc2/Rc3/Rc4 - 5/9/7 0:3
event over -
over 3 1 2

rule IR6  A play restarts the count
position Rc1@0,0 Rc2/Rc3+Gs1/Rc4 - 0/0/0 1:1
play 1 Gs1@0,1
gives Rc1@0,0+Gs1@0,1 Rc2/Rc3/Rc4 - 0/2/0 2:0
play 2 pass
play 0 pass
going

rule IR6  With cards in the pile it takes three rounds, passed or traded
position Rc1@0,0 Rc2/Rc3 Rc4 5/5 0:4
play 0 trade Rc2
gives Rc1@0,0 Rc4/Rc3 Rc2 5/5 1:5
going
play 1 pass
gives Rc1@0,0 Rc4/Rc3 Rc2 5/5 0:6
over 1 1

rule IR6  A count beyond the limit is refused
bad Rc1@0,0 Rc2/Rc3 - 0/0 0:3 = iota.position.passes
bad Rc1@0,0 Rc2/Rc3 Rc4 0/0 0:7 = iota.position.passes
bad Rc1@0,0 Rc2/Rc3 Rc4 0/0 0:13 = iota.position.turn
bad Rc1@0,0 -/Rc3 - 0/0 0:1 = iota.position.passes
position Rc1@0,0 Rc2/Rc3/Rc4/Gc1 Gc2 0/0/0/0 0:11
going

rule IR6  A turn in which a wild was taken back is not one of them
position Rc1@0,0+W@0,1 Rc2/Rc3 - 0/0 0:1
play 0 Rc2~0,1
play 0 pass
gives Rc1@0,0+Rc2@0,1 W/Rc3 - 0/0 1:0
going

rule IR7  All have the same score and are all first, whatever they hold
position Rc1@0,0 Gs2/Rc3+Rc4/Rc2 - 10/16/16 0:0
play 0 Gs2@0,1
over 1 1 1

rule IR7 IR11  After a shared place the next one is skipped
position Rc1@0,0 Rc2/Rc3/Rc4/Gc1 - 8/8/3/9 3:3
play 3 pass
gives Rc1@0,0 Rc2/Rc3/Rc4/Gc1 - 8/8/3/9 0:4
over 2 2 4 1

rule IR10  The half deck dealt: half the plain cards, picked by the key, with the two wilds
options deck=half
seats 4
deal 0000000000000000000000000000000000000000000000000000000000000000
gives Ys1@0,0 Gs3+Bc1+Bs1+Bx2/Rs4+Gt4+Bs3+Yt1/Gs4+Gt3+Bc2+Bt1/Rx3+Bt4+Yc2+Yx1 Rs1+Bt2+Yc4+Rx4+Gx2+W+Bc4+Gx1+Yx3+Yx2+Rt4+Yc1+Rt2+Gt1+W+Yx4+Rs2 0/0/0/0 0:0

rule IR10  A half deck has no more than 32 plain cards, and 34 in all
options deck=half
position Rc1@0,0 #4/#4 #25 0/0 0:0
bad Rc1@0,0 #4/#4 #26 0/0 0:0 = iota.position.deck
bad W@0,0 Rc1/Rc2+Rc3+Rc4+Rs1 Rs2+Rs3+Rs4+Rt1+Rt2+Rt3+Rt4+Rx1+Rx2+Rx3+Rx4+Gc1+Gc2+Gc3+Gc4+Gs1+Gs2+Gs3+Gs4+Gt1+Gt2+Gt3+Gt4+Gx1+Gx2+Gx3+Gx4+Bc1 0/0 0:0 = iota.position.deck

rule IR11  Taking a wild leaves the count alone; it is set when the turn is over
position Rc1@0,0+W@0,1 Rc2+Gs1/Rc3 Gc1 0/0 0:3
play 0 Rc2~0,1
gives Rc1@0,0+Rc2@0,1 Gs1+W/Rc3 Gc1 0/0 0:3+
position Rc1@0,0+Rc2@0,1 Gs1+W/Rc3 Gc1 0/0 0:3+
actors 0
play 0 trade Gs1
gives Rc1@0,0+Rc2@0,1 Gc1+W/Rc3 Gs1 0/0 1:0

rule IR11  After the end nobody is in the middle of a turn
bad Rc1@0,0 -/Rc3 - 0/0 1:0+ = iota.position.taken
bad Rc1@0,0 W/Rc3 - 0/0 1:2+ = iota.position.taken
position Rc1@0,0 W/Rc3 - 0/0 1:2
actors none
over 1 1

rule IR12  A race keeps no scores; the first without cards wins, the others rank by cards left
options scoring=race
position Rc1@0,0 Gs2/Rc3+Rc4/Rc2+Gc1/Gs1 - 0/0/0/0 0:0
account 0: Gs2@0,1 = none
play 0 Gs2@0,1
gives Rc1@0,0+Gs2@0,1 -/Rc3+Rc4/Rc2+Gc1/Gs1 - 0/0/0/0 1:0
over 1 3 3 2
bad Rc1@0,0 Gs2/Rc3 - 0/1 0:0 = iota.position.race

rule IR12 IR6  A race that everybody passes: smaller hands rank higher
options scoring=race
position Rc1@0,0 Gs2/Rc3+Rc4/Rc2 - 0/0/0 2:2
play 2 pass
over 1 3 1

rule IR13  One can always pass, and trades name their cards in card order
position Rc1@0,0 Rc2+Gs1+W/Rc3 Bc1 0/0 0:0
can 0: pass ; trade Rc2 ; trade Gs1 ; trade W ; trade Rc2+Gs1 ; trade Rc2+W ; trade Gs1+W ; trade Rc2+Gs1+W
cannot 0: trade Gs1+Rc2 = iota.IR13.order
cannot 0: trade W+Gs1 = iota.IR13.order

rule IR13  Two wilds are alike: each choice of cards is one trade
position Rc1@0,0+Rc2@1,0+Rc3@2,0+Rc4@3,0 Bs1+W+W/Rs3 Bc1 0/0 0:0
can 0: pass ; trade Bs1 ; trade W ; trade W+W ; trade Bs1+W ; trade Bs1+W+W

rule IR13  The half deck need not hold the card a wild is read as
options deck=half
position Rc1@0,0+Rc2@1,0+W@2,0 Rc3+Gs1/Rs1 Bc1 0/0 0:0
can 0: Rc3~2,0 ; Rc3@3,0 ; Gs1@2,1

rule IR13  Unseen cards stay unseen after the end
position Rc1@0,0 Gs2/Rc3+Rc4 - 0/0 0:0
play 0 Gs2@0,1
view 0 Rc1@0,0+Gs2@0,1 -/#2 - 6/0 1:0
view 1 Rc1@0,0+Gs2@0,1 -/Rc3+Rc4 - 6/0 1:0
view spectator Rc1@0,0+Gs2@0,1 -/#2 - 6/0 1:0
over 1 2

rule IR14  Without wilds the deck is the plain cards, all of them or the half that the key picks
options wilds=0
seats 2
deal 0000000000000000000000000000000000000000000000000000000000000000
gives Yt1@0,0 Rs1+Gs4+Bc4+Bs3/Gt3+Gx1+Bx2+Yc4 Rs4+Yc2+Rs2+Yx1+Yx3+Gt4+Yc1+Bt4+Bc2+Ys1+Rx4+Yx2+Rx3+Rt2+Yx4+Rt4+Gx2+Gt1+Bs1+Bt2+Gs3+Bc1+Bt1+Rc4+Bx3+Yt2+Gs2+Rc3+Gc4+Gc3+Gt2+Rx2+Gc1+Yt3+Bx1+Yt4+Rx1+Yc3+Bx4+Gc2+Bs2+Gx3+Ys4+Gs1+Gx4+Rc2+Rt3+Rt1+Rs3+Bt3+Ys2+Rc1+Bc3+Bs4+Ys3 0/0 0:0

rule IR14 IR10  The half deck without wilds: the 32 keep the order of their shuffle and are shuffled again
options wilds=0 deck=half
seats 4
deal 0000000000000000000000000000000000000000000000000000000000000000
gives Gx1@0,0 Rx3+Gs3+Bt2+Ys1/Rs4+Yc1+Yx1+Yx2/Rt4+Bc1+Bc4+Bt4/Rs1+Bs3+Bt1+Yc2 Gt3+Yx3+Rs2+Gt1+Rt2+Gs4+Yc4+Bx2+Yt1+Yx4+Gt4+Gx2+Rx4+Bs1+Bc2 0/0/0/0 0:0

rule IR14  A wild in a text is an error, and the deck is smaller by two
options wilds=0
bad W@0,0 Rc1/Rc2 Rc3 0/0 0:0 = iota.position.wilds
bad Rc1@0,0 Rc2+W/Rc3 Rc4 0/0 0:0 = iota.position.wilds
bad Rc1@0,0 Rc2/Rc3 W 0/0 0:0 = iota.position.wilds
bad Rc1@0,0 #4/#4 #56 0/0 0:0 = iota.position.deck
position Rc1@0,0 #4/#4 #55 0/0 0:0
going
position Rc1@0,0 Rc2/Rc3 Rc4 0/0 0:0
cannot 0: W@1,0 = iota.I4.hand
cannot 0: trade W = iota.I14.hand

rule IR14  A square whose only card lies elsewhere can still be filled by a wild …
position Rc1@0,0+Rc4@0,1+Rc2@1,0+Rc3@2,0 Gs2/Bc1 Gc1 0/0 0:0
facts barred: none

rule IR14  … but not without wilds
options wilds=0
position Rc1@0,0+Rc4@0,1+Rc2@1,0+Rc3@2,0 Gs2/Bc1 Gc1 0/0 0:0
facts barred: at 0,-1 ; at -1,0 ; at 3,0 ; at 0,2

rule IR15  A wild cannot stand for a card that lies on the table
options reading=absent
position Rc1@0,0+Rc2@1,0+W@2,0 Rc3+Rc4+Gc3/Bc1 Gc1 0/0 0:0
can 0: Rc3@3,0 ; Rc4@3,0 ; Rc3~2,0 ; Rc4~2,0 ; Rc3@0,1 ; Rc4@0,1 ; Gc3@2,1
cannot 0: Rc3@0,1+Rc4@0,2 = iota.IR15.reading
position Rc1@0,0+Rc3@0,1+Rc2@1,0+W@2,0 Rc4+Gs1/Bc1 Gc1 0/0 0:0
cannot 0: Rc4@0,2 = iota.IR15.reading
cannot 0: Rc4@3,0 = iota.IR15.reading
can 0: Rc4~2,0 ; Gs1@2,1
play 0 Rc4~2,0
gives Rc1@0,0+Rc3@0,1+Rc2@1,0+Rc4@2,0 Gs1+W/Bc1 Gc1 0/0 0:0+

rule IR15  Two wilds stand for different cards: both of these could only be the red circle 4
position Gc4@-1,1+Bc4@-1,2+Yc4@-1,3+Rc1@0,0+Gc1@0,1+Rc2@1,0+Rc3@2,0+W@3,0 Rx1+W/Bc1 Bs1 0/0 0:0
can 0: W@-1,4

rule IR15  Two wilds for one card, on the table and in a text
options reading=absent
position Gc4@-1,1+Bc4@-1,2+Yc4@-1,3+Rc1@0,0+Gc1@0,1+Rc2@1,0+Rc3@2,0+W@3,0 Rx1+W/Bc1 Bs1 0/0 0:0
cannot 0: W@-1,4 = iota.IR15.reading
can 0: W@3,1
bad Gc4@-1,1+Bc4@-1,2+Yc4@-1,3+W@-1,4+Rc1@0,0+Gc1@0,1+Rc2@1,0+Rc3@2,0+W@3,0 Rx1/Bc1 Bs1 0/0 0:0 = iota.position.absent

rule IR15  Two wilds of one line: neither is a card on the table
options reading=absent
bad Rc1@0,0+W@1,0+Rc2@1,1+Rc3@1,2+Rc4@1,3+Rt3@2,-2+Rs2@2,-1+W@2,0 Rx4/Bc1 Gc1 0/0 0:0 = iota.position.absent
position W@0,0+W@1,0 Rc1+Gs2/Bc1 Gc1 0/0 0:0
can 0: Rc1@2,0 ; Rc1@2,0+Gs2@3,0 ; Rc1~0,0 ; Gs2~1,0

rule IR15  The card read may be in a hand, in the pile, or left out of the half deck
options reading=absent deck=half
position Rc1@0,0+Rc2@1,0+Rc3@2,0+W@3,0 Rc4+Gs1/Bc1 Gc1 0/0 0:0
can 0: Rc4~3,0 ; Gs1@3,1
position Rc1@0,0+Rc2@1,0+Rc3@2,0+W@3,0 Gs1/Rc4 Gc1 0/0 0:0
position Rc1@0,0+Rc2@1,0+Rc3@2,0+W@3,0 Gs1/Bc1 Rc4 0/0 0:0

rule IR15 IR2  A card in place of one wild may leave the other nothing to stand for
options reading=absent
position Rc1@0,0+W@0,1+Rc2@1,0+Rc3@2,0+W@3,0 Rc4+Gs4/Bc1 Gc1 0/0 0:0
cannot 0: Rc4~0,1 = iota.IR15.reading
can 0: Rc4~3,0 ; Gs4~0,1

rule IR15  What no wild can stand for any more stays empty
options reading=absent
position Rc1@0,0+Rc4@0,1+Rc2@1,0+Rc3@2,0 Gs2+W/Bc1 Gc1 0/0 0:0
facts barred: at 0,-1 ; at -1,0 ; at 3,0 ; at 0,2
cannot 0: W@3,0 = iota.IR15.reading
