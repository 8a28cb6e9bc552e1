// The respondent explorer without loading pages anew: each change asks for the very address that form or link would lead
// to, and takes the part called `explorer` out of the answer. Without this file, forms and links do the same.
"use strict";

let asking = new AbortController();

async function show(url, isNew) {
  asking.abort();
  asking = new AbortController();
  const before = document.getElementById("explorer");
  before.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(url, { signal: asking.signal });
    if (!answer.ok) throw new Error(String(answer.status));
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const focused = document.activeElement?.id;
    before.replaceWith(page.getElementById("explorer"));
    if (isNew) history.pushState(null, "", url);
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
    document.getElementById("announcement").textContent = document.getElementById("matching").textContent;
  } catch (error) {
    // Asking again the ordinary way shows what is wrong.
    if (error.name !== "AbortError") location.assign(url);
  }
}

function asked(form) {
  const url = new URL(form.action);
  const chosen = [...new FormData(form)].filter(([, value]) => value !== "");
  url.search = new URLSearchParams(chosen).toString();
  return url;
}

document.addEventListener("change", event => {
  const form = event.target.closest("form[data-live]");
  if (form) show(asked(form), true);
});
document.addEventListener("submit", event => {
  if (!event.target.matches("form[data-live]")) return;
  event.preventDefault();
  show(asked(event.target), true);
});
document.addEventListener("click", event => {
  const link = event.target.closest("a[data-live]");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  show(new URL(link.href), true).then(() => {
    if (link.rel) document.getElementById("matching").scrollIntoView();
  });
});
window.addEventListener("popstate", () => show(new URL(location.href), false));
