// The panel with the texts to copy.

import { copyText, h, icon, labelAttribute } from "./dom.js";

/**
 * The panel.
 *
 * `kinds` are the texts: a name, a title, a function of the state, and a further one for a note about the text. `announce` tells
 * screen readers that a text was copied, and `ready` is called with the name of a text, and returns a promise if the text is still to follow a change.
 */
export function textsPanel(element, kinds, state, announce, ready) {
  let selected = 0;
  const code = h("pre", { class: "code", id: "text", role: "tabpanel", tabindex: 0, labeledBy: "tab-shell" });
  const note = h("p", { class: "note quiet", id: "text-note", hidden: true });
  const tabs = kinds.map(([name, title], index) => h("button", {
    type: "button", role: "tab", id: `tab-${name}`, "aria-controls": "text", text: title,
    onclick: () => select(index),
    onkeydown: (event) => {
      const target = { ArrowLeft: selected - 1, ArrowRight: selected + 1, Home: 0, End: kinds.length - 1 }[event.key];
      if (target === undefined) return;
      event.preventDefault();
      select((target + kinds.length) % kinds.length);
      tabs[selected].focus();
    },
  }));
  const copyLabel = h("span", { text: "Copy" });
  const copy = h("button", { type: "button", id: "copy", class: "plain", onclick: copySelected },
    icon("M7 7h9v9H7z", "M4 13V4h9"), copyLabel);

  function select(index) {
    selected = index;
    tabs.forEach((tab, position) => {
      tab.setAttribute("aria-selected", String(position === index));
      tab.tabIndex = position === index ? 0 : -1;
    });
    code.setAttribute(labelAttribute, tabs[index].id);
    code.className = `code ${kinds[index][0]}`;
    update();
  }

  async function copySelected() {
    await ready?.(kinds[selected][0]);
    if (await copyText(kinds[selected][2](state), code)) {
      announce(`${kinds[selected][1]} copied`);
      copyLabel.textContent = "Copied";
      setTimeout(() => { copyLabel.textContent = "Copy"; }, 1500);
    } else {
      announce("The text is selected. Press Control and C to copy it.");
    }
  }

  function update() {
    const text = kinds[selected][2](state);
    // a line breaks at spaces only: elsewhere, browsers break after hyphens, too
    if (code.textContent !== text) code.replaceChildren(...text.split(/( +|\n)/).map((word) => (/^\s*$/.test(word) ? word : h("span", { class: "word", text: word }))));
    const hint = [state.copyNote, kinds[selected][3]?.(state)].filter(Boolean).join(" ");
    if (note.textContent !== hint) note.textContent = hint;
    note.hidden = !hint;
  }

  element.replaceChildren(
    h("div", { class: "texts-head" }, h("div", { class: "tabs", role: "tablist", "aria-label": "Form of the settings" }, tabs), copy),
    code, note);
  select(0);
  return { update };
}
