// Puts a chart or the summary on the clipboard, by a button beside the link that saves it. Without this file, and where a browser
// has no clipboard, the links are all there is.
"use strict";

const words = document.currentScript.dataset;
const TYPES = { svg: "text/plain", md: "text/plain", png: "image/png" };

async function content(link, type) {
  const answer = await fetch(link.href);
  if (!answer.ok) throw new Error(String(answer.status));
  return new Blob([await answer.arrayBuffer()], { type });
}

function offer(link, label) {
  const type = TYPES[link.pathname.split(".").pop()];
  const button = document.createElement("button");
  button.type = "button";
  button.className = link.className || "plain";
  button.textContent = label;
  button.setAttribute("aria-live", "polite");
  button.addEventListener("click", async () => {
    try {
      // The content is promised: by the time it has come, some browsers would no longer take it for the click's own.
      await navigator.clipboard.write([new ClipboardItem({ [type]: content(link, type) })]);
      button.textContent = words.copied;
    } catch {
      link.click();
    }
  });
  link.parentElement.append(" ", button);
}

if (navigator.clipboard?.write) {
  for (const link of document.querySelectorAll(".save a")) offer(link, `${words.copy} ${link.textContent}`);
  for (const link of document.querySelectorAll("a[href$='report.md']")) offer(link, words.copySummary);
}
