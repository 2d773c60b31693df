/* The form that opens a table, and the invitation of an open one. */

const count = document.getElementById("seats");

function showSeats() {
  for (const one of document.querySelectorAll("[data-seat]")) one.hidden = Number(one.dataset.seat) > Number(count.value);
}

if (count) {
  count.addEventListener("change", showSeats);
  showSeats();
}

for (const button of document.querySelectorAll("[data-copy]")) {
  const field = document.querySelector(button.dataset.copy), was = button.textContent;
  button.hidden = false;
  button.addEventListener("click", async () => {
    field.select();
    try { await navigator.clipboard.writeText(field.value); } catch { document.execCommand("copy"); }
    button.textContent = button.dataset.done;
    setTimeout(() => { button.textContent = was; }, 2000);
  });
}

for (const button of document.querySelectorAll("[data-share]")) {
  if (!navigator.share) continue;
  button.hidden = false;
  button.addEventListener("click", () => navigator.share({url: document.querySelector(button.dataset.share).value, title: document.title}).catch(() => {}));
}
