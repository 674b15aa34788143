/**
 * Once the press that is being handled is drawn: for work that its answer does not need, such as to name the scripts of a part to the
 * browser, which takes longer than all else that a press does. What a timer does waits for no press.
 */
export const drawn = () =>
  new Promise<void>((then) =>
    document.hidden || !(window.event instanceof UIEvent) ? then() : requestAnimationFrame(() => setTimeout(then)),
  );

/** For `onPointerEnter` and `onFocus`: fetches a part that is wanted soon, once the pointer or the focus is drawn where it is now. */
export const ahead = (load: () => Promise<unknown>) => () =>
  void drawn()
    .then(load)
    // Whoever presses asks for it again, and is told.
    .catch(() => undefined);
