// What the pages do better with a script. Without one everything still works: forms are sent, code is selected.
"use strict";

function offerCopying() {
  if (!navigator.clipboard) return;
  for (const block of document.querySelectorAll("pre[data-copy]")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    const heading = document.getElementById(block.getAttribute("aria-labelledby"));
    if (heading) button.setAttribute("aria-label", `Copy: ${heading.textContent}`);
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(block.textContent);
      button.textContent = "Copied";
      setTimeout(() => { button.textContent = "Copy"; }, 1500);
    });
    block.before(button);
  }
}

function searchAsOneTypes() {
  const form = document.getElementById("search");
  if (!form) return;
  const found = document.getElementById("found");
  const status = document.getElementById("status");
  const log = document.getElementById("log");
  let asked = null;
  let waiting = 0;

  async function show(address, options) {
    if (asked) asked.abort();
    asked = new AbortController();
    try {
      const answer = await fetch(address, { ...options, signal: asked.signal });
      const text = await answer.text();
      if (!answer.ok) {
        status.textContent = answer.status === 429 ? "Too many searches; wait a moment." : "That could not be read.";
        return;
      }
      // The server escapes what it was given; scripts in it would not run and the content policy forbids them.
      found.innerHTML = text;
      const counted = found.querySelector("[data-count]");
      status.textContent = counted ? `${counted.dataset.count} found` : "";
    } catch (error) {
      if (error.name !== "AbortError") status.textContent = "The server could not be reached.";
    }
  }

  function search() {
    const wanted = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (value.trim()) wanted.set(name, value);
    const address = form.action + (wanted.size ? `?${wanted}` : "");
    history.replaceState(null, "", address);
    wanted.set("part", "1");
    show(`${form.action}?${wanted}`);
  }

  function read() {
    const sent = new FormData();
    sent.set("log", log.value);
    sent.set("part", "1");
    show(form.action, { method: "POST", body: sent });
  }

  function soon(work) {
    clearTimeout(waiting);
    waiting = setTimeout(work, 150);
  }

  form.addEventListener("input", () => soon(search));
  form.addEventListener("submit", (event) => { event.preventDefault(); clearTimeout(waiting); search(); });
  form.q.addEventListener("paste", (event) => {
    const text = event.clipboardData.getData("text");
    if (!text.trim().includes("\n")) return;
    event.preventDefault();
    log.value = text;
    log.closest("details").open = true;
    soon(read);
  });
  log.addEventListener("input", () => { if (log.value.trim()) soon(read); });
  log.form.addEventListener("submit", (event) => { event.preventDefault(); clearTimeout(waiting); read(); });
}

offerCopying();
searchAsOneTypes();
