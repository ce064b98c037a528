// Dragging with mouse, pen and finger.

/**
 * Follows a pointer from where it is pressed until it is released.
 *
 * `start` returns an object with the functions `move`, `end`, and `cancel`, all optional, or `null` to ignore the pointer. What can be
 * canceled is by the Escape key, too.
 */
export function track(element, { start }) {
  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    const drag = start(event);
    if (!drag) return;
    element.setPointerCapture(event.pointerId);
    element.classList.add("dragging");
    const same = (act) => (next) => { if (next.pointerId === event.pointerId) act(next); };
    const finish = (act) => {
      element.classList.remove("dragging");
      for (const [target, name, listener] of listeners) target.removeEventListener(name, listener);
      act?.();
    };
    const listeners = [
      [element, "pointermove", same((next) => drag.move?.(next))], [element, "pointerup", same(() => finish(drag.end))],
      [element, "pointercancel", same(() => finish(drag.cancel))],
      [document, "keydown", ({ key }) => { if (key === "Escape" && drag.cancel) finish(drag.cancel); }],
    ];
    for (const [target, name, listener] of listeners) target.addEventListener(name, listener);
  });
}
