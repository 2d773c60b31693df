// @ts-check
/* The score sheet: a button that prints it. */

const button = document.getElementById("print");
if (button) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
