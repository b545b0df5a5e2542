# Super Taki: a block or more for every rule and ruling. Positions are small on purpose: most of
# the deck is left out. Fields: discards, hands, pile, seat and direction, phase, open or shut,
# signs, stages, players stuck, rng.

# ---- the rules of the sheet ----

rule T1  A third copy of a card, or a fifth change colour, is refused
bad R1,R1 R1/G1 - 0> play shut .. - 0 = taki.position.copies
bad R1 R3,R3,R3/G1 - 0> play shut .. - 0 = taki.position.copies
bad R1 G1/G3 G1,G3,G1 0> play shut .. - 0 = taki.position.copies
bad color=R,color=G,color=B,color=Y color/G1 - 0> play shut .. - 0 = taki.position.copies
bad super=R,super=G R1/super - 0> play shut .. - 0 = taki.position.copies
bad R2 R1/G1 - 0> play shut .. - 0 = taki.position.discards
bad R1 R2/G1 - 0> play shut .. - 0 = taki.position.hands
position color=R,color=G color,color/R1,R1 super,super,king,king,+3,+3,break,break 0> play shut .. - 0
count 0: 5

rule T1 T2 T4  Eight cards each, one is turned up, seat 0 begins and play runs clockwise
options mode=pyramid
seats 3
deal 0000000000000000000000000000000000000000000000000000000000000000
gives B+2 R1,R5,Rturn,G+2,G4,G6,G8,B8/R3,G9,B6,Y5,Y7,Y9,king,+3/R+2,R4,R7,G4,B4,B5,B9,Bstop R9,Y4,Ystop,Gturn,Y6,G3,Y1,G+2,B8,Y3,R5,B1,+3,Gtaki,R8,R1,Rtaki,B3,G5,B4,G1,G8,Yplus,Bturn,G5,Bplus,G6,Gtaki,Y8,G7,B+2,B1,Gturn,Btaki,Bstop,Bplus,B7,Ytaki,Yplus,R7,Ystop,Yturn,B9,G1,color,Ytaki,Y1,color,G9,Yturn,Y7,B6,super,R+2,Y4,break,break,Y+2,B3,Gstop,Y5,color,Y6,Y8,Bturn,Rstop,Rtaki,G7,B5,G3,R6,Y3,Gplus,Rplus,R4,B7,R3,king,color,Rstop,Gplus,Y9,R6,R8,Y+2,Rturn,Gstop,R9,super,Btaki,Rplus 0> play shut ... 8/8/8 0 rng=0000000000000000000000000000000000000000000000000000000000000000:115
actors 0
legal 0: G+2 ; B8 ; draw
play 0 B8
actors 1
play 1 draw
event move 1 1
actors 2

rule T3  The game begins on a +2: it costs nobody anything, and is matched like any card
seats 2
deal 0000000000000000000000000000000000000000000000000000000000000001
actors 0
legal 0: G4 ; G9 ; Gplus ; king ; draw
cannot 0: take = taki.T9.take
cannot 0: break = taki.TR7.plus2
cannot 0: Y3 = taki.T5.match

rule T5  Colour, number or figure must match
position R7 R1,Rturn,G7,Gstop,B8/Y1 Y3,Y4 0> play shut .. - 0
legal 0: R1 ; Rturn ; G7 ; draw
cannot 0: Gstop = taki.T5.match
cannot 0: B8 = taki.T5.match
cannot 0: R5 = taki.T5.hand
cannot 0: R2 = taki.notation.unknown
cannot 0: pass = taki.TR4.pass
cannot 0: end = taki.TR2.end
cannot 1: Y1 = taki.T4.turn
play 0 G7
gives G7,R7 R1,Rturn,Gstop,B8/Y1 Y3,Y4 1> play shut .. - 0
actors 1

rule T5  A stop goes on a stop of another colour
position Gstop Rstop,Y5/Y1,Y3 Y4 0> play shut .. - 0
legal 0: Rstop ; draw

rule T6 TR2  No card fits: the player draws, and the drawn card has to wait
position R7 B8,Y5/Y1,Y3 R1,Y4 0> play shut .. - 0
legal 0: draw
play 0 draw
gives R7 R1,B8,Y5/Y1,Y3 Y4 1> play shut .. - 0
actors 1
cannot 0: R1 = taki.T4.turn

rule T7 TR18  The next player moves before the call: four cards
position R7 R1,R3/R4,Y1/R5,B3 G1,G3,G4,G5,G6 0> play shut ... - 0
play 0 R1
gives R1,R7 R3/R4,Y1/R5,B3 G1,G3,G4,G5,G6 1> play shut ?.. - 0
actors 0 1
legal 0: last
play 1 R4
gives R4,R1,R7 R3,G1,G3,G4,G5/Y1/R5,B3 G6 2> play shut .?. - 0
event forgot 0 4

rule T7 TR18  Called in time: nothing happens
position R7 R1,R3/R4,Y1,Y3/R5,B3 G1,G3,G4,G5,G6 0> play shut ... - 0
play 0 R1
play 0 last
event call 0
gives R1,R7 R3/R4,Y1,Y3/R5,B3 G1,G3,G4,G5,G6 1> play shut !.. - 0
actors 1
cannot 0: last = taki.TR18.duty
play 1 R4
gives R4,R1,R7 R3/Y1,Y3/R5,B3 G1,G3,G4,G5,G6 2> play shut !.. - 0

rule T8  Stop: one seat is skipped
position R7 R3,R4,Rstop/Y1,Y3/Y4,Y5 G1 0> play shut ... - 0
play 0 Rstop
gives Rstop,R7 R3,R4/Y1,Y3/Y4,Y5 G1 2> play shut ... - 0
event skip 1

rule T8  Stop, counterclockwise
position R7 R3,R4,Rstop/Y1,Y3/Y4,Y5/B1,B3 G1 0< play shut .... - 0
play 0 Rstop
gives Rstop,R7 R3,R4/Y1,Y3/Y4,Y5/B1,B3 G1 2< play shut .... - 0

rule T9  +2 on +2, until somebody takes two cards for each
position R7 R+2,R3,R4/G+2,Y3,Y4/Y5,Y6,Y7 G1,G3,G4,G5,G6 0> play shut ... - 0
play 0 R+2
event owe 1 2
gives R+2,R7 R3,R4/G+2,Y3,Y4/Y5,Y6,Y7 G1,G3,G4,G5,G6 1> owe1 shut ... - 0
legal 1: G+2 ; take
cannot 1: draw = taki.T9.draw
cannot 1: Y3 = taki.T9.answer
cannot 1: end = taki.T9.answer
play 1 G+2
gives G+2,R+2,R7 R3,R4/Y3,Y4/Y5,Y6,Y7 G1,G3,G4,G5,G6 2> owe2 shut ... - 0
legal 2: take
play 2 take
gives G+2,R+2,R7 R3,R4/Y3,Y4/G1,G3,G4,G5,Y5,Y6,Y7 G6 0> play shut ... - 0
legal 0: draw

rule T9  A +2 that was taken leads by colour and figure
position G+2,R+2 R3,G4,B+2/Y3 G1 0> play shut .. - 0
legal 0: G4 ; B+2 ; draw
play 0 B+2
gives B+2,G+2,R+2 R3,G4/Y3 G1 1> owe1 shut .. - 0

rule T10  Change direction
position R7 R3,R4,Rturn/Y1,Y3/Y4,Y5/B1,B3 G1 0> play shut .... - 0
play 0 Rturn
gives Rturn,R7 R3,R4/Y1,Y3/Y4,Y5/B1,B3 G1 3< play shut .... - 0
event reverse 0
play 3 draw
gives Rturn,R7 R3,R4/Y1,Y3/Y4,Y5/G1,B1,B3 - 2< play shut .... - 0

rule T11  Change colour names the colour to be played next
position R7 R3,R4,color/B1,Y3/Y4,Y5 G1 0> play shut ... - 0
legal 0: R3 ; R4 ; color=R ; color=G ; color=B ; color=Y ; draw
cannot 0: color = taki.T11.colour
play 0 color=B
gives color=B,R7 R3,R4/B1,Y3/Y4,Y5 G1 1> play shut ... - 0
event colour 0
legal 1: B1 ; draw

rule T11 T15  Neither a change colour nor a super taki goes on an active +2
position R+2 color,super/R1 G1,G3 0> owe1 shut .. - 0
legal 0: take
cannot 0: color=R = taki.T11.active
cannot 0: super = taki.T15.active

rule T11  Change colour goes on an inactive +2, on a king and on another change colour
position R+2 color,color,color/R1 G1,G3 0> play shut .. - 0
play 0 color=G
play 1 draw
play 0 color=G
gives color=G,color=G,R+2 color/R1,G1 G3 1> play shut ?. - 0

rule T12 T14  A run: any number of cards of the colour, only the last one's command takes effect
position R7 R+2,R3,Rstop,Rtaki,G1,G3/Y1,Y3/Y4,Y5 B1,B3 0> play shut ... - 0
play 0 Rtaki
gives Rtaki,R7 R+2,R3,Rstop,G1,G3/Y1,Y3/Y4,Y5 B1,B3 0> run shut ... - 0
legal 0: R+2 ; R3 ; Rstop ; end
cannot 0: G1 = taki.T12.colour
cannot 0: draw = taki.TR2.run
play 0 R+2
play 0 Rstop
gives Rstop,R+2,Rtaki,R7 R3,G1,G3/Y1,Y3/Y4,Y5 B1,B3 0> run shut ... - 0
legal 0: R3 ; close ; end
play 0 close
event close 0
gives Rstop,R+2,Rtaki,R7 R3,G1,G3/Y1,Y3/Y4,Y5 B1,B3 2> play shut ... - 0

rule T12  The +2 that ends a run is active, the one in its middle was not
position R7 R+2,R3,Rtaki,G1,G3/G+2,Y1,Y3/Y4,Y5 B1,B3 0> play shut ... - 0
play 0 Rtaki
play 0 R+2
play 0 close
gives R+2,Rtaki,R7 R3,G1,G3/G+2,Y1,Y3/Y4,Y5 B1,B3 1> owe1 shut ... - 0

rule T13 TR13  A run may end with a change colour, whose command takes effect
position R3,Rtaki R4,G1,G3,color/Y1,Y3/Y4,Y5 B1,B3 0> run shut ... - 0
can 0: R4 ; color=R ; color=B ; close ; end
play 0 color=B
gives color=B,R3,Rtaki R4,G1,G3/Y1,Y3/Y4,Y5 B1,B3 1> play shut ... - 0

rule T13 TR13 T17  A run may end with a king, which gives its free turn
position R3,Rtaki R4,G1,G3,king/Y1,Y3/Y4,Y5 B1,B3 0> run shut ... - 0
play 0 king
gives king,R3,Rtaki R4,G1,G3/Y1,Y3/Y4,Y5 B1,B3 0> free shut ... - 0

rule T14 TR15  Nobody said closed: the next player joins the run, and closes it
position R3,Rtaki R4,G1,G3/R5,R6,Y1/Y4,Y5 B1,B3 0> run shut ... - 0
play 0 end
event open 0
gives R3,Rtaki R4,G1,G3/R5,R6,Y1/Y4,Y5 B1,B3 1> play open ... - 0
play 1 R5
gives R5,R3,Rtaki R4,G1,G3/R6,Y1/Y4,Y5 B1,B3 1> run shut ... - 0
play 1 R6
play 1 close
gives R6,R5,R3,Rtaki R4,G1,G3/Y1/Y4,Y5 B1,B3 2> play shut .?. - 0

rule T14  Closing needs a run of one's own
position R3,Rtaki R4,G1/R5,Y1 B1 0> play open .. - 0
cannot 0: close = taki.T14.close
cannot 0: end = taki.TR2.end

rule T15  A super taki takes the leading card's colour
position G7 R3,G3,G4,super,super/Y1,Y3 B1 0> play shut .. - 0
can 0: super
cannot 0: super=B = taki.T15.colour
play 0 super
gives super=G,G7 R3,G3,G4,super/Y1,Y3 B1 0> run shut .. - 0
legal 0: G3 ; G4 ; super ; end
play 0 super
gives super=G,super=G,G7 R3,G3,G4/Y1,Y3 B1 0> run shut .. - 0

rule T15  On a change colour it takes the colour that was named
position color=Y,G7 R3,Y4,super/Y1,Y3 B1 0> play shut .. - 0
play 0 super
gives super=Y,color=Y,G7 R3,Y4/Y1,Y3 B1 0> run shut .. - 0
legal 0: Y4 ; end

rule T16 TR27  After a plus the same player plays again, or draws, also by choice
position R7 R3,Rplus,G4/Y1,Y3 B1,B3 0> play shut .. - 0
play 0 Rplus
gives Rplus,R7 R3,G4/Y1,Y3 B1,B3 0> play shut .. - 0
legal 0: R3 ; draw
play 0 draw
gives Rplus,R7 R3,G4,B1/Y1,Y3 B3 1> play shut .. - 0

rule T16  Plus on plus
position R7 Rplus,G4,Gplus/Y1,Y3 B1,B3 0> play shut .. - 0
play 0 Rplus
play 0 Gplus
gives Gplus,Rplus,R7 G4/Y1,Y3 B1,B3 0> play shut ?. - 0
legal 0: G4 ; draw ; last

rule T17 TR12  A king wipes out the +2, and after it anything goes
position R+2 G3,B4,king/Y1,Y3 B1,B3 0> owe2 shut .. - 0
legal 0: king ; take
play 0 king
gives king,R+2 G3,B4/Y1,Y3 B1,B3 0> free shut .. - 0
legal 0: G3 ; B4 ; end
cannot 0: draw = taki.TR2.king
play 0 B4
gives B4,king,R+2 G3/Y1,Y3 B1,B3 1> play shut ?. - 0

rule T18 TR4 TR25  A +3: when all have passed, everyone else draws three, in the order of play
position R7 R3,R4,+3/Y1,Y3/Y4,Y5 B1,B3,B4,B5,B6,B7,B8 0< play shut ... - 0
play 0 +3
event window 0
gives +3,R7 R3,R4/Y1,Y3/Y4,Y5 B1,B3,B4,B5,B6,B7,B8 0< react:- shut ... - 0
actors 1 2
legal 1: pass
legal 2: pass
cannot 0: R3 = taki.TR4.wait
cannot 1: Y1 = taki.TR4.window
play 1 pass
event pass 1
gives +3,R7 R3,R4/Y1,Y3/Y4,Y5 B1,B3,B4,B5,B6,B7,B8 0< react:1 shut ... - 0
actors 2
cannot 1: pass = taki.TR4.passed
play 2 pass
gives +3,R7 R3,R4/B5,B6,B7,Y1,Y3/B1,B3,B4,Y4,Y5 B8 2< play shut ... - 0

rule T19 TR3  A +3 laid on an active +2 raises the debt by two; the others owe nothing
position R+2,R7 R3,R4/Y1,Y3,+3/Y4,Y5 B1,B3,B4,B5,B6,B7,B8 1> owe1 shut ... - 0
legal 1: +3 ; take
play 1 +3
gives +3,R+2,R7 R3,R4/Y1,Y3/Y4,Y5 B1,B3,B4,B5,B6,B7,B8 1> react2:- shut ... - 0
actors 0 2
play 2 pass
play 0 pass
event owe 2 4
gives +3,R+2,R7 R3,R4/Y1,Y3/Y4,Y5 B1,B3,B4,B5,B6,B7,B8 2> owe2 shut ... - 0
play 2 take
gives +3,R+2,R7 R3,R4/Y1,Y3/B1,B3,B4,B5,Y4,Y5 B6,B7,B8 0> play shut ... - 0
legal 0: R3 ; R4 ; draw

rule T20 TR5  A breaker from another seat turns the +3 on its own player
position +3,R7 R3,R4/Y1,Y3/Y4,Y5,break/G1,G3 B1,B3,B4,B5 0> react:1 shut .... - 0
actors 2 3
legal 2: break ; pass
legal 3: pass
cannot 3: break = taki.T5.hand
play 2 break
event break 2
gives break,+3,R7 R3,R4,B1,B3,B4/Y1,Y3/Y4,Y5/G1,G3 B5 1> play shut .... - 0
actors 1

rule T20 TR7  Throwing a breaker away costs three cards and the turn
position R7 G3,break/Y1,Y3 B1,B3,B4,B5 0> play shut .. - 0
legal 0: break ; draw
play 0 break
gives break,R7 G3,B1,B3,B4/Y1,Y3 B5 1> play shut .. - 0
cannot 0: break = taki.T20.window

rule T21  Play follows the card below a +3 or a breaker
position break,+3,R7 R3,G7,B4,super/Y1,Y3 B1 0> play shut .. - 0
legal 0: R3 ; G7 ; super ; draw
play 0 super
gives super=R,break,+3,R7 R3,G7,B4/Y1,Y3 B1 0> run shut .. - 0
bad +3 R3/Y1 B1 0> play shut .. - 0 = taki.position.lead
bad break,+3 R3/Y1 B1 0> play shut .. - 0 = taki.position.lead

rule T22 TR22 TR23  The first empty hand wins, and nothing more happens
position R7 R3/Y1,Y3/Y4,Y5 B1 0> play shut !.. - 0
going
play 0 R3
event over 0
over 1 2 2
actors none
gives R3,R7 -/Y1,Y3/Y4,Y5 B1 0> play shut ... - 0

rule T23 TR21  A pyramid: the last card begins a stage with one card fewer
options mode=pyramid
position R7 R3/Y1,Y3/Y4,Y5 B1,B3,B4,B5,B6,B7,B8 0> play shut !.. 5/8/8 0
play 0 R3
event stage 0 4
gives R3,R7 B1,B3,B4,B5/Y1,Y3/Y4,Y5 B6,B7,B8 1> play shut ... 4/8/8 0
going

rule T24 TR22  Finishing the stage of one card wins the tournament
options mode=pyramid
position R7 R3/Y1,Y3/Y4,Y5,Y6 B1,B3,B4 0> play shut ... 1/2/2 0
play 0 R3
over 1 2 3
gives R3,R7 -/Y1,Y3/Y4,Y5,Y6 B1,B3,B4 0> play shut ... 1/2/2 0

# ---- the rulings ----

rule TR1 T3  The game begins on a taki, but there is no run
seats 2
deal 0000000000000000000000000000000000000000000000000000000000000005
gives Ytaki R4,R5,Rturn,G8,Gplus,Gtaki,Y3,Y8/R8,Rturn,G6,G7,B3,B9,Ystop,king color,Yturn,G9,Y6,Y5,Ytaki,B9,R5,Y5,Rtaki,Gstop,B1,B4,Gturn,super,R+2,Ystop,Bturn,B+2,G1,break,Y8,G3,Btaki,G9,king,Yturn,G+2,B7,G3,Y4,B3,Y7,R3,G8,Y+2,Rplus,R6,Yplus,Y6,R8,R9,B6,Bplus,Bplus,G4,R3,R6,G5,Gtaki,B4,color,R4,G1,G4,Y1,B6,Bstop,Gstop,color,G+2,Y4,Bturn,color,super,B1,Gturn,Y9,R+2,B8,Y+2,Yplus,R7,G5,B5,Y7,Rtaki,Gplus,B+2,+3,break,Y9,R9,Rplus,Btaki,R1,G6,Y3,Bstop,R7,B7,R1,B5,Rstop,B8,Rstop,Y1,+3,G7 0> play shut .. - 0 rng=0000000000000000000000000000000000000000000000000000000000000005:115
legal 0: Gtaki ; Y3 ; Y8 ; draw
play 0 Y3
actors 1

rule TR1  Colourless cards turned up go under the pile, here a change colour and then a +3
seats 2
deal 000000000000000000000000000000000000000000000000000000000000009a
gives B4 R+2,Rstop,Rturn,G6,B7,Y+2,Ytaki,Ytaki/R1,R3,R9,G3,Bturn,Ystop,Yturn,break B3,G5,B4,Y5,Y5,G9,Y8,Gplus,Gturn,Rturn,Y8,Rplus,Rstop,R4,G6,R8,super,B6,B1,Ystop,Y6,Btaki,R4,Gstop,G8,color,king,B1,Bplus,B9,color,Y9,Bstop,Y+2,king,Y1,R6,B+2,Y1,G5,break,R5,color,R6,B3,R7,Yturn,Y3,R7,B5,Gtaki,Y7,R1,Bstop,B8,Gtaki,B7,G+2,R8,R9,Y4,Rplus,Gstop,G8,G4,G3,Bturn,G9,R3,Rtaki,super,+3,Y3,Bplus,Y7,B5,Y6,G7,Yplus,Gturn,G1,G4,Y4,G1,G7,Yplus,Y9,Gplus,Btaki,B8,G+2,B+2,R+2,B6,B9,R5,Rtaki,color,+3 0> play shut .. - 0 rng=000000000000000000000000000000000000000000000000000000000000009a:115
view 0 B4 R+2,Rstop,Rturn,G6,B7,Y+2,Ytaki,Ytaki/#8 #99 0> play shut .. - 0

rule TR2  Drawing by choice, but not in a run and not on a king's turn
position R7 R3,R4/Y1,Y3 B1 0> play shut .. - 0
legal 0: R3 ; R4 ; draw

rule TR2  On a king's turn nobody draws
position king,R7 R3,R4/Y1,Y3 B1 0> free shut .. - 0
legal 0: R3 ; R4 ; end

rule TR3 TR4  A second +3 in the chain
position +3,R+2 G1,G3/Y1,Y3,+3/Y4,Y5 B1,B3,B4,B5,B6,B7 1> owe2 shut ... - 0
play 1 +3
gives +3,+3,R+2 G1,G3/Y1,Y3/Y4,Y5 B1,B3,B4,B5,B6,B7 1> react3:- shut ... - 0
play 0 pass
gives +3,+3,R+2 G1,G3/Y1,Y3/Y4,Y5 B1,B3,B4,B5,B6,B7 1> react3:0 shut ... - 0
play 2 pass
gives +3,+3,R+2 G1,G3/Y1,Y3/Y4,Y5 B1,B3,B4,B5,B6,B7 2> owe3 shut ... - 0
play 2 take
gives +3,+3,R+2 G1,G3/Y1,Y3/B1,B3,B4,B5,B6,B7,Y4,Y5 - 0> play shut ... - 0

rule TR4  The window opens although nobody holds a breaker, and the passes may come in any order
position R7 R3,R4,+3/Y1,Y3/Y4,Y5/G1,G3 B1,B3,B4,B5,B6,B7,B8,B9,Bstop 1> play shut .... - 0
bad R7 R3,R4/Y1,Y3/Y4,Y5 B1 0> react:12 shut ... - 0 = taki.position.passed
bad R7 R3,R4/Y1,Y3/Y4,Y5 B1 0> react:0 shut ... - 0 = taki.position.passed
bad R7 R3,R4/Y1,Y3/Y4,Y5 B1 0> react:3 shut ... - 0 = taki.position.passed
bad R7 R3,R4/Y1,Y3/Y4,Y5/B1 B3 0> react:21 shut .... - 0 = taki.position.passed
bad R7 R3,R4/Y1,Y3/Y4,Y5 B1 0> react: shut ... - 0 = taki.position.passed
bad R7 R3,R4/Y1,Y3/Y4,Y5 B1 0> react shut ... - 0 = taki.position.phase
bad R+2 R3,R4/Y1,Y3/Y4,Y5 B1 0> react1:- shut ... - 0 = taki.position.phase
bad R7 R3,R4/Y1,Y3/Y4,Y5 B1 0> react2:- shut ... - 0 = taki.position.owe
play 1 draw
play 2 draw
play 3 draw
play 0 +3
play 3 pass
play 1 pass
actors 2
gives +3,R7 R3,R4/B1,Y1,Y3/B3,Y4,Y5/G1,G3,B4 B5,B6,B7,B8,B9,Bstop 0> react:13 shut .... - 0

rule TR5  Seat 3 breaks seat 2's +3: seat 1 plays, as without the breaker
position +3,R7 R3,R4/Y1,Y3/Y4,Y5/G1,G3,break B1,B3,B4,B5 2< react:- shut .... - 0
play 3 break
gives break,+3,R7 R3,R4/Y1,Y3/B1,B3,B4,Y4,Y5/G1,G3 B5 1< play shut .... - 0

rule TR6  A breaker cancels the whole chain; the +2 stays, no longer active
position +3,G+2,R+2 G1,G3/Y1,Y3/Y4,Y5,break B1,B3,B4,B5,B6,B7 0> react3:1 shut ... - 0
play 2 break
gives break,+3,G+2,R+2 G1,G3,B1,B3,B4/Y1,Y3/Y4,Y5 B5,B6,B7 1> play shut ... - 0
legal 1: draw

rule TR7  A breaker never wins in turn, and cannot go where a +2 leads
position R7 break/Y1,Y3 B1,B3,B4,B5 0> play shut !. - 0
play 0 break
gives break,R7 B1,B3,B4/Y1,Y3 B5 1> play shut .. - 0
going

rule TR7  Not on a +2, active or not, nor on one that lies under a +3
position +3,R+2 G3,break/Y1,Y3 B1,B3,B4,B5 0> play shut .. - 0
legal 0: draw
cannot 0: break = taki.TR7.plus2

rule TR7 TR13  Not inside a run
position R3,Rtaki G3,break/Y1,Y3 B1,B3,B4,B5 0> run shut .. - 0
legal 0: close ; end
cannot 0: break = taki.TR13.break

rule TR7  A breaker can be thrown away on a +3 whose window is over
position +3,R7 G3,break/Y1,Y3 B1,B3,B4,B5 0> play shut .. - 0
legal 0: break ; draw
play 0 break
gives break,+3,R7 G3,B1,B3,B4/Y1,Y3 B5 1> play shut .. - 0

rule TR7 T17  On a king's turn too; the king goes on leading
position king,R7 G3,break/Y1,Y3 B1,B3,B4,B5 0> free shut .. - 0
play 0 break
gives break,king,R7 G3,B1,B3,B4/Y1,Y3 B5 1> play shut .. - 0
legal 1: Y1 ; Y3 ; draw

rule TR8 TR23  Going out with a thrown breaker wins, but first the other player takes three
position +3,R7 R3,R4/break/Y4,Y5 B1,B3,B4,B5 0> react:- shut .!. - 0
play 1 break
over 2 1 2
gives break,+3,R7 R3,R4,B1,B3,B4/-/Y4,Y5 B5 0> play shut ... - 0

rule TR9  A +3 as the last card: broken, its player goes on with three cards
position R7 +3/Y1,break/Y4,Y5 B1,B3,B4,B5 0> play shut !.. - 0
play 0 +3
going
gives +3,R7 -/Y1,break/Y4,Y5 B1,B3,B4,B5 0> react:- shut ... - 0
play 1 break
gives break,+3,R7 B1,B3,B4/Y1/Y4,Y5 B5 1> play shut .?. - 0
going

rule TR9 TR23  All let it through: the game is won and no hand grows
position R7 +3/Y1,break/Y4,Y5 B1,B3,B4,B5 0> play shut !.. - 0
play 0 +3
play 1 pass
play 2 pass
over 1 2 2
gives +3,R7 -/Y1,break/Y4,Y5 B1,B3,B4,B5 0> play shut ... - 0

rule TR10 TR23  A +2 as the last card wins; it does not act
position R7 R+2/Y1,Y3 B1 0> play shut !. - 0
play 0 R+2
over 1 2
gives R+2,R7 -/Y1,Y3 B1 0> play shut .. - 0

rule TR10 TR23  A stop
position R7 Rstop/Y1,Y3/Y4 B1 0> play shut !.. - 0
play 0 Rstop
over 1 2 2
gives Rstop,R7 -/Y1,Y3/Y4 B1 0> play shut ... - 0

rule TR10 TR23  A change of direction; the sign stays as it was
position R7 Y1,Y3/Y4/Rturn B1 2> play shut ..! - 0
play 2 Rturn
over 2 2 1
gives Rturn,R7 Y1,Y3/Y4/- B1 2> play shut ... - 0

rule TR10 TR23 TR24  A super taki, like a taki
position R7 super/Y1,Y3 B1 0> play shut !. - 0
play 0 super
over 1 2
gives super=R,R7 -/Y1,Y3 B1 0> play shut .. - 0

rule TR10  A change colour and a king
position R7 color/Y1,Y3 B1 0> play shut !. - 0
play 0 color=G
over 1 2
gives color=G,R7 -/Y1,Y3 B1 0> play shut .. - 0

rule TR10  A king, also on an active +2
position R+2 king/Y1,Y3 B1 0> owe4 shut !. - 0
play 0 king
over 1 2
gives king,R+2 -/Y1,Y3 B1 0> play shut .. - 0

rule TR11 TR18  A plus as the last card does not win; the drawn card brings no duty to call
position R7 Rplus/Y1,Y3 R1,B1 0> play shut !. - 0
play 0 Rplus
gives Rplus,R7 R1/Y1,Y3 B1 1> play shut .. - 0
actors 1

rule TR11 TR19  The card under the plus can always be drawn
position R7 Rplus/Y1,Y3 - 0> play shut !. - 0 rng=0000000000000000000000000000000000000000000000000000000000000007:0
play 0 Rplus
gives Rplus R7/Y1,Y3 - 1> play shut .. - 0 rng=0000000000000000000000000000000000000000000000000000000000000007:0

rule TR12  The king's player stops there, and the free choice passes to the next
position king,R7 G3,B4/Y1,super/Y3,Y4 B1 0> free shut ... - 0
play 0 end
gives king,R7 G3,B4/Y1,super/Y3,Y4 B1 1> play shut ... - 0
legal 1: Y1 ; super=R ; super=G ; super=B ; super=Y ; draw
cannot 1: super = taki.TR12.colour

rule TR12  On a king a super taki has no colour to take, so one is chosen
position king,R7 G3,B4,super/Y1,Y3 B1 0> free shut .. - 0
play 0 super=B
event colour 0
gives super=B,king,R7 G3,B4/Y1,Y3 B1 0> run shut .. - 0
legal 0: B4 ; end

rule TR12 TR16  A king shuts the run, and a second king goes on the first
position R3,Rtaki G3,king,king/Y1,Y3 B1 0> play open .. - 0
play 0 king
gives king,R3,Rtaki G3,king/Y1,Y3 B1 0> free shut .. - 0
event close 0
play 0 king
gives king,king,R3,Rtaki G3/Y1,Y3 B1 0> free shut ?. - 0
legal 0: G3 ; end ; last

rule TR13  What may go into a run, and what may only end it
position G3,Gtaki R3,Rtaki,G4,Gtaki,B3,color,super,king,+3,break/Y1 B1 0> run shut .. - 0
legal 0: G4 ; Gtaki ; super ; king ; +3 ; color=R ; color=G ; color=B ; color=Y ; close ; end

rule TR13 TR14  After a +3 nothing more is laid; over a number the run is shut
position G3,Gtaki R3,G4,+3/Y1,Y3 B1,B3,B4 0> run shut .. - 0
play 0 +3
gives +3,G3,Gtaki R3,G4/Y1,Y3 B1,B3,B4 0> react:- shut .. - 0
play 1 pass
gives +3,G3,Gtaki R3,G4/B1,B3,B4,Y1,Y3 - 1> play shut .. - 0

rule TR14  A +3 laid right on the taki: the run is still open for the next
position Gtaki,G7 R3,G4,+3/G1,Y3 B1,B3,B4 0> run shut .. - 0
play 0 +3
event open 0
gives +3,Gtaki,G7 R3,G4/G1,Y3 B1,B3,B4 0> react:- open .. - 0
play 1 pass
gives +3,Gtaki,G7 R3,G4/G1,B1,B3,B4,Y3 - 1> play open .. - 0
play 1 G1
gives G1,+3,Gtaki,G7 R3,G4/B1,B3,B4,Y3 - 1> run shut .. - 0

rule TR14  With the taki itself on top there is only `end`, and the run is open
position Rtaki,R7 R3,G4/Y1,Y3 B1 0> run shut .. - 0
legal 0: R3 ; end
cannot 0: close = taki.TR14.close
play 0 end
gives Rtaki,R7 R3,G4/Y1,Y3 B1 1> play open .. - 0

rule TR15  Left open on a +2: the next one owes for it
position R+2,Rtaki R3,G4/G+2,Y1/Y3,Y4 B1,B3 0> run shut ... - 0
play 0 end
gives R+2,Rtaki R3,G4/G+2,Y1/Y3,Y4 B1,B3 1> owe1 open ... - 0

rule TR15  Plus: the same player goes again, on their own open run
position Rplus,Rtaki R3,G4/Y1,Y3/Y4,Y5 B1,B3 0> run shut ... - 0
play 0 end
gives Rplus,Rtaki R3,G4/Y1,Y3/Y4,Y5 B1,B3 0> play open ... - 0
legal 0: R3 ; draw
play 0 R3
gives R3,Rplus,Rtaki G4/Y1,Y3/Y4,Y5 B1,B3 0> run shut ?.. - 0

rule TR16  Same figure, other colour: the run is shut and not joined
position R3,Rtaki G3,G4/Y1,Y3 B1 0> play open .. - 0
play 0 G3
event close 0
gives G3,R3,Rtaki G4/Y1,Y3 B1 1> play shut ?. - 0

rule TR16 TR26  A taki of another colour on an open taki begins a run of its own
position Rtaki,R7 G4,Gtaki,Y1/Y3 B1 0> play open .. - 0
play 0 Gtaki
gives Gtaki,Rtaki,R7 G4,Y1/Y3 B1 0> run shut .. - 0
legal 0: G4 ; end

rule TR16  Drawing, a +3 and a breaker leave a run open
position R3,Rtaki R4,G5/Y1,Y4,break/Y5,Y6,+3 B1,B3,B4,B5,B6,B7,B8,B9 0> play open ... - 0
play 0 draw
gives R3,Rtaki R4,G5,B1/Y1,Y4,break/Y5,Y6,+3 B3,B4,B5,B6,B7,B8,B9 1> play open ... - 0
play 1 break
gives break,R3,Rtaki R4,G5,B1/B3,B4,B5,Y1,Y4/Y5,Y6,+3 B6,B7,B8,B9 2> play open ... - 0
play 2 +3
gives +3,break,R3,Rtaki R4,G5,B1/B3,B4,B5,Y1,Y4/Y5,Y6 B6,B7,B8,B9 2> react:- open ... - 0

rule TR16 TR27  Red called on a red run shuts it all the same
position R3,Rtaki G4,color/R4,Y3 B1,B3,B4,B5 0> play open .. - 0
play 0 color=R
gives color=R,R3,Rtaki G4/R4,Y3 B1,B3,B4,B5 1> play shut ?. - 0
play 1 R4
gives R4,color=R,R3,Rtaki G4,B1,B3,B4,B5/Y3 - 0> play shut .? - 0

rule TR16  A +2 answers a +2 on an open run: red on red leaves it open
position R+2,Rtaki R+2,G4,Y5/Y1,Y3 B1 0> owe1 open .. - 0
play 0 R+2
gives R+2,R+2,Rtaki G4,Y5/Y1,Y3 B1 1> owe2 open .. - 0

rule TR16  Green on red shuts it
position R+2,Rtaki G+2,G4,Y5/Y1,Y3 B1 0> owe1 open .. - 0
play 0 G+2
gives G+2,R+2,Rtaki G4,Y5/Y1,Y3 B1 1> owe2 shut .. - 0

rule TR17  Only two play: a stop gives the turn back
position R7 R3,Rstop,G4/Y1,Y3 B1 0> play shut .. - 0
play 0 Rstop
event skip 1
gives Rstop,R7 R3,G4/Y1,Y3 B1 0> play shut .. - 0

rule TR17  Two players: a change of direction has no effect
position R7 R3,Rturn,G4/Y1,Y3 B1 0> play shut .. - 0
play 0 Rturn
gives Rturn,R7 R3,G4/Y1,Y3 B1 1> play shut .. - 0

rule TR18  The call may come at any time, even in a window and after passing
position +3,R7 R3/Y1/Y4,Y5 B1,B3,B4,B5,B6,B7 0> react:1 shut ??. - 0
actors 0 1 2
legal 0: last
legal 1: last
legal 2: pass
play 1 last
gives +3,R7 R3/Y1/Y4,Y5 B1,B3,B4,B5,B6,B7 0> react:1 shut ?!. - 0
actors 0 2
play 0 last
actors 2

rule TR18 TR27  Anyone who forgot draws four when a +3 is laid, before the window, and may break with them
position R7 R3/R4,Y1,+3/Y4,Y5 B1,B3,B4,break,B6,B7,B8,B9 1> play shut ?.. - 0
play 1 +3
gives +3,R7 R3,B1,B3,B4,break/R4,Y1/Y4,Y5 B6,B7,B8,B9 1> react:- shut ... - 0
can 0: break ; pass
play 0 break
gives break,+3,R7 R3,B1,B3,B4/R4,B6,B7,B8,Y1/Y4,Y5 B9 2> play shut ... - 0

rule TR18  Drawing and taking are turn actions too; the four come after what the action drew
position R+2 R3/Y1,Y3/Y4,Y5 B1,B3,B4,B5,B6,B7,B8 1> owe1 shut ?.. - 0
play 1 take
gives R+2 R3,B4,B5,B6,B7/B1,B3,Y1,Y3/Y4,Y5 B8 2> play shut ... - 0
event forgot 0 4

rule TR18  Breaking from another seat spares anyone who forgot, and can leave its own player a call to make
position +3,R7 R3,R4/Y1/Y4,break B1,B3,B4,B5,B6,B7,B8,B9 0> react:- shut .?. - 0
play 2 break
gives break,+3,R7 R3,R4,B1,B3,B4/Y1/Y4 B5,B6,B7,B8,B9 1> play shut .?? - 0
actors 1 2
play 1 draw
gives break,+3,R7 R3,R4,B1,B3,B4/B5,Y1/B6,B7,B8,B9,Y4 - 2> play shut ... - 0

rule TR18  Three forgot: their fours are drawn in the order of play
position R7 G3/R4,Y1,Y3/Y4/Y5 B1,B3,B4,B5,B6,B7,B8,B9,Bstop,Bturn,Bplus,Btaki 1< play shut ?.?? - 0
play 1 R4
gives R4,R7 G3,B1,B3,B4,B5/Y1,Y3/Bstop,Bturn,Bplus,Btaki,Y4/B6,B7,B8,B9,Y5 - 0< play shut .... - 0

rule TR18  A hand that is no longer one card ends the duty
position R7 R3,R4/Y1/Y4,+3 B1,B3,B4,B5,B6,B7,B8 2> react:0 shut .?. - 0
play 1 pass
gives R7 R3,R4,B1,B3,B4/B5,B6,B7,Y1/Y4,+3 B8 0> play shut ... - 0

rule TR18  A player may still win in their own turn without having called
position Rstop,R7 R3/Y1,Y3 B1 0> play shut ?. - 0
legal 0: R3 ; draw ; last
play 0 R3
over 1 2

rule TR18  No four once the game is over
position R7 R3/R4/Y4,Y5 B1,B3,B4,B5 1> play shut ?!. - 0
play 1 R4
over 2 1 2
gives R4,R7 R3/-/Y4,Y5 B1,B3,B4,B5 1> play shut ?.. - 0

rule TR18  call=auto: the call comes with the card
options call=auto
position R7 R1,R3/R4,Y1 B1,B3,B4,B5,B6 0> play shut .. - 0
play 0 R1
event call 0
gives R1,R7 R3/R4,Y1 B1,B3,B4,B5,B6 1> play shut !. - 0
actors 1
bad R1,R7 R3/R4,Y1 B1,B3 1> play shut ?. - 0 = taki.position.auto

rule TR18  Signs belong to single cards
bad R1,R7 R3,R4/R5,Y1 B1,B3 1> play shut ?. - 0 = taki.position.sign
bad R1,R7 R3,R4/R5,Y1 B1,B3 1> play shut !. - 0 = taki.position.sign
bad R1,R7 -/R5,Y1 B1,B3 0> play shut !. - 0 = taki.position.sign
position R1,R7 R3,R4/R5,Y1 B1,B3 1> play shut .. - 0
cannot 0: last = taki.TR18.duty

rule TR19  The pile is empty: what lies below the leading card is shuffled, and a +3 on it as well
position +3,color=B,break,R3,super=G,R5 G1,G3/Y1,Y3 Y4 1> play shut .. - 0 rng=0000000000000000000000000000000000000000000000000000000000000007:3
play 1 draw
gives +3,color=B,break,R3,super=G,R5 G1,G3/Y1,Y3,Y4 - 0> play shut .. - 0 rng=0000000000000000000000000000000000000000000000000000000000000007:3
play 0 draw
event shuffle - 5
gives color=B G1,G3,+3/Y1,Y3,Y4 R3,R5,break,super 1> play shut .. - 0 rng=0000000000000000000000000000000000000000000000000000000000000007:7

rule TR19  Shuffled in the middle of paying for a +2
position R+2,G+2,color=B,break,R3,super=G,R5 G1,G3/Y1,Y3 Y4 0> owe2 shut .. - 0 rng=0000000000000000000000000000000000000000000000000000000000000007:3
play 0 take
event shuffle - 6
gives R+2 R5,G1,G+2,G3,Y4,super/Y1,Y3 R3,color,break 1> play shut .. - 0 rng=0000000000000000000000000000000000000000000000000000000000000007:8

rule TR19  Without a stream the shuffle cannot be made
position R7,R3 B1/Y1,Y3 - 0> play shut .. - 0
dry 0 draw

rule TR19  Six are due and two are left: the rest is waived
position R+2,R3 G1/Y1,Y3 B1 0> owe3 shut .. - 0 rng=0000000000000000000000000000000000000000000000000000000000000007:0
play 0 take
gives R+2 R3,G1,B1/Y1,Y3 - 1> play shut .. - 0 rng=0000000000000000000000000000000000000000000000000000000000000007:0

rule TR19 TR18  The +3 itself may be shuffled away before its window is over
position R7 R3/R4,Y1,+3/Y4,Y5 B1,B3,B4 1> play shut ?.. - 0 rng=0000000000000000000000000000000000000000000000000000000000000007:0
play 1 +3
gives R7 R3,B1,B3,B4,+3/R4,Y1/Y4,Y5 - 1> react:- shut ... - 0 rng=0000000000000000000000000000000000000000000000000000000000000007:0
actors 0 2

rule TR20  Nothing to draw: only a player who can lay nothing may draw
position R7 R3,B1/B3,Y1/G7,B4 - 0> play shut ... - 0
legal 0: R3
cannot 0: draw = taki.TR20.draw

rule TR20 TR22 TR23  Three in a row find nothing to draw: the smallest hands win together
position R7 B1,B5/B3,Y1/G1,G3,B4 - 0> play open ... - 0
legal 0: draw
play 0 draw
gives R7 B1,B5/B3,Y1/G1,G3,B4 - 1> play open ... - 1
play 1 draw
gives R7 B1,B5/B3,Y1/G1,G3,B4 - 2> play open ... - 2
play 2 draw
over 1 1 2
actors none
gives R7 B1,B5/B3,Y1/G1,G3,B4 - 2> play shut ... - 3
event over -

rule TR20  A card laid begins the count again
position R7 B1,B5/R3,Y1/G1,G3,B4 - 0> play shut ... - 0
play 0 draw
play 1 R3
gives R3,R7 B1,B5/Y1/G1,G3,B4 - 2> play shut .?. - 0
bad R7,R3 B1,B5/Y1/G1,G3,B4 - 2> play shut ... - 1 = taki.position.stuck
bad R7 B1,B5/Y1/G1,G3,B4 Y3 2> play shut ... - 1 = taki.position.stuck
bad R7 B1,B5/Y1/G1,G3,B4 - 2> play shut ... - 4 = taki.position.stuck

rule TR21  A pyramid: a +2 as a stage's last card acts
options mode=pyramid
position R7 R+2/Y1,Y3/Y4,Y5 B1,B3,B4,B5,B6 0> play shut !.. 3/8/8 0
facts stages: number 8
facts stage: seat 0 number 3 ; seat 1 number 8 ; seat 2 number 8
play 0 R+2
gives R+2,R7 B1,B3/Y1,Y3/Y4,Y5 B4,B5,B6 1> owe1 shut ... 2/8/8 0

rule TR21  A change of direction acts, a king's extra turn does not come
options mode=pyramid
position R7 Rturn/Y1,Y3/Y4,Y5 B1,B3,B4,B5,B6 0> play shut !.. 3/8/8 0
play 0 Rturn
gives Rturn,R7 B1,B3/Y1,Y3/Y4,Y5 B4,B5,B6 2< play shut ... 2/8/8 0

rule TR21 TR10  King: the turn passes, and the next may lay any card
options mode=pyramid
position R7 king/Y1,Y3/Y4,Y5 B1,B3,B4,B5,B6 0> play shut !.. 3/8/8 0
play 0 king
gives king,R7 B1,B3/Y1,Y3/Y4,Y5 B4,B5,B6 1> play shut ... 2/8/8 0
can 1: Y1 ; Y3 ; draw

rule TR21 TR11  A plus finishes nothing
options mode=pyramid
position R7 Rplus/Y1,Y3/Y4,Y5 B1,B3,B4,B5,B6 0> play shut !.. 3/8/8 0
play 0 Rplus
gives Rplus,R7 B1/Y1,Y3/Y4,Y5 B3,B4,B5,B6 1> play shut ... 3/8/8 0

rule TR21 TR18  The single card drawn for stage 1 brings no duty
options mode=pyramid
position R7 R3/Y1,Y3/Y4,Y5 B1,B3,B4,B5,B6 0> play shut !.. 2/8/8 0
play 0 R3
gives R3,R7 B1/Y1,Y3/Y4,Y5 B3,B4,B5,B6 1> play shut ... 1/8/8 0
actors 1

rule TR21 TR8  A breaker ends a stage: three for the other first, then the new hand
options mode=pyramid
position +3,R7 R3,R4/break/Y4,Y5 B1,B3,B4,B5,B6,B7 0> react:- shut .!. 8/4/8 0
play 1 break
gives break,+3,R7 R3,R4,B1,B3,B4/B5,B6,B7/Y4,Y5 - 1> play shut ... 8/3/8 0

rule TR21 TR22  Places go by stage and then by hand size, and equals share a place
options mode=pyramid
position R7 R3/Y1,Y3/Y4,Y5/B3,B4/B5 B1 0> play shut !.... 1/4/4/5/4 0
play 0 R3
over 1 3 3 5 2

rule TR23  After the end there is one winner, the phase is play and no run is open
position R3,R7 -/Y1,Y3/Y4,Y5 B1 0> play shut ... - 0
over 1 2 2
actors none
bad R3,R7 -/-/Y4,Y5 B1 0> play shut ... - 0 = taki.position.empty
bad R3,R7 -/Y1,Y3/Y4,Y5 B1 0> play open ... - 0 = taki.position.empty
bad R+2,R7 -/Y1,Y3/Y4,Y5 B1 1> owe1 shut ... - 0 = taki.position.empty
bad R3,R7 R4/-/Y4,Y5 B1 0> react:- shut ... - 0 = taki.position.empty
bad R3,R7 -/Y1,Y3/Y4,Y5 B1 0> run shut ... - 0 = taki.position.empty

rule TR24  Out of cards in a run: won, without closing it
position R3,Rtaki R4/Y1,Y3 B1 0> run shut ?. - 0
legal 0: R4 ; close ; end ; last
play 0 R4
over 1 2
gives R4,R3,Rtaki -/Y1,Y3 B1 0> play shut .. - 0

rule TR24 TR11  With a plus the player takes a card and the turn is over
position R3,Rtaki Rplus/Y1,Y3 R1,B1 0> run shut !. - 0
play 0 Rplus
gives Rplus,R3,Rtaki R1/Y1,Y3 B1 1> play shut .. - 0

rule TR24 TR21  Out of cards in a run of a pyramid: the next hand, and the run is shut
options mode=pyramid
position R3,Rtaki R4/Y1,Y3 B1,B3,B4 0> run shut !. 3/8 0
play 0 R4
gives R4,R3,Rtaki B1,B3/Y1,Y3 B4 1> play shut .. 2/8 0

rule TR24 TR21 TR14  A taki as a stage's last card stays open
options mode=pyramid
position R7 Rtaki/R1,Y3 B1,B3,B4 0> play shut !. 3/8 0
play 0 Rtaki
event open 0
gives Rtaki,R7 B1,B3/R1,Y3 B4 1> play open .. 2/8 0
play 1 R1
gives R1,Rtaki,R7 B1,B3/Y3 B4 1> run shut .? 2/8 0

rule TR24 TR21  A stop that ends the stage in a run acts
options mode=pyramid
position R3,Rtaki Rstop/Y1,Y3/Y4,Y5 B1,B3,B4 0> run shut !.. 3/8/8 0
play 0 Rstop
gives Rstop,R3,Rtaki B1,B3/Y1,Y3/Y4,Y5 B4 2> play shut ... 2/8/8 0

rule TR25  The threes of a +3 are dealt hand by hand, the next seat first
position +3,R7 G1,G3/Y1,Y3/Y4,Y5/G4,G5 B1,B3,B4,B5,B6,B7,B8,B9,Bstop 2> react:01 shut .... - 0
play 3 pass
gives +3,R7 G1,G3,B5,B6,B7/B8,B9,Bstop,Y1,Y3/Y4,Y5/G4,G5,B1,B3,B4 - 3> play shut .... - 0

rule TR26  A green taki goes on a red super taki
position super=R,R7 R3,G4,Gtaki/Y1 B1 0> play open .. - 0
legal 0: R3 ; Gtaki ; draw

rule TR26  On a change colour only the colour that was called fits
position color=R,R7 R3,G7,Gtaki,B4/Y1 B1 0> play shut .. - 0
legal 0: R3 ; draw

rule TR26  A king still leads after a draw: the next player has the same free choice
position king,R7 G3/B4,Y1/G+2,Y3,super B1,B3 1> play shut ... - 0
legal 1: B4 ; Y1 ; draw
play 1 draw
legal 2: G+2 ; Y3 ; super=R ; super=G ; super=B ; super=Y ; draw
play 2 G+2
gives G+2,king,R7 G3/B1,B4,Y1/Y3,super B3 0> owe1 shut ... - 0

rule TR26 T21  A +3 on a king: the king goes on leading
position king,R7 G3,G4,+3/B4,Y1 B1,B3,B5 0> free shut .. - 0
play 0 +3
play 1 pass
gives +3,king,R7 G3,G4/B1,B3,B4,B5,Y1 - 1> play shut .. - 0
can 1: B1 ; B4 ; Y1

rule TR27 TR16  A card of the colour always joins an open run; its command waits for the end
position R3,Rtaki R+2,G4,G5/Y1,Y3/Y4,Y5 B1,B3 0> play open ... - 0
play 0 R+2
gives R+2,R3,Rtaki G4,G5/Y1,Y3/Y4,Y5 B1,B3 0> run shut ... - 0
play 0 close
gives R+2,R3,Rtaki G4,G5/Y1,Y3/Y4,Y5 B1,B3 1> owe1 shut ... - 0

rule TR27  `take` leaves a run open
position R+2,Rtaki G4,G5/R1,Y3 B1,B3 0> owe1 open .. - 0
play 0 take
gives R+2,Rtaki G4,G5,B1,B3/R1,Y3 - 1> play open .. - 0
play 1 R1
gives R1,R+2,Rtaki G4,G5,B1,B3/Y3 - 1> run shut .? - 0

rule TR27 TR7  A run's +2, covered by a +3, demands nothing of anyone; no breaker goes on it
position R+2,Rtaki G4,G5,+3/Y1,Y3,break B1,B3,B4,B5 0> run shut .. - 0
play 0 +3
gives +3,R+2,Rtaki G4,G5/Y1,Y3,break B1,B3,B4,B5 0> react:- shut .. - 0
play 1 pass
gives +3,R+2,Rtaki G4,G5/B1,B3,B4,Y1,Y3,break B5 1> play shut .. - 0
legal 1: draw
cannot 1: break = taki.TR7.plus2

rule TR28 TR21  A stage ends with a +2 and another player forgot: new hand first, then the four
options mode=pyramid
position R7 R+2/Y1/Y4,Y5 B1,B3,B4,B5,B6,B7,B8,B9 0> play shut !?. 4/8/8 0
play 0 R+2
gives R+2,R7 B1,B3,B4/B5,B6,B7,B8,Y1/Y4,Y5 B9 1> owe1 shut ... 3/8/8 0

rule TR28 TR9  A stage ends with a +3: threes all round, and only then the player's new cards
options mode=pyramid
position R7 +3/Y1,Y3/Y4,Y5 B1,B3,B4,B5,B6,B7,B8,B9 0> play shut !.. 3/8/8 0
play 0 +3
gives +3,R7 -/Y1,Y3/Y4,Y5 B1,B3,B4,B5,B6,B7,B8,B9 0> react:- shut ... 3/8/8 0
play 1 pass
play 2 pass
gives +3,R7 B8,B9/B1,B3,B4,Y1,Y3/B5,B6,B7,Y4,Y5 - 1> play shut ... 2/8/8 0

rule TR28 TR3  Chained to a +2: the next one owes more, and the new cards come at once
options mode=pyramid
position R+2 +3/Y1,Y3/Y4,Y5 B1,B3,B4,B5 0> owe1 shut !.. 3/8/8 0
play 0 +3
play 1 pass
play 2 pass
gives +3,R+2 B1,B3/Y1,Y3/Y4,Y5 B4,B5 1> owe2 shut ... 2/8/8 0

rule TR28 T24  At stage 1 nobody draws: it is won
options mode=pyramid
position R7 +3/Y1,Y3/Y4,Y5 B1,B3,B4,B5,B6,B7,B8,B9 0> play shut !.. 1/8/8 0
play 0 +3
play 1 pass
play 2 pass
over 1 2 2
gives +3,R7 -/Y1,Y3/Y4,Y5 B1,B3,B4,B5,B6,B7,B8,B9 0> play shut ... 1/8/8 0

rule TR28 TR17  A stage ends with a stop, only two play: the same player goes again
options mode=pyramid
position R7 Rstop/Y1,Y3 B1,B3,B4 0> play shut !. 3/8 0
play 0 Rstop
gives Rstop,R7 B1,B3/Y1,Y3 B4 0> play shut .. 2/8 0

rule TR28  Five are due and two are left: the stage begins with two
options mode=pyramid
position R7 R3/Y1,Y3 B1 0> play shut !. 6/8 0 rng=0000000000000000000000000000000000000000000000000000000000000007:0
play 0 R3
gives R3 R7,B1/Y1,Y3 - 1> play shut .. 5/8 0 rng=0000000000000000000000000000000000000000000000000000000000000007:0

rule TR28  The last stage would begin with no card at all: won
options mode=pyramid
position +3,R7 R3,R4/break/Y4,Y5 B1 0> react:- shut .!. 8/2/8 0 rng=0000000000000000000000000000000000000000000000000000000000000007:0
play 1 break
over 3 1 2
actors none
gives R7 R3,R4,B1,+3,break/-/Y4,Y5 - 0> play shut ... 8/1/8 0 rng=0000000000000000000000000000000000000000000000000000000000000007:1

rule TR28  An empty hand of a higher stage goes on: it draws
options mode=pyramid
position R7 -/Y1,Y3/Y4,Y5 B1 0> play shut ... 5/8/8 0
actors 0
legal 0: draw
play 0 draw
gives R7 B1/Y1,Y3/Y4,Y5 - 1> play shut ... 5/8/8 0
bad R7 -/Y1,Y3/Y4,Y5 B1 0> play shut ... 8/8/8 0 = taki.position.empty

rule TR28 TR20  A standstill in a pyramid is ranked by stage and cards
options mode=pyramid
position R7 B1,B5/B3,Y1/G1,G3,B4 - 1> play shut ... 4/5/4 2
play 1 draw
over 1 3 2
gives R7 B1,B5/B3,Y1/G1,G3,B4 - 1> play shut ... 4/5/4 3

# ---- notation ----

rule T1  Texts that are not positions
bad R7 Y1,R3/G1 B1 0> play shut .. - 0 = taki.position.order
bad - R3/Y1 B1 0> play shut .. - 0 = taki.position.discards
bad R7 = taki.position.fields
bad R7  R3/Y1 B1 0> play shut .. - 0 = taki.position.hands
bad R7, R3/Y1 B1 0> play shut .. - 0 = taki.position.discards
bad color R3/Y1 B1 0> play shut .. - 0 = taki.position.colour
bad super R3/Y1 B1 0> play shut .. - 0 = taki.position.colour
bad king=R R3/Y1 B1 0> play shut .. - 0 = taki.position.fields
bad color=W R3/Y1 B1 0> play shut .. - 0 = taki.position.discards
bad R7 R3 B1 0> play shut . - 0 = taki.position.seats
bad R7 R3/Y1/ B1 0> play shut ... - 0 = taki.position.hands
bad R7 Y1/color=R B1 0> play shut .. - 0 = taki.position.fields
bad R7 #0/Y1 B1 0> play shut .. - 0 = taki.position.hands
bad R7 #117/Y1 B1 0> play shut .. - 0 = taki.position.hands
bad R7 #60/#60 B1 0> play shut .. - 0 = taki.position.hidden
bad R7 R3/Y1 B1,-,B3 0> play shut .. - 0 = taki.position.pile
bad R7 R3/Y1 B1 2> play shut .. - 0 = taki.position.turn
bad R7 R3/Y1 B1 00> play shut .. - 0 = taki.position.turn
bad R7 R3/Y1 B1 0 play shut .. - 0 = taki.position.turn
bad R7 R3/Y1 B1 0> owe1 shut .. - 0 = taki.position.owe
bad R+2 R3/Y1 B1 0> owe0 shut .. - 0 = taki.position.phase
bad R+2 R3/Y1 B1 0> owe01 shut .. - 0 = taki.position.phase
bad R7,king R3/Y1 B1 0> free shut .. - 0 = taki.position.free
bad +3,king R3/Y1 B1 0> free shut .. - 0 = taki.position.free
bad king,R7 R3/Y1 B1 0> free open .. - 0 = taki.position.open
bad king,R7 R3/Y1 B1 0> run shut .. - 0 = taki.position.run
bad color=R,R7 R3/Y1 B1 0> run shut .. - 0 = taki.position.run
bad +3,R7 R3/Y1 B1 0> run shut .. - 0 = taki.position.run
bad R7,Rtaki R3/Y1 B1 0> run open .. - 0 = taki.position.open
bad king,R7 R3/Y1 B1 0> play open .. - 0 = taki.position.open
bad color=R,R7 R3/Y1 B1 0> play open .. - 0 = taki.position.open
bad +3,king R3/Y1 B1 0> play open .. - 0 = taki.position.open
bad R7 R3/Y1 B1 0> play ajar .. - 0 = taki.position.open
bad R7 R3/Y1 B1 0> play shut . - 0 = taki.position.signs
bad R7 R3/Y1 B1 0> play shut ... - 0 = taki.position.signs
bad R7 R3/Y1 B1 0> play shut .. 8/8 0 = taki.position.stages
bad R7 R3/Y1 B1 0> play shut .. - x = taki.position.stuck
bad R7 R3/Y1 B1 0> play shut .. - 0 rng=00 = taki.position.rng
bad R7 R3/Y1 #1 0> play shut .. - 0 rng=0000000000000000000000000000000000000000000000000000000000000007:0 = taki.position.rng
bad R7 R3/Y1 B1 0> play shut .. - 0 rng=0000000000000000000000000000000000000000000000000000000000000007:0x = taki.position.rng

rule TR21  Stages contradict the mode
options mode=pyramid
bad R7 R3/Y1 B1 0> play shut .. - 0 = taki.position.stages
bad R7 R3/Y1 B1 0> play shut .. 8 0 = taki.position.stages
bad R7 R3/Y1 B1 0> play shut .. 8/9 0 = taki.position.stages
bad R7 R3/Y1 B1 0> play shut .. 8/0 0 = taki.position.stages

rule T2  What a seat and a spectator see
position color=B,R7 R3,R4/Y1/Y4,Y5 B1,B3,B4 0> play shut .?. - 0 rng=0000000000000000000000000000000000000000000000000000000000000007:0
view 0 color=B,R7 R3,R4/#1/#2 #3 0> play shut .?. - 0
view 1 color=B,R7 #2/Y1/#2 #3 0> play shut .?. - 0
view spectator color=B,R7 #2/#1/#2 #3 0> play shut .?. - 0

rule TR23  After the end hidden cards stay hidden, an empty hand is shown as such
position R3,R7 -/Y1,Y3 - 0> play shut .. - 0
view 1 R3,R7 -/Y1,Y3 - 0> play shut .. - 0
view spectator R3,R7 -/#2 - 0> play shut .. - 0

rule T2  In a text that hides cards only the shown hand's moves are known
position R7 #2/R3,Y1/#4 #3 1> play shut ... - 0
actors 1
legal 1: R3 ; draw

# ---- what screens are told ----

rule T4 T5 T10  Whose turn it is, which way play goes, what leads and the colour in force
position R7 R3,R4,Rturn/Y1,Y3/Y4,Y5 G1 0> play shut ... - 0
facts turn: seat 0
facts direction: number 1
facts lead: piece R7
facts colour: piece color=R
facts owed: none
facts run: none
facts open: none
facts free: none
facts stages: none
facts window: none
facts passed: none
facts duty: none
facts called: none
facts stage: none
facts cost: seat 0 piece break number 3
play 0 Rturn
facts turn: seat 2
facts direction: number -1
facts lead: piece Rturn

rule T11 T15 T21 TR26  A chosen colour is in force, and none while a king leads
position break,+3,color=B,R7 R3,R4/Y1,Y3 G1 0> play shut .. - 0
facts lead: piece color=B number 2
facts colour: piece color=B
position +3,super=Y,Y7 R3,R4/Y1,Y3 G1 0> play shut .. - 0
facts lead: piece super=Y number 1
facts colour: piece color=Y
position break,king,R7 R3,R4/Y1,Y3 G1 0> play shut .. - 0
facts lead: piece king number 1
facts colour: none

rule T9 TR3 TR4 TR5  Cards owed: two for each +2, by whoever is next once a window closes
position R+2,R7 R3,R4/Y1,Y3,+3/Y4,Y5 B1,B3,B4,B5,B6,B7,B8,B9,G1 1< owe3 shut ... - 0
facts turn: seat 1
facts owed: seat 1 number 6
facts chain: number 3
facts window: none
play 1 +3
facts turn: seat 1
facts window: seat 1
facts owed: seat 0 number 8
facts passed: none
play 0 pass
facts passed: seat 0
play 2 pass
facts turn: seat 0
facts window: none
facts passed: none
facts owed: seat 0 number 8
play 0 take
facts owed: none

rule T12 T14 TR16  A run that is laid, and one that stands open while cards are owed
position R+2,Rtaki R4,G1,G3/R5,R6,Y1/Y4,Y5 B1,B3 0> run shut ... - 0
facts run: seat 0
facts open: none
play 0 end
facts run: none
facts open: so
facts owed: seat 1 number 2

rule T17  A king's free turn
position king,R3 R4,G1,G3/R5,R6,Y1 B1,B3 1> free shut .. - 0
facts free: seat 1

rule TR18  Who has yet to call, and who has called
position R7 R3/R4/R5,B3 G1,G3,G4,G5,G6 2> play shut !?. - 0
facts duty: seat 1
facts called: seat 0

rule TR21  The stages of a pyramid
options mode=pyramid
position R7 R3/R4,R5/R6 B1 0> play shut !.! 1/8/3 0
facts stage: seat 0 number 1 ; seat 1 number 8 ; seat 2 number 3

rule T20 TR7 TR11  What costs cards: a breaker that breaks nothing, a plus as the last card
position R7 break/Y1,Y3 B1,B3,B4 0> play shut !. - 0
facts cost: seat 0 piece Rplus number 1 ; seat 0 piece break number 3
position R3,Rtaki Rplus/Y1,Y3 R1,B1 0> run shut !. - 0
facts cost: seat 0 piece Rplus number 1
position Gplus R3,Rplus/Y1,Y3 R1,B1 0> play shut .. - 0
facts cost: seat 0 piece break number 3
position R+2 Rplus,break/Y1,Y3 R1,B1 0> play shut .. - 0
facts cost: none
position +3,R7 R3,R4/Y3,break B1,B3,B4 0> react:- shut .. - 0
facts cost: none

rule TR23  After the end it is nobody's turn
position R3,R7 -/Y1,Y3 - 0> play shut .. - 0
over 1 2
facts turn: none
facts lead: piece R3
facts cost: none

rule T2  A view tells the same
position R+2,R7 #2/#3/#2 #7 1< owe3 shut ... - 0
facts turn: seat 1
facts owed: seat 1 number 6
facts lead: piece R+2

rule TR29  Anyone who can lay a card must
options draw=must
position R7 R3,G4/Y1,Y3 B1 0> play shut .. - 0
legal 0: R3
cannot 0: draw = taki.TR29.draw
position R7 G4,Y5/Y1,Y3 B1 0> play shut .. - 0
legal 0: draw

rule TR29  Change colour, super taki, king and +3 are cards to lay
options draw=must
position R7 G4,color/Y1,Y3 B1 0> play shut .. - 0
legal 0: color=R ; color=G ; color=B ; color=Y
position R7 G4,super/Y1,Y3 B1 0> play shut .. - 0
legal 0: super
position R7 G4,king/Y1,Y3 B1 0> play shut .. - 0
legal 0: king
position R7 G4,+3/Y1,Y3 B1 0> play shut .. - 0
legal 0: +3

rule TR29 TR7  A breaker that can only be got rid of leaves a choice
options draw=must
position R7 G4,break/Y1,Y3 B1,B3,B4,B5 0> play shut .. - 0
legal 0: break ; draw
position king,R7 break,break/Y1,Y3 B1,B3,B4,B5 0> play shut .. - 0
legal 0: break ; draw

rule TR29  After a plus, and with an open run before one
options draw=must
position Rplus,R7 R3,G4/Y1,Y3 B1 0> play shut .. - 0
legal 0: R3
position Rplus,R7 G3,G4/Y1,Y3 B1 0> play shut .. - 0
legal 0: draw
position R3,Rtaki R4,G5/Y1,Y3 B1 0> play open .. - 0
legal 0: R4
cannot 0: draw = taki.TR29.draw

rule TR29  Cards owed are taken, runs closed and a king's turn ended as before
options draw=must
position R+2 G+2,Y1/Y3,Y4 B1,B3 0> owe1 shut .. - 0
legal 0: G+2 ; take
cannot 0: draw = taki.T9.draw
position R3,Rtaki R4,G5/Y1,Y3 B1 0> run shut .. - 0
legal 0: R4 ; close ; end
position king,R7 R3,R4/Y1,Y3 B1 0> free shut .. - 0
legal 0: R3 ; R4 ; end

rule TR29 TR20  With nothing to draw a breaker does count
options draw=must
position R7 G4,break/Y1,Y3 - 0> play shut .. - 0
legal 0: break
cannot 0: draw = taki.TR20.draw
position R7 G4/Y1,Y3 - 0> play shut .. - 0
legal 0: draw

rule TR30  With two players a change of direction gives the turn back
options two=stop
position R7 R3,Rturn,G4/Y1,Y3 B1 0> play shut .. - 0
play 0 Rturn
event skip 1
gives Rturn,R7 R3,G4/Y1,Y3 B1 0> play shut .. - 0
position R7 R3,Rturn,G4/Y1,Y3 B1 0< play shut .. - 0
play 0 Rturn
gives Rturn,R7 R3,G4/Y1,Y3 B1 0< play shut .. - 0

rule TR30  As the last card of a run
options two=stop
position Rturn,Rtaki R3,G4/Y1,Y3 B1 0> run shut .. - 0
play 0 close
gives Rturn,Rtaki R3,G4/Y1,Y3 B1 0> play shut .. - 0
position Rturn,Rtaki R3,G4/Y1,Y3 B1 0> run shut .. - 0
play 0 end
gives Rturn,Rtaki R3,G4/Y1,Y3 B1 0> play open .. - 0

rule TR30 TR28  As the last card of a stage: the same player with the new hand; of a game: it wins
options two=stop mode=pyramid
position R7 Rturn/Y1,Y3 B1,B3,B4 0> play shut .. 3/8 0
play 0 Rturn
gives Rturn,R7 B1,B3/Y1,Y3 B4 0> play shut .. 2/8 0

rule TR30 TR10  As the last card of a game it wins
options two=stop
position R7 Rturn/Y1,Y3 B1 0> play shut .. - 0
play 0 Rturn
over 1 2

rule TR30  With three players it turns the direction
options two=stop
position R7 R3,Rturn,G4/Y1,Y3/Y4,Y5 B1 0> play shut ... - 0
play 0 Rturn
gives Rturn,R7 R3,G4/Y1,Y3/Y4,Y5 B1 2< play shut ... - 0

rule TR31  A run with a taki on top can be closed, or left open
options bare=closable
position Rtaki,R7 R3,G4/Y1,Y3 B1 0> run shut .. - 0
legal 0: R3 ; close ; end
play 0 close
event close 0
gives Rtaki,R7 R3,G4/Y1,Y3 B1 1> play shut .. - 0
position super=R,R7 R3,G4/Y1,Y3 B1 0> run shut .. - 0
legal 0: R3 ; close ; end
play 0 end
event open 0
gives super=R,R7 R3,G4/Y1,Y3 B1 1> play open .. - 0
cannot 1: close = taki.T14.close

rule TR31  A +3 shuts the run it ends, and leaves one that was open
options bare=closable
position Gtaki,G7 R3,G4,+3/G1,Y3 B1,B3,B4 0> run shut .. - 0
play 0 +3
gives +3,Gtaki,G7 R3,G4/G1,Y3 B1,B3,B4 0> react:- shut .. - 0
position Gtaki,G7 R3,G4,+3/G1,Y3 B1,B3,B4 0> play open .. - 0
play 0 +3
gives +3,Gtaki,G7 R3,G4/G1,Y3 B1,B3,B4 0> react:- open .. - 0

rule TR31 TR24  A run that ends by itself on a taki is shut
options bare=closable mode=pyramid
position G7 Gtaki/Y1,Y3 B1,B3,B4 0> play shut .. 3/8 0
play 0 Gtaki
gives Gtaki,G7 B1,B3/Y1,Y3 B4 1> play shut .. 2/8 0

rule TR32  Everybody else may catch a player who has not called; that player draws four at once
options call=catch
position R7 R3,R4/Y1,Y3/Y4,Y5 B1,B3,B4,B5,B6 0> play shut ... - 0
play 0 R3
gives R3,R7 R4/Y1,Y3/Y4,Y5 B1,B3,B4,B5,B6 1> play shut ?.. - 0
actors 0 1 2
legal 0: last
legal 1: Y3 ; draw ; catch0
legal 2: catch0
facts may: seat 2
cannot 0: catch0 = taki.TR32.self
cannot 2: catch1 = taki.TR32.duty
cannot 2: catch9 = taki.TR32.duty
play 2 catch0
event catch 2
event forgot 0 4
gives R3,R7 R4,B1,B3,B4,B5/Y1,Y3/Y4,Y5 B6 1> play shut ... - 0
actors 1
facts may: none
cannot 1: catch0 = taki.TR32.duty

rule TR32  After the call there is nothing to catch
options call=catch
position R3,R7 R4/Y1,Y3/Y4,Y5 B1,B3,B4,B5,B6 1> play shut ?.. - 0
play 0 last
gives R3,R7 R4/Y1,Y3/Y4,Y5 B1,B3,B4,B5,B6 1> play shut !.. - 0
actors 1
cannot 2: catch0 = taki.TR32.duty

rule TR32  Another player's next turn action ends the duty without a fine
options call=catch
position R3,R7 R4/Y1,Y3/Y4,Y5 B1,B3,B4,B5,B6 1> play shut ?.. - 0
play 1 draw
gives R3,R7 R4/B1,Y1,Y3/Y4,Y5 B3,B4,B5,B6 2> play shut ... - 0
position R+2 R3/Y1,Y3/Y4,Y5 B1,B3,B4,B5,B6,B7,B8 1> owe1 shut ?.. - 0
play 1 take
gives R+2 R3/B1,B3,Y1,Y3/Y4,Y5 B4,B5,B6,B7,B8 2> play shut ... - 0
position R7 R3/R4,Y1,+3/Y4,Y5 B1,B3,B4,B5 1> play shut ?.. - 0
play 1 +3
gives +3,R7 R3/R4,Y1/Y4,Y5 B1,B3,B4,B5 1> react:- shut ... - 0
legal 0: pass

rule TR32  In a window, after passing, and even by the player who laid the +3 or owes a call
options call=catch
position +3,R7 R3/Y1/Y4,Y5 B1,B3,B4,B5,B6,B7,B8,B9 0> react:1 shut ??. - 0
actors 0 1 2
legal 0: last ; catch1
legal 1: last ; catch0
legal 2: pass ; catch0 ; catch1
facts may: none
play 1 catch0
gives +3,R7 R3,B1,B3,B4,B5/Y1/Y4,Y5 B6,B7,B8,B9 0> react:1 shut .?. - 0
play 0 catch1
gives +3,R7 R3,B1,B3,B4,B5/B6,B7,B8,B9,Y1/Y4,Y5 - 0> react:1 shut ... - 0
actors 2

rule TR32  In the middle of a run, which then goes on
options call=catch
position Rtaki,R7 R3,R4,G5/Y1,Y3 B1,B3,B4,B5,B6 0> run shut .. - 0
play 0 R3
play 0 R4
legal 0: close ; end ; last
legal 1: catch0
play 1 catch0
gives R4,R3,Rtaki,R7 G5,B1,B3,B4,B5/Y1,Y3 B6 0> run shut .. - 0
actors 0

rule TR32  The duty is over even if there was nothing to draw, and the count of TR20 stays
options call=catch
position R7 R4/Y1,Y3/Y4,Y5 - 2> play shut ?.. - 1
play 1 catch0
gives R7 R4/Y1,Y3/Y4,Y5 - 2> play shut ... - 1
event forgot 0 4

rule TR32 TR23  An action that ends the game leaves the signs
options call=catch
position R7 R4/R3/Y4,Y5 B1,B3,B4,B5 1> play shut ?!. - 0
play 1 R3
over 2 1 2
gives R3,R7 R4/-/Y4,Y5 B1,B3,B4,B5 1> play shut ?.. - 0
actors none

rule TR32  A view knows who can be caught
options call=catch
position R3,R7 R4/Y1,Y3/Y4,Y5 B1,B3,B4,B5,B6 1> play shut ?.. - 0
view 2 R3,R7 #1/#2/Y4,Y5 #5 1> play shut ?.. - 0
position R3,R7 #1/#2/#2 #5 1> play shut ?.. - 0
actors 0 1 2
legal 2: catch0

rule TR30 TR31  A change of direction ends a run whose taki could be closed: the same player again
options two=stop bare=closable draw=must
position Rturn,Rtaki,R7 G4,B1/Y1,Y3 B3,B4 0> run shut .. - 0
legal 0: close ; end
play 0 close
gives Rturn,Rtaki,R7 G4,B1/Y1,Y3 B3,B4 0> play shut .. - 0
position Rturn,Rtaki,R7 G4,B1/Y1,Y3 B3,B4 0> run shut .. - 0
play 0 end
gives Rturn,Rtaki,R7 G4,B1/Y1,Y3 B3,B4 0> play open .. - 0
legal 0: draw
position Rturn,Rtaki,R7 R4,B1/Y1,Y3 B3,B4 0> play open .. - 0
legal 0: R4
cannot 0: draw = taki.TR29.draw

rule TR29 TR31  Whoever closed a bare taki has played; the next player must follow it
options draw=must bare=closable
position Rtaki,R7 R3,G4/R1,Y3 B1 0> run shut .. - 0
cannot 0: draw = taki.TR2.run
play 0 close
legal 1: R1
cannot 1: draw = taki.TR29.draw
cannot 1: close = taki.T14.close

rule TR30 TR32  With the turn given back the duty to call stands, and the other player may catch
options two=stop call=catch
position R5 Rturn,G4/Y1,Y3 B1,B3,B4,B6,B7 0> play shut .. - 0
play 0 Rturn
gives Rturn,R5 G4/Y1,Y3 B1,B3,B4,B6,B7 0> play shut ?. - 0
actors 0 1
legal 0: draw ; last
legal 1: catch0
play 1 catch0
gives Rturn,R5 G4,B1,B3,B4,B6/Y1,Y3 B7 0> play shut .. - 0

rule TR30 TR32  Drawing in the turn that was given back ends the duty
options two=stop call=catch
position Rturn,R5 G4/Y1,Y3 B1,B3,B4,B6,B7 0> play shut ?. - 0
play 0 draw
gives Rturn,R5 G4,B1/Y1,Y3 B3,B4,B6,B7 1> play shut .. - 0
cannot 1: catch0 = taki.TR32.duty

rule TR29 TR32  A player who must play may catch first, and then must still play
options draw=must call=catch
position R5 R3,G4/R1,Y9 B1,B3,B4,B6,B7 0> play shut .. - 0
play 0 R3
legal 1: R1 ; catch0
cannot 1: draw = taki.TR29.draw
play 1 catch0
gives R3,R5 G4,B1,B3,B4,B6/R1,Y9 B7 1> play shut .. - 0
legal 1: R1

rule TR31 TR32  A +3 that ends a run leaves one card: caught in the window, which goes on
options bare=closable call=catch
position Gtaki,G7 G4,+3/G1,Y3 B1,B3,B4,B6 0> run shut .. - 0
play 0 +3
gives +3,Gtaki,G7 G4/G1,Y3 B1,B3,B4,B6 0> react:- shut ?. - 0
legal 1: pass ; catch0
play 1 catch0
gives +3,Gtaki,G7 G4,B1,B3,B4,B6/G1,Y3 - 0> react:- shut .. - 0

rule TR32 TR21  The single card of the last stage brings no duty: nobody is caught
options mode=pyramid call=catch
position R5 R3/Y1,Y3 B1,B3 0> play shut !. 2/2 0
play 0 R3
gives R3,R5 B1/Y1,Y3 B3 1> play shut .. 1/2 0
actors 1
cannot 1: catch0 = taki.TR32.duty

rule TR29 TR30 TR31 TR32 TR24  All of them in a pyramid: a run ends by itself with a change of direction
options mode=pyramid draw=must two=stop bare=closable call=catch
position Rtaki,R7 Rturn/Y1,Y3 B1,R3,B4 0> run shut ?. 3/8 0
legal 0: Rturn ; close ; end ; last
legal 1: catch0
play 0 Rturn
gives Rturn,Rtaki,R7 R3,B1/Y1,Y3 B4 0> play shut .. 2/8 0
actors 0
legal 0: R3
cannot 0: draw = taki.TR29.draw
cannot 1: catch0 = taki.TR32.duty

rule TR32 TR18  Without the option nobody is caught
position R3,R7 R4/Y1,Y3/Y4,Y5 B1,B3,B4,B5,B6 1> play shut ?.. - 0
actors 0 1
cannot 2: catch0 = taki.TR32.off
cannot 0: catch1 = taki.TR32.off
