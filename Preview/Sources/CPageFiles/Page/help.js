// The list of keyboard shortcuts, and explanations of all settings, which also work without a mouse.

import { find, h, isText } from "./dom.js";

const groups = [
  ["Everywhere", [
    ["?", "Show this list"], ["Tab, Shift+Tab", "To the next or the previous control"], ["Ctrl+Z", "Undo"], ["Ctrl+Shift+Z", "Redo"],
    ["Ctrl+V", "Use the picture on the clipboard"],
  ]],
  ["On the picture", [
    ["Arrows", "Move the picture; with Shift, farther"], ["+ and −", "Zoom"], ["0", "Fit the picture into the view"], ["1", "Show it at 100%"],
    ["c", "Compare"],
  ]],
  ["On sliders", [["Arrows", "One step"], ["Page up, Page down", "Ten steps"], ["Home, End", "To the ends"]]],
  ["In fields for numbers", [["Up, Down", "One step; with Shift, ten"]]],
  ["On handles", [
    ["Arrows", "Move by 1%; with Shift, by 10%", "images"], ["Delete", "Remove a stop or an area", "images"],
  ]],
];

/** Adds the dialog with the shortcuts, and the button that explains the settings; `kind` is `images` or `scene`. */
export function addHelp(kind) {
  const title = "help-title";
  const close = h("button", { type: "button", class: "plain", text: "Close", onclick: () => dialog.close() });
  const shown = groups.map(([name, keys]) => [name, keys.filter(([, , only]) => !only || only === kind)]).filter(([, keys]) => keys.length);
  const dialog = h("dialog", { id: "help", labeledBy: title },
    h("div", { class: "help-head" }, h("h2", { id: title, text: "Keyboard shortcuts" }), close),
    h("div", { class: "help-groups" }, shown.map(([name, keys]) => h("section", {},
      h("h3", { text: name }),
      h("dl", {}, keys.map(([key, text]) => h("div", {}, h("dt", {}, h("kbd", { text: key })), h("dd", { text }))))))));
  document.body.append(dialog);
  const open = () => { if (!dialog.open) dialog.showModal(); };
  find("show-help").addEventListener("click", open);
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "?" || event.ctrlKey || event.metaKey || event.altKey || isText(event.target)) return;
    event.preventDefault();
    open();
  });
  const heading = find("controls").querySelector("h2");
  const head = h("div", { class: "panel-head" });
  heading.replaceWith(head);
  head.append(heading, explainButton());
}

/** A button that shows the descriptions of all settings below them. */
function explainButton() {
  const name = "varblur explained";
  const show = (isOn) => {
    find("controls").classList.toggle("explained", isOn);
    button.setAttribute("aria-pressed", String(isOn));
  };
  const button = h("button", {
    type: "button", id: "explain", class: "chip", text: "Explain the settings", onclick: () => {
      const isOn = button.getAttribute("aria-pressed") !== "true";
      sessionStorage.setItem(name, String(isOn));
      show(isOn);
    },
  });
  show(sessionStorage.getItem(name) === "true");
  return button;
}
