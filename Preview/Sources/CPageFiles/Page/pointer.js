// Dragging with mouse, pen and finger.

/**
 * Follows a pointer from where it is pressed until it is released.
 *
 * `start` returns an object with the functions `move` and `end`, both optional, or `null` to ignore the pointer.
 */
export function track(element, { start }) {
  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    const drag = start(event);
    if (!drag) return;
    element.setPointerCapture(event.pointerId);
    element.classList.add("dragging");
    const move = (next) => { if (next.pointerId === event.pointerId) drag.move?.(next); };
    const end = (next) => {
      if (next.pointerId !== event.pointerId) return;
      element.classList.remove("dragging");
      for (const [name, listener] of listeners) element.removeEventListener(name, listener);
      drag.end?.(next);
    };
    const listeners = [["pointermove", move], ["pointerup", end], ["pointercancel", end]];
    for (const [name, listener] of listeners) element.addEventListener(name, listener);
  });
}
