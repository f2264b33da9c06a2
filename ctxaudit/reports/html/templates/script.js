"use strict";
(() => {
  const pop = document.createElement("div");
  pop.id = "pop";
  pop.setAttribute("role", "dialog");
  pop.setAttribute("aria-label", "What stands here");
  pop.hidden = true;
  document.body.append(pop);
  const contents = new Map();
  for (const kept of document.querySelectorAll("template[data-for]")) {
    contents.set(kept.dataset.for, kept.content);
  }
  let open = null; // the pin whose box is shown
  let held = false; // by a click or a key: it stays until Escape or a click elsewhere
  let leaving = 0;

  function place(pin) {
    const at = pin.querySelector(".head").getBoundingClientRect();
    const box = pop.getBoundingClientRect();
    const room = document.documentElement.clientWidth;
    const middle = at.left + at.width / 2 - box.width / 2;
    const below = pin.classList.contains("edit") ? at.top - box.height - 8 : at.bottom + 8;
    pop.style.left = `${Math.max(8, Math.min(middle, room - box.width - 8)) + scrollX}px`;
    pop.style.top = `${Math.max(8 - 0, below) + scrollY}px`;
  }

  function show(pin, keep) {
    clearTimeout(leaving);
    if (open !== pin) {
      hide();
      const content = contents.get(pin.id);
      if (!content) return;
      pop.replaceChildren(content.cloneNode(true));
      pop.hidden = false;
      open = pin;
      pin.setAttribute("aria-expanded", "true");
      place(pin);
    }
    held = held || keep;
  }

  function hide() {
    if (open) open.setAttribute("aria-expanded", "false");
    open = null;
    held = false;
    pop.hidden = true;
  }

  function leave() {
    clearTimeout(leaving);
    leaving = setTimeout(() => held || hide(), 200);
  }

  for (const pin of document.querySelectorAll("a.pin")) {
    for (const title of pin.querySelectorAll("title")) title.remove(); // the box says more
    pin.setAttribute("aria-haspopup", "dialog");
    pin.setAttribute("aria-expanded", "false");
    pin.addEventListener("mouseenter", () => held || show(pin, false));
    pin.addEventListener("mouseleave", leave);
    pin.addEventListener("focus", () => show(pin, false));
    pin.addEventListener("blur", (event) => pop.contains(event.relatedTarget) || leave());
    pin.addEventListener("click", (event) => {
      event.preventDefault();
      if (open !== pin) held = false;
      show(pin, true);
      if (event.detail === 0) pop.querySelector("a")?.focus(); // by a key
    });
  }
  pop.addEventListener("mouseenter", () => clearTimeout(leaving));
  pop.addEventListener("mouseleave", leave);
  pop.addEventListener("focusout", (event) => {
    if (open && event.relatedTarget && event.relatedTarget !== open && !pop.contains(event.relatedTarget)) hide();
  });
  pop.addEventListener("click", (event) => event.target.closest("a") && setTimeout(hide));
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !open) return;
    const pin = open;
    const inside = pop.contains(document.activeElement);
    hide();
    if (inside) pin.focus({ preventScroll: true });
    hide();
  });
  document.addEventListener("click", (event) => {
    if (open && !pop.contains(event.target) && !event.target.closest("a.pin")) hide();
  });
  addEventListener("resize", hide);

  // A link may lead into what is folded.
  function unfold() {
    const target = document.getElementById(location.hash.slice(1));
    for (let outer = target; outer; outer = outer.parentElement) {
      if (outer.localName === "details") outer.open = true;
    }
    if (target) target.scrollIntoView();
  }
  addEventListener("hashchange", unfold);
  if (location.hash) unfold();
})();
