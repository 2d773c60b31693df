// @ts-check
/* The shared kit of the boards: `import {Board, svg, marble} from "/static/house/kit.js"`. Each part says what it does.

   Conventions: house.css names the colours (--lit can be picked, --picked, --last touched by the last move, --taken
   would be taken; --felt --wood --ivory --stroke; --seat-0…3). Board units: a cell or marble is 30 to 60 units wide,
   strokes 1.5 to 3. A lit thing gets a dashed or pulsing --lit outline, so that it is told apart without colour. Fills
   that marks() makes: url(#kit-seat-0) … url(#kit-seat-3), url(#kit-shade) (a soft shadow: put an ellipse with it under
   a piece), url(#kit-wood), url(#kit-felt), url(#kit-hatch) ("not here", over anything). A child .focus-mark of a spot
   is seen while the spot has the keyboard's focus. */

export * from "./kit/ask.js";
export * from "./kit/board.js";
export * from "./kit/drag.js";
export * from "./kit/elements.js";
export * from "./kit/keys.js";
export * from "./kit/marks.js";
export * from "./kit/motion.js";
export * from "./kit/picker.js";
export * from "./kit/time.js";
export * from "./kit/walk.js";
export * from "./kit/words.js";
export * from "./kit/zoom.js";
