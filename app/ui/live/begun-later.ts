/**
 * A ref of an element with which something begins once its code is fetched, after the page: `begin` returns how it ends. Where it cannot
 * be fetched, the page does without.
 */
export const begunLater =
  <Code>(load: () => Promise<Code>, begin: (code: Code, place: HTMLElement) => () => void) =>
  (place: HTMLElement | null) => {
    if (!place) return;
    const begun = load().then(
      (code) => begin(code, place),
      () => undefined,
    );
    return () => void begun.then((end) => end?.());
  };
