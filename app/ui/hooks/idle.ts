/** Resolves when the browser has nothing else to do. Safari has no idle callbacks. */
export const idle = () =>
  new Promise<unknown>((then) => ('requestIdleCallback' in window ? requestIdleCallback(then) : setTimeout(then, 200)));
