/* The shared kit of the boards. Import what you need:

     import {svg, say, picker, walk, marble, play} from "/static/house/kit.js";

   ELEMENTS (kit/elements.js)
     el("button", {class: "button", text: "Go", onclick: fn, data: {x: 1}}, ...children)   an HTML element
     svg("circle", {cx: 3, cy: 4, r: 2, class: "ring"}, ...children)                       an SVG element
         props: `text` sets textContent, `on…` functions are listeners, `data` fills dataset, `style` is an object
         ({fill: "red"} by element.style, which the CSP allows), null/false are left out; children: nodes, strings, arrays.
     stage(root, {x, y, width, height, label}) -> <svg> with that viewBox, put into a fresh <div class="board"> in root
     point(svgElement, event) -> {x, y} of a pointer event in the svg's own units
     layer(parent, "marbles") -> <g class="marbles">

   WORDS (kit/words.js)
     say(texts, "board.cell", {ring: "d4", seat: 1}, seats) -> the sentence of that key with its {params} filled in.
         A param named seat or seat_… becomes that player's name, a string is looked up in texts.words (else isolated
         left-to-right), a number gets the digits of the page's language. A missing key gives the key itself.
     number(12) -> "12" or "۱۲"     isolate("Wd4,d1") -> the same, safe inside Persian text

   MARKS (kit/marks.js): gradients and patterns live once per page; ids are global, use them in any svg of the page
     marks()                        makes sure they exist (marble(), seatChip() call it for you)
     marble("red", {x, y, r, letter: "R"}) -> <g class="kit-marble">: shadow, glass body, shine, letter.
         tones: white grey black red blue yellow green violet. The letter is what a colour-blind eye reads: always give one.
     seatChip(seat, {x, y, r}) -> <g>: a disc in the seat's colour AND pattern (plain, stripes, dots, checks)
     fill="url(#kit-seat-0)" … "url(#kit-seat-3)"   the same patterns as a fill
     fill="url(#kit-shade)"          a soft round shadow (put an ellipse with it under a piece)
     fill="url(#kit-wood)", "url(#kit-felt)", "url(#kit-hatch)" (hatch: "not here", over anything)

   PICKING A MOVE STEP BY STEP (kit/picker.js)
     const pick = picker(frame.moves, move => ["W", "d4", "d1"], {sure: true});
         The splitter says which clicks a move is made of, in click order. Moves that share clicks share a prefix.
     pick.next          Map of the tokens that can follow -> how many moves lie behind each (light only these)
     pick.path          tokens picked so far       pick.take(token) -> true if it could follow
     pick.back()        takes one step back        pick.clear()
     pick.move          the move text, once the path spells one and nothing can follow; else null
     pick.stop          the move text the path spells although more could follow (offer a "done" button); else null
     pick.moves         the moves that still fit the path
     {sure: true}       steps that have no alternative are taken by themselves after a pick (never the first one);
                        back() undoes them together with the pick.
     Take-back by hand: if token is the last of path, call back() instead of take() (second click), and back() on Escape.

   ANSWERING (kit/answers.js)
     const answers = answering(send);
     await answers.send(frame.decision, move)   send() for that decision; throws what send() throws
     answers.sent(frame.decision) -> true from then on, unless it was refused: light nothing, send nothing.
         The frame with the next decision often comes before the answer to the last one is back, so what is closed goes
         by the decision and not by whether send() has returned.

   KEYBOARD AND CLICKS (kit/walk.js)
     const path = walk(board, {pick(spot, element, event), back(), key(event)});
         Everything in `board` with data-spot="d4" can be walked to: arrows go to the nearest spot in that direction,
         Home/End first/last, Enter/Space/click call pick, Escape calls back, other keys go to key(). Roving tabindex: one
         Tab stop for the whole board. Give every spot an aria-label ("d4, white marble, can be taken"); role="button"
         is added unless it has a role; class "lit" (= can be picked) decides aria-disabled. A child .focus-mark is drawn
         only when the spot has keyboard focus.
     path.refresh()     call after every redraw: keeps focus on the same data-spot (or the nearest living one)
     path.focus(spot)   path.spot -> the current one   path.destroy()
     Spots need not be SVG: buttons of the board in HTML can carry data-spot, too.

   KEYS (kit/keys.js)
     keyOf(event) -> "r", "4", "[", "Escape": the key by what a Latin keyboard has there, so that letters and digits work
         on a Persian one, too. Compare with this, not with event.key.
     plainDigits("d۴") -> "d4"

   TIME (kit/time.js)
     houseNow() -> ms by the house's clock; measure deadlines against it, not against Date.now()

   MOTION (kit/motion.js): nothing moves when the reader asked for reduced motion; no step lasts longer than 250 ms
     await animate(element, [{opacity: 0}, {opacity: 1}], {ms: 200, easing: "ease-out"})
     await slide(element, {x: -40, y: 10})      comes from that offset (svg units) to where it stands
     await leave(element, {x: 0, y: -30})       goes there, fades, is removed
     const run = sequence([() => slide(a, …), () => leave(b)]);  await run;  run.skip()  jumps to the end at once.
         Call skip() on your running sequence when update() or destroy() comes in between.
     An element that is animated must not carry a transform attribute itself: put it into a <g transform=…>.
     calm() -> true if motion is unwanted

   LARGE BOARDS (kit/zoom.js)
     const view = zoom(svgElement, {words: texts.board.zoom, most: 6});   words: {"in","out","fit"}, spoken by the buttons
         ctrl-wheel and pinch zoom, drag pans once zoomed, keys + - 0, three buttons.
     view.bounds({x, y, width, height})         the board grew: new outer limits (stays where it is, or fits if not zoomed)
     view.reveal({x, y, width, height})         brings that part into sight        view.fit()   view.destroy()

   DRAGGING (kit/drag.js)
     drag(svgElement, element, {start(p), move(p, d), drop(p, d), cancel()})   p = point in svg units, d = way since start.
         start may return false to refuse. A press without a way of 4 px stays a click. Escape cancels. Returns stop().

   ASKING (kit/ask.js)
     const value = await ask({title, text, options: [{value: "R", label: "Red", icon: node, kind: "primary"}], cancel: "Back"})
         A modal <dialog> with a button for each option; null when cancelled by Escape, backdrop or the cancel button.
         Where an option is of kind "danger" the cancel button has the focus at first.

   Conventions: house.css names the colours (--lit can be picked, --picked, --last touched by the last move, --taken would be
   taken; --felt --wood --ivory --stroke; --seat-0…3). Board units: let a cell or marble be 30 to 60 units wide, strokes
   1.5 to 3. A lit thing gets a dashed or pulsing --lit outline, so that it is told apart without colour. */

export * from "./kit/elements.js";
export * from "./kit/words.js";
export * from "./kit/marks.js";
export * from "./kit/picker.js";
export * from "./kit/answers.js";
export * from "./kit/walk.js";
export * from "./kit/keys.js";
export * from "./kit/time.js";
export * from "./kit/motion.js";
export * from "./kit/zoom.js";
export * from "./kit/drag.js";
export * from "./kit/ask.js";
