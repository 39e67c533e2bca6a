// Shows one step at a time. Without scripts, all of them stand one below the other.
const steps = [...document.querySelectorAll("section")];
const nav = document.querySelector("nav");
const slider = nav.querySelector("input");
const ways = { first: () => 0, previous: () => now - 1, next: () => now + 1, last: () => steps.length - 1 };
const keys = { Home: "first", ArrowLeft: "previous", ArrowRight: "next", End: "last" };
let now = 0;

function show(step) {
  now = Math.min(Math.max(step, 0), steps.length - 1);
  steps.forEach((section, number) => { section.hidden = number !== now; });
  slider.value = now;
  slider.setAttribute("aria-valuetext", steps[now].querySelector("h2").textContent);
}

for (const button of nav.querySelectorAll("button")) {
  button.addEventListener("click", () => show(ways[button.value]()));
}
slider.addEventListener("input", () => show(Number(slider.value)));
document.addEventListener("keydown", event => {
  const way = keys[event.key];
  if (!way || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  // The slider would move by itself as well.
  event.preventDefault();
  show(ways[way]());
});
nav.hidden = false;
show(0);
