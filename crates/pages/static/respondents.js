// The respondents in a file: everyone is on the page, and those who don't fit the filters are hidden.
"use strict";

const form = document.querySelector("form");
const people = [...document.querySelectorAll(".person")];

function show() {
  const wanted = [...new FormData(form)].filter(([, value]) => value !== "");
  let shown = 0;
  for (const person of people) {
    person.hidden = !wanted.every(([name, value]) => person.dataset[name] === value);
    if (!person.hidden) shown += 1;
  }
  const said = form.dataset.matching.replace("#", shown);
  document.getElementById("matching").textContent = said;
  document.getElementById("announcement").textContent = said;
}

form.hidden = false;
form.addEventListener("change", show);
form.addEventListener("submit", event => event.preventDefault());
form.addEventListener("reset", () => setTimeout(show));
