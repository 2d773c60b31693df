// @ts-check
/* The wizard and the desk: moments in the reader's own zone, games that fit, fields that a ruling needs. */

for (const zone of document.querySelectorAll("[data-zone]")) {
  if (zone instanceof HTMLInputElement) zone.value = String(new Date().getTimezoneOffset());
}
for (const note of document.querySelectorAll("[data-utc]")) if (note instanceof HTMLElement) note.hidden = true;

const kind = document.querySelector("[data-kind]");

function showFields() {
  if (!(kind instanceof HTMLSelectElement)) return;
  for (const field of document.querySelectorAll("[data-for]")) {
    if (field instanceof HTMLElement) field.hidden = !field.dataset.for?.split(" ").includes(kind.value);
  }
}

kind?.addEventListener("change", showFields);
showFields();

const game = document.getElementById("game");

/** Games that are not played at the tables of the chosen kind cannot be chosen. */
function fitGames() {
  const chosen = document.querySelector("input[name=preset]:checked");
  if (!(chosen instanceof HTMLInputElement) || !(game instanceof HTMLSelectElement)) return;
  const seats = chosen.dataset.seats ?? "";
  for (const option of game.options)
    option.disabled = Boolean(seats) && !option.dataset.seats?.split(",").includes(seats);
  if (game.selectedOptions[0]?.disabled) game.value = [...game.options].find((option) => !option.disabled)?.value ?? "";
}

for (const input of document.querySelectorAll("input[name=preset]")) input.addEventListener("change", fitGames);
fitGames();
