# Gobblet: a block for every rule of docs/rules/gobblet.en.md. Squares run as on a page, a4 first.

rule G1  Sixteen squares, and no others
seats 2
deal 0000000000000000000000000000000000000000000000000000000000000000
gives -,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- 444 444 w
actors 0
legal 0: 4@a1 ; 4@b1 ; 4@c1 ; 4@d1 ; 4@a2 ; 4@b2 ; 4@c2 ; 4@d2 ; 4@a3 ; 4@b3 ; 4@c3 ; 4@d3 ; 4@a4 ; 4@b4 ; 4@c4 ; 4@d4
cannot 0: 4@e1 = gobblet.notation.unknown
cannot 0: 4@a5 = gobblet.notation.unknown
cannot 0: 4@a0 = gobblet.notation.unknown
cannot 0: 4@A1 = gobblet.notation.unknown

rule G1  The text has four rows of four squares
bad -,-,-,-/-,-,-,-/-,-,-,- 444 444 w = gobblet.position.square
bad -,-,-/-,-,-,-/-,-,-,-/-,-,-,- 444 444 w = gobblet.position.square
bad -,-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- 444 444 w = gobblet.position.square
bad ,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- 444 444 w = gobblet.position.square
bad w4,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- 443 444 b = gobblet.position.square
bad -,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- 444 444 = gobblet.position.reserve
bad -,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- 444 444 x = gobblet.position.turn
bad -,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- 444 444 w  = gobblet.position.end
bad -,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- 444 444 w! = gobblet.G12.off
bad  = gobblet.position.square

rule G2  Twelve gobblets a side, never a fourth of one size and no size but 1 to 4
position W4,-,W3,W2/W4,W3,W2,-/W4,W3,-,W1/-,W2,W1,W1 000 444 b
going
bad W4,W4,W4,-/W4,-,-,-/-,-,-,-/-,-,-,- 333 444 b = gobblet.position.count
bad B5,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- 444 443 w = gobblet.position.size
bad B0,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- 444 443 w = gobblet.position.size
bad B,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- 444 443 w = gobblet.position.size

rule G3  At the start only a 4 is available; each gobblet taken uncovers the one inside it
position -,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- 444 444 w
can 0: 4@a1
cannot 0: 3@a1 = gobblet.G3.reserve
cannot 0: 1@a1 = gobblet.G3.reserve
play 0 4@a1
gives -,-,-,-/-,-,-,-/-,-,-,-/W4,-,-,- 443 444 b
play 1 4@d4
can 0: 4@b1 ; 3@b1
cannot 0: 2@b1 = gobblet.G3.reserve
play 0 3@b1
gives -,-,-,B4/-,-,-,-/-,-,-,-/W4,W3,-,- 442 443 b
play 1 4@d3
can 0: 4@c2 ; 2@c2
cannot 0: 3@c2 = gobblet.G3.reserve
play 0 2@c2
gives -,-,-,B4/-,-,-,B4/-,-,W2,-/W4,W3,-,- 441 433 b

rule G3  A board that no reserve could have produced, and reserves that do not follow from the board
bad W3,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- 444 444 b = gobblet.position.order
bad W4,W3,W3,-/-,-,-,-/-,-,-,-/-,-,-,- 442 444 b = gobblet.position.order
bad W4,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- 444 444 b = gobblet.position.reserve
bad W4,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- 433 444 b = gobblet.position.reserve
bad W4,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- 443 443 b = gobblet.position.reserve
bad W4,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- 443 b = gobblet.position.reserve

rule G4  A turn is one new gobblet or one move, and then the other plays
position -,-,-,-/-,W4,-,-/-,-,-,-/-,-,-,B4 443 443 w
actors 0
cannot 1: 4@a1 = gobblet.G4.turn
cannot 1: d1-d2 = gobblet.G4.turn
cannot 1: nonsense = gobblet.G4.turn
cannot 0: pass = gobblet.notation.unknown
cannot 0: 4@a1 4@a2 = gobblet.notation.unknown
cannot 0: b3-b4-b3 = gobblet.notation.unknown
play 0 b3-a1
actors 1
cannot 0: 4@b3 = gobblet.G4.turn
play 1 3@b3
actors 0
gives -,-,-,-/-,B3,-,-/-,-,-,-/W4,-,-,B4 443 442 w

rule G4 G7 G8  The sheet's notation: five turns from the start
position -,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- 444 444 w
play 0 4@a1
play 1 4@d1
play 0 4@b3
play 1 3@c2
event move 1
play 0 a1-c2
gives -,-,-,-/-,W4,-,-/-,-,B3W4,-/-,-,-,B4 433 442 b

rule G5  A new gobblet goes on an empty square, wherever it is, and on no other
position -,-,-,-/-,-,-,-/-,-,-,-/W4,B3,-,B4 443 442 w
can 0: 4@c1 ; 3@d4 ; 4@b2
cannot 0: 4@b1 = gobblet.G6.three
cannot 0: 3@b1 = gobblet.G6.three
cannot 0: 4@d1 = gobblet.G6.three
cannot 0: 3@a1 = gobblet.GR8.own
count 0: 40

rule G6  Three of the opponent's in a line: a larger new gobblet may cover one of them
position -,-,-,W3/-,-,-,-/B3,B4,B2,-/W4,-,-,- 442 441 w
facts three: seat 1 at a2 ; seat 1 at b2 ; seat 1 at c2
facts threat: seat 1 at d2
can 0: 4@a2 ; 4@c2 ; 4@d2 ; 2@d2
cannot 0: 4@b2 = gobblet.G6.larger
cannot 0: 2@c2 = gobblet.G6.larger
cannot 0: 2@a2 = gobblet.G6.larger
count 0: 50
play 0 4@c2
event move 0
gives -,-,-,W3/-,-,-,-/B3,B4,B2W4,-/W4,-,-,- 432 441 b
going

rule G6  Two in a line are not enough, nor are three of one's own
position -,-,-,W3/-,-,-,-/B3,B4,-,-/W4,W4,W3,- 422 442 w
cannot 0: 4@a2 = gobblet.G6.three
cannot 0: 4@b2 = gobblet.G6.three
cannot 0: 4@c1 = gobblet.GR8.own
can 0: 4@d1 ; 2@c2

rule G6  What threatens: only a gobblet that may go there, and that is not in the line itself
position -,-,-,-/-,-,-,-/B3,B4,B2,W4/-,-,-,- 443 441 w
facts three: seat 1 at a2 ; seat 1 at b2 ; seat 1 at c2
facts threat: none
position W4,-,-,-/-,-,-,B4/B3,B4,B2,W3/-,-,-,- 442 431 w
facts threat: seat 1 at d2
position W4,-,-,-/-,-,-,-/B3,B4,B2,W3/-,-,-,- 442 441 w
facts threat: none

rule G6  A line of three elsewhere opens no other square
position -,-,-,B4/-,-,B3,-/-,B2,-,-/W4,-,-,B4 443 431 w
can 0: 4@b2 ; 4@c3 ; 3@b2
cannot 0: 3@c3 = gobblet.G6.larger
cannot 0: 4@d4 = gobblet.G6.larger
cannot 0: 4@d1 = gobblet.G6.three

rule G7  A gobblet on top moves to any other square that is empty or shows a smaller one
position B2,-,-,-/-,B3,-,-/-,-,W3,B4/W4,-,-,- 442 441 w
can 0: a1-a2 ; a1-d4 ; a1-b3 ; a1-a4 ; a1-c2 ; c2-a4 ; c2-c3
cannot 0: a1-d2 = gobblet.G7.larger
cannot 0: c2-d2 = gobblet.G7.larger
cannot 0: c2-b3 = gobblet.G7.larger
cannot 0: c2-a1 = gobblet.G7.larger
cannot 0: d2-d3 = gobblet.G7.theirs
cannot 0: d1-d3 = gobblet.G7.empty
count 0: 48

rule G7  What is covered cannot move, whoever covers it
position -,-,-,-/-,W3B4,-,-/-,-,W3W4,-/W4,-,-,- 422 443 w
cannot 0: b3-b4 = gobblet.G7.theirs
play 0 c2-d1
play 1 4@a4
can 0: c2-c3 ; d1-c2
cannot 0: b3-a2 = gobblet.G7.theirs

rule G8  A 4 swallows a 1, one's own as well; lifted again, what was below is back in play
position -,-,-,-/-,B1,-,-/-,-,W1,-/W4,W3,W2,B2B3B4 440 440 w
can 0: a1-b3 ; b1-b3 ; c1-b3 ; a1-c2 ; a1-b1 ; b1-c1
cannot 0: c2-b3 = gobblet.G7.larger
play 0 a1-b3
gives -,-,-,-/-,B1W4,-,-/-,-,W1,-/-,W3,W2,B2B3B4 440 440 b
cannot 1: b3-b4 = gobblet.G7.theirs
play 1 d1-c2
event show 1
gives -,-,-,-/-,B1W4,-,-/-,-,W1B4,-/-,W3,W2,B2B3 440 440 w
cannot 0: c2-c3 = gobblet.G7.theirs
play 0 b3-d1
event show 1
gives -,-,-,-/-,B1,-,-/-,-,W1B4,-/-,W3,W2,B2B3W4 440 440 b
can 1: b3-b4 ; c2-c1
cannot 1: d1-d2 = gobblet.G7.theirs

rule G8  In a stack every gobblet is larger than the one it covers
bad -,-,-,-/-,B1B1,-,-/-,-,W1,-/W4,W3,W2,B2B3B4 440 440 w = gobblet.position.stack
bad -,-,-,-/-,B1,-,-/-,-,W1,-/W4,W3,W2,B4B3B2 440 440 w = gobblet.position.stack
bad -,-,-,-/-,B1,-,-/-,-,W1,-/W4,W3,W2B2,B3B4 440 440 w = gobblet.position.stack

rule G9  Four in a row win, whatever their sizes
position B4,B4,-,-/-,-,-,-/-,-,-,-/W4,W4,W3,- 432 433 w
facts line: none
facts three: seat 0 at a1 ; seat 0 at b1 ; seat 0 at c1
facts threat: seat 0 at d1
facts turn: seat 0
play 0 2@d1
facts three: none
facts threat: none
facts line: seat 0 at a1 ; seat 0 at b1 ; seat 0 at c1 ; seat 0 at d1
facts turn: none
event over -
over 1 2
actors none
gives B4,B4,-,-/-,-,-,-/-,-,-,-/W4,W4,W3,W2 431 433 b
cannot 1: 4@c4 = game.move.over

rule G9  Four in a column win, also by moving there
position -,B4,-,W4/-,-,-,W4/-,-,-,W3/W3,B4,B4,- 422 333 w
play 0 a1-d1
facts line: seat 0 at d1 ; seat 0 at d2 ; seat 0 at d3 ; seat 0 at d4
over 1 2

rule G9  Four on a long diagonal win, for Black as for White
position W4,-,-,B3/W3,-,B4,-/-,-,-,-/B4,W4,-,- 432 432 b
play 1 3@b2
facts line: seat 1 at a1 ; seat 1 at b2 ; seat 1 at c3 ; seat 1 at d4
over 2 1

rule G9  The other long diagonal
position B4,-,-,W4/-,B4,W3,-/-,-,B3,-/W4,-,-,- 432 432 b
play 1 3@d1
facts line: seat 1 at d1 ; seat 1 at c2 ; seat 1 at b3 ; seat 1 at a4
over 2 1

rule G9 GR1  A short diagonal, a square and a line with a covered gobblet in it do not count
position -,W4,-,-/-,-,W4,-/-,-,-,W3/B4,B4,B4,- 432 333 w
play 0 3@a3
going
play 1 3@a2
going
position W4,W4,-,-/W3,-,-,-/-,-,-,-/B4,B4,B4,- 432 333 w
play 0 3@b3
going
position -,-,-,-/-,-,-,-/B4,-,-,-/W4,W3B4,W4,- 432 433 w
play 0 3@d1
going
facts line: none
facts covered: at b1 piece W3

rule G10  Lifting a gobblet off the opponent's complete line loses
position -,-,-,-/-,-,-,-/-,-,-,-/B3W4,B4,B4,B3 443 422 w
going
can 0: a1-a4 ; a1-d1
cannot 0: a1-b1 = gobblet.G7.larger
play 0 a1-a4
event show 1
event over -
over 2 1
gives W4,-,-,-/-,-,-,-/-,-,-,-/B3,B4,B4,B3 443 422 b

rule G10  It does not if the gobblet comes down on that same line
position -,-,-,-/-,-,-,-/-,-,-,-/B3W4,B4,B4,B3 443 422 w
play 0 a1-d1
event show 1
going
gives -,-,-,-/-,-,-,-/-,-,-,-/B3,B4,B4,B3W4 443 422 b

rule G10  Landing on some other of the opponent's gobblets does not help
position B2,-,-,-/-,-,-,-/-,-,-,-/B3W4,B4,B4,B3 443 421 w
play 0 a1-a4
over 2 1

rule G10  A gobblet on a crossing can break only one of two lines that it uncovers
position -,-,-,B2/-,-,B4,-/-,B4,-,-/B2W4,B4,B3,B3 443 311 w
play 0 a1-c1
over 2 1

rule G11  The reserve is empty: only moves are left
position W1W2W3W4,-,-,-/-,W1W2W3W4,-,-/-,-,-,-/-,-,W1W2W3W4,- 000 444 w
count 0: 39
cannot 0: 4@a1 = gobblet.G3.reserve
cannot 0: 1@a1 = gobblet.G3.reserve
play 0 a4-a1
gives W1W2W3,-,-,-/-,W1W2W3W4,-,-/-,-,-,-/W4,-,W1W2W3W4,- 000 444 b
count 1: 12

rule G12  Touch-move: what was touched must be played
options touch=on
position -,-,-,-/-,W4,-,-/-,-,B3W4,-/-,-,-,B4 433 442 w
can 0: b3! ; c2! ; b3-a1 ; 4@a1
play 0 b3!
actors 0
gives -,-,-,-/-,W4,-,-/-,-,B3W4,-/-,-,-,B4 433 442 w!b3
legal 0: b3-a1 ; b3-b1 ; b3-c1 ; b3-a2 ; b3-b2 ; b3-d2 ; b3-a3 ; b3-c3 ; b3-d3 ; b3-a4 ; b3-b4 ; b3-c4 ; b3-d4
cannot 0: c2-c3 = gobblet.G12.touched
cannot 0: 4@a1 = gobblet.G12.touched
cannot 0: c2! = gobblet.G12.touched
cannot 0: b3! = gobblet.G12.touched
cannot 1: 4@a1 = gobblet.G4.turn
play 0 b3-a1
gives -,-,-,-/-,-,-,-/-,-,B3W4,-/W4,-,-,B4 433 442 b

rule G12  A touched gobblet is stuck: the turn passes
options touch=on
position W4,B4,W3,B3/B4,W4,B3,W3/B4,W4,W3,B3/W2,B2,W1,B1 220 220 w
count 0: 53
cannot 0: c1-d1 = gobblet.G7.larger
play 0 c1!
event skip 0
gives W4,B4,W3,B3/B4,W4,B3,W3/B4,W4,W3,B3/W2,B2,W1,B1 220 220 b
actors 1
going

rule G12  Without the option nothing is touched
position -,-,-,-/-,W4,-,-/-,-,-,-/-,-,-,B4 443 443 w
cannot 0: b3! = gobblet.G12.off
bad -,-,-,-/-,W4,-,-/-,-,-,-/-,-,-,B4 443 443 w!b3 = gobblet.G12.off

rule G13 GR4  The third occurrence draws: the position one starts from is the first
position -,-,-,B4/-,-,-,-/-,-,-,-/W4,-,-,- 443 443 w
play 0 a1-b1
play 1 d4-c4
play 0 b1-a1
play 1 c4-d4
going
play 0 a1-b1
play 1 d4-c4
play 0 b1-a1
going
play 1 c4-d4
event over -
over 1 1
actors none
gives -,-,-,B4/-,-,-,-/-,-,-,-/W4,-,-,- 443 443 w
cannot 0: a1-b1 = game.move.over

rule GR4  Other ways to the same position count as well
position -,-,-,B4/-,-,-,-/-,-,-,-/W4,-,-,- 443 443 w
play 0 a1-b1
play 1 d4-d3
play 0 b1-c1
play 1 d3-d2
play 0 c1-a1
play 1 d2-d4
play 0 a1-d1
play 1 d4-a4
play 0 d1-a1
going
play 1 a4-d4
over 1 1

rule GR4  A position is the same only with the same side to move
position -,-,-,B4/-,-,-,-/-,-,-,-/W4,-,-,- 443 443 w
play 0 a1-b1
play 1 d4-c4
play 0 b1-c1
play 1 c4-d4
play 0 c1-a1
gives -,-,-,B4/-,-,-,-/-,-,-,-/W4,-,-,- 443 443 b
play 1 d4-c4
play 0 a1-b1
play 1 c4-d4
play 0 b1-a1
gives -,-,-,B4/-,-,-,-/-,-,-,-/W4,-,-,- 443 443 b
going
play 1 d4-c4
play 0 a1-b1
play 1 c4-d4
going
play 0 b1-a1
over 1 1

rule GR4  Two gobblets of one size and colour are alike: exchanged they make the same position
position -,-,-,B4/-,-,-,-/-,-,-,-/W4,W4,-,- 433 443 w
play 0 a1-c1
play 1 d4-c4
play 0 b1-a1
play 1 c4-c3
play 0 c1-b1
play 1 c3-d4
gives -,-,-,B4/-,-,-,-/-,-,-,-/W4,W4,-,- 433 443 w
play 0 a1-c1
play 1 d4-c4
play 0 b1-a1
play 1 c4-c3
play 0 c1-b1
going
play 1 c3-d4
over 1 1

rule GR4  What is covered belongs to the position
position -,-,-,B4/-,-,-,-/-,-,-,-/B3W4,W4,-,- 433 442 w
play 0 a1-c1
play 1 d4-c4
play 0 c1-a1
play 1 c4-d4
gives -,-,-,B4/-,-,-,-/-,-,-,-/B3W4,W4,-,- 433 442 w
play 0 a1-c1
play 1 d4-c4
play 0 b1-d1
play 1 a1-b1
play 0 d1-a1
play 1 c4-c3
play 0 c1-b1
play 1 c3-d4
gives -,-,-,B4/-,-,-,-/-,-,-,-/W4,B3W4,-,- 433 442 w
going

rule GR4  A new gobblet restarts the count: no earlier position can come back
position -,-,-,B4/-,-,-,-/-,-,-,-/W4,-,-,- 443 443 w
play 0 a1-b1
play 1 d4-c4
play 0 b1-a1
play 1 c4-d4
play 0 a1-b1
play 1 4@d2
play 0 b1-a1
play 1 d4-c4
play 0 a1-b1
play 1 c4-d4
play 0 b1-a1
play 1 d4-c4
going
play 0 a1-b1
going
play 1 c4-d4
gives -,-,-,B4/-,-,-,-/-,-,-,B4/-,W4,-,- 443 433 w
over 1 1

rule GR4 GR9  Touching alone never counts towards the three
options touch=on
position -,-,-,B4/-,-,-,-/-,-,-,-/W4,-,-,- 443 443 w
play 0 a1!
play 0 a1-b1
play 1 d4!
play 1 d4-c4
play 0 b1!
play 0 b1-a1
play 1 c4!
play 1 c4-d4
going
play 0 a1!
going
play 0 a1-b1
play 1 d4!
play 1 d4-c4
play 0 b1!
play 0 b1-a1
play 1 c4!
going
play 1 c4-d4
over 1 1

rule GR4 GR9  A turn lost by touching counts towards the three
options touch=on
position W4,B4,W3,B3/B4,W4,B3,W3/B4,W4,W3,B3/W2,B2,W1,B1 220 220 w
play 0 c1!
play 1 d1!
gives W4,B4,W3,B3/B4,W4,B3,W3/B4,W4,W3,B3/W2,B2,W1,B1 220 220 w
going
play 0 c1!
going
play 1 d1!
event skip 1
event over -
over 1 1

rule GR4 GR9  Lost turns and moves mixed
options touch=on
position W4,B4,W3,B3/B4,W4,B3,W3/B4,W4,W3,B3/W2,B2,W1,B1 220 220 w
play 0 a1-c1
gives W4,B4,W3,B3/B4,W4,B3,W3/B4,W4,W3,B3/-,B2,W1W2,B1 220 220 b
play 1 b1-a1
play 0 c1-b1
gives W4,B4,W3,B3/B4,W4,B3,W3/B4,W4,W3,B3/B2,W2,W1,B1 220 220 b
play 1 d1!
play 0 c1!
play 1 d1!
going
play 0 c1!
over 1 1

rule G14  Players agree outside the game: no move offers a draw
position -,-,-,-/-,-,-,-/-,-,-,-/W4,-,-,B4 443 443 w
cannot 0: draw = gobblet.notation.unknown
cannot 0: = = gobblet.notation.unknown
cannot 0: 1/2 = gobblet.notation.unknown
legal 0: 4@b1 ; 4@c1 ; 4@a2 ; 4@b2 ; 4@c2 ; 4@d2 ; 4@a3 ; 4@b3 ; 4@c3 ; 4@d3 ; 4@a4 ; 4@b4 ; 4@c4 ; 4@d4 ; 3@b1 ; 3@c1 ; 3@a2 ; 3@b2 ; 3@c2 ; 3@d2 ; 3@a3 ; 3@b3 ; 3@c3 ; 3@d3 ; 3@a4 ; 3@b4 ; 3@c4 ; 3@d4 ; a1-b1 ; a1-c1 ; a1-a2 ; a1-b2 ; a1-c2 ; a1-d2 ; a1-a3 ; a1-b3 ; a1-c3 ; a1-d3 ; a1-a4 ; a1-b4 ; a1-c4 ; a1-d4

rule GR1  Three with a gap between them are in a line too, whatever fills the gap
position -,-,-,-/-,-,-,-/-,-,-,-/B4,W4,B3,B2 443 441 w
can 0: 4@c1 ; 4@d1 ; 3@d1
cannot 0: 4@a1 = gobblet.G6.larger
cannot 0: 3@c1 = gobblet.G6.larger
count 0: 41

rule GR1  Only what is visible makes a line of three
position -,-,-,-/-,-,-,-/-,-,-,-/B4,B2W4,B3,- 443 441 w
cannot 0: 4@c1 = gobblet.G6.three

rule GR1  Columns and both long diagonals are lines, short diagonals are not
position -,-,-,-/-,B3,-,-/-,B4,-,-/W4,B2,-,- 443 441 w
can 0: 4@b1 ; 3@b1 ; 4@b3
position -,-,-,-/-,-,B3,-/-,B4,-,-/B2,-,-,W4 443 441 w
can 0: 4@a1 ; 3@a1 ; 4@c3
position B2,-,-,-/-,B3,-,-/-,-,W4,-/-,-,-,B4 443 441 w
can 0: 4@a4 ; 3@a4 ; 4@b3
position -,-,B3,-/-,B4,-,-/B2,-,-,-/W4,-,-,- 443 441 w
cannot 0: 4@a2 = gobblet.G6.three
cannot 0: 4@c4 = gobblet.G6.three

rule GR1  Two lines of three at once: cover where you like, if the new gobblet is larger
position B3,-,-,-/B3,-,-,-/-,-,-,W4/B4,B4,B2,- 443 421 w
can 0: 4@a4 ; 4@a3 ; 4@c1 ; 3@c1
cannot 0: 4@a1 = gobblet.G6.larger
cannot 0: 4@b1 = gobblet.G6.larger
cannot 0: 3@a3 = gobblet.G6.larger

rule G9  One move may complete two lines
position W2,B4,B4,-/W3,-,-,-/W4,-,-,-/-,W4,W3,W2 411 433 w
play 0 4@a1
facts line: seat 0 at a1 ; seat 0 at b1 ; seat 0 at c1 ; seat 0 at d1 ; seat 0 at a2 ; seat 0 at a3 ; seat 0 at a4
over 1 2

rule GR2  Completing one's own line while uncovering the opponent's loses
position -,W4,W4,W3/-,-,-,-/-,-,-,-/B3W4,B4,B4,B3 332 422 w
play 0 a1-a4
gives W4,W4,W4,W3/-,-,-,-/-,-,-,-/B3,B4,B4,B3 332 422 b
facts line: seat 0 at a4 ; seat 0 at b4 ; seat 0 at c4 ; seat 0 at d4 ; seat 1 at a1 ; seat 1 at b1 ; seat 1 at c1 ; seat 1 at d1
over 2 1

rule GR2  It wins if the same move breaks the opponent's line
position -,-,-,W4/-,-,-,W4/-,-,-,W3/B3W4,B4,B4,B3 332 422 w
play 0 a1-d1
gives -,-,-,W4/-,-,-,W4/-,-,-,W3/B3,B4,B4,B3W4 332 422 b
facts line: seat 0 at d1 ; seat 0 at d2 ; seat 0 at d3 ; seat 0 at d4
facts covered: at d1 piece B3
over 1 2

rule GR2 G10  The player whose line is uncovered wins, though the other moved
position -,-,-,-/-,-,-,-/B3,-,-,B4/W3B4,W4,W4,W3 422 432 b
play 1 d2-d3
going
play 0 4@d4
play 1 a1-a4
event over -
over 1 2

rule GR3  Lifting a gobblet and putting it back is not a move
position -,-,-,-/-,W4,-,-/-,-,-,-/-,-,-,B4 443 443 w
cannot 0: b3-b3 = gobblet.GR3.same

rule GR3  Not even after touching it
options touch=on
position -,-,-,-/-,W4,-,-/-,-,-,-/-,-,-,B4 443 443 w
play 0 b3!
cannot 0: b3-b3 = gobblet.GR3.same

rule GR5  A size 4 always has at least ten squares
position W4,B4,W3,B3/B4,W4,B3,W3/B4,W4,W3,B3/W2,B2,W1,B1 220 220 w
can 0: a4-c4 ; a4-d4 ; a4-c3 ; a4-d3 ; a4-c2 ; a4-d2 ; a4-a1 ; a4-b1 ; a4-c1 ; a4-d1 ; 2@d1
cannot 0: a4-b4 = gobblet.G7.larger
count 0: 45

rule GR5  All of White in reserve, all of Black on the board: four squares are free
position B4,-,B3,B2/B4,B3,B2,-/B4,B3,-,B1/-,B2,B1,B1 444 000 w
legal 0: 4@b4 ; 4@d3 ; 4@c2 ; 4@a1 ; 4@c4 ; 4@d4 ; 4@b3 ; 4@c3 ; 4@b2 ; 4@d2 ; 4@b1 ; 4@c1 ; 4@d1

rule GR6  Three stacks showing a 4 are one choice and not three
position -,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- 444 444 w
count 0: 16
play 0 4@b2
play 1 4@c3
can 0: 4@a1 ; 3@a1
count 0: 42
bad -,-,-,-/-,-,B4,-/-,W4,-,-/-,-,-,- 344 443 w = gobblet.position.reserve
bad -,-,-,-/-,-,B4,-/-,W4,-,-/-,-,-,- 434 443 w = gobblet.position.reserve

rule GR7  Every view holds everything, also what is covered
position -,-,-,-/-,W4,-,-/-,-,B3W4,-/-,-,-,B4 433 442 b
view 0 -,-,-,-/-,W4,-,-/-,-,B3W4,-/-,-,-,B4 433 442 b
view 1 -,-,-,-/-,W4,-,-/-,-,B3W4,-/-,-,-,B4 433 442 b
view spectator -,-,-,-/-,W4,-,-/-,-,B3W4,-/-,-,-,B4 433 442 b
bad -,-,-,-/-,W4,-,-/-,-,#2,-/-,-,-,B4 433 442 b = gobblet.position.square

rule GR7  Screens are told what is covered, from the bottom up, with the option peek and without
position W3,-,-,-/-,-,-,B4/W2B3W4,-,B3W4,-/-,-,-,B4 431 422 b
facts covered: at a2 piece W2 ; at a2 piece B3 ; at c2 piece B3
options peek=on
position W3,-,-,-/-,-,-,B4/W2B3W4,-,B3W4,-/-,-,-,B4 431 422 b
facts covered: at a2 piece W2 ; at a2 piece B3 ; at c2 piece B3

rule GR7  The option peek changes what screens draw and nothing else
options peek=on
position -,-,-,-/-,W4,-,-/-,-,B3W4,-/-,-,-,B4 433 442 b
view spectator -,-,-,-/-,W4,-,-/-,-,B3W4,-/-,-,-,B4 433 442 b
count 1: 39

rule GR8  Three of Black's threaten a1, but no new gobblet may cover the white one there
position W4,-,-,-/-,W3,-,-/-,-,-,-/W2,B4,B3,B4 441 432 w
cannot 0: 4@a1 = gobblet.GR8.own
cannot 0: 1@a1 = gobblet.GR8.own
cannot 0: 4@b3 = gobblet.GR8.own
can 0: 4@c1 ; a4-a1 ; b3-a1

rule GR9  Touch a gobblet of yours that can be seen, or play straight away
options touch=on
position -,-,-,-/-,W3B4,-,-/-,-,W4,-/-,-,-,B4 442 433 w
can 0: c2! ; c2-c3 ; 4@a1
cannot 0: b3! = gobblet.G7.theirs
cannot 0: d1! = gobblet.G7.theirs
cannot 0: a1! = gobblet.G7.empty
cannot 0: 4! = gobblet.notation.unknown

rule GR9 G10  Black's line lies under the touched gobblet, and wins only when that one leaves
options touch=on
position -,-,-,-/-,-,-,-/-,-,-,-/B3W4,B4,B4,B3 443 422 w
play 0 a1!
going
gives -,-,-,-/-,-,-,-/-,-,-,-/B3W4,B4,B4,B3 443 422 w!a1
can 0: a1-d1 ; a1-a4
play 0 a1-a4
over 2 1

rule GR9 GR5  A touched gobblet is stuck, and nothing under it comes to light
options touch=on
position W4,B4,W3,B3/B4,W4,W3,B3/W4,W3,B2,W2/B1W2,B4,B3,B2 211 210 w
play 0 a1!
event skip 0
gives W4,B4,W3,B3/B4,W4,W3,B3/W4,W3,B2,W2/B1W2,B4,B3,B2 211 210 b
going

rule GR9  A text may have a touched gobblet if it can be played
options touch=on
position -,-,-,-/-,W4,-,-/-,-,-,-/-,-,-,B4 443 443 b!d1
actors 1
count 1: 14
bad -,-,-,-/-,W4,-,-/-,-,-,-/-,-,-,B4 443 443 b!b3 = gobblet.position.touched
bad -,-,-,-/-,W4,-,-/-,-,-,-/-,-,-,B4 443 443 b!a1 = gobblet.position.touched
bad -,-,-,-/-,W4,-,-/-,-,-,-/-,-,-,B4 443 443 b!e1 = gobblet.position.touched
bad -,-,-,-/-,W4,-,-/-,-,-,-/-,-,-,B4 443 443 b!d1! = gobblet.position.end
bad W4,B4,W3,B3/B4,W4,B3,W3/B4,W4,W3,B3/W2,B2,W1,B1 220 220 w!c1 = gobblet.position.touched

rule GR10  A finished position has the other side to move
position B4,B4,-,-/-,-,-,-/-,-,-,-/W4,W4,W3,W2 431 433 b
over 1 2
actors none
count 1: 0
cannot 1: 4@c4 = game.move.over

rule GR10  A text where both have four: it goes to whoever is to move
position W4,W4,W3,W3/-,-,-,-/-,-,-,-/B3,B4,B4,B3 422 422 b
over 2 1
position W4,W4,W3,W3/-,-,-,-/-,-,-,-/B3,B4,B4,B3 422 422 w
over 1 2

rule GR10  A complete line wins for its owner, whoever is to move
position W4,W4,W3,W3/-,-,-,-/-,-,-,-/B3,B4,B4,- 422 432 w
over 1 2
position -,-,-,-/W4,W4,W3,-/-,-,-,-/B3,B4,B4,B3 432 422 w
over 2 1

rule GR10  Nothing is touched in a finished position
options touch=on
bad B4,B4,-,-/-,-,-,-/-,-,-,-/W4,W4,W3,W2 431 433 b!a4 = gobblet.position.touched

rule GR10  A position need not be reachable
position B1B2B3B4,B1B2B3B4,B1B2B3B4,-/-,-,-,-/-,-,-,-/-,-,-,- 444 000 b
actors 1
count 1: 39

rule GR11  A free reserve covers any smaller gobblet, of either colour, with no three in a line
options reserve=free
position -,-,-,-/-,W3,-,-/-,B2,-,B3/W4,-,-,B4 442 441 w
can 0: 4@b2 ; 4@b3 ; 4@c3 ; 2@c3
cannot 0: 2@b2 = gobblet.GR11.larger
cannot 0: 2@b3 = gobblet.GR11.larger
cannot 0: 4@d1 = gobblet.GR11.larger
cannot 0: 4@a1 = gobblet.GR11.larger
cannot 0: 1@b2 = gobblet.G3.reserve
count 0: 51
play 0 4@b3
gives -,-,-,-/-,W3W4,-,-/-,B2,-,B3/W4,-,-,B4 432 441 b
play 1 4@b2
gives -,-,-,-/-,W3W4,-,-/-,B2B4,-,B3/W4,-,-,B4 432 431 w

rule GR11  It may cover one's own to prevent a loss, or complete a line on the opponent's
options reserve=free
position W4,-,-,-/-,W3,-,-/-,-,-,-/W2,B4,B3,B4 441 432 w
can 0: 4@a1 ; 4@c1
cannot 0: 1@a1 = gobblet.GR11.larger
play 0 4@a1
gives W4,-,-,-/-,W3,-,-/-,-,-,-/W2W4,B4,B3,B4 431 432 b
going
position -,-,-,-/-,-,-,-/B4,-,-,-/W4,W3,W2,B3 441 442 w
play 0 4@d1
over 1 2

rule GR11 G12  A touched gobblet still has to be played
options reserve=free touch=on
position -,-,-,-/-,W4,-,-/-,-,-,-/-,-,-,B4 443 443 w!b3
cannot 0: 4@a1 = gobblet.G12.touched
count 0: 14

rule GR11  Without the option nothing changes
options reserve=threes
position -,-,-,-/-,W3,-,-/-,B2,-,B3/W4,-,-,B4 442 441 w
cannot 0: 4@b2 = gobblet.G6.three
cannot 0: 4@b3 = gobblet.GR8.own
count 0: 48

rule GR12  White begins
seats 2
deal 0000000000000000000000000000000000000000000000000000000000000000
actors 0
