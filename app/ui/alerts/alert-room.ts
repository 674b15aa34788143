import { letGlide } from '../live/gliding.ts';

/**
 * Tells what is marked `data-above-alerts` how high the alerts of the bar stand, so that what stays at the lower edge moves above them,
 * and the page's end can be scrolled into view; and lets them glide. By a rule for these alone: as a style of the page, each change would
 * have the browser find all its styles anew, which takes longer than all else that a press does.
 */
export function makeRoom(bar: HTMLElement): () => void {
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets.push(sheet);
  let room = 0;
  const tell = () => {
    const [first] = bar.children;
    const now = first instanceof HTMLElement ? bar.offsetHeight - first.offsetTop : 0;
    if (now === room) return;
    room = now;
    sheet.replaceSync(`[data-above-alerts] { --alerts-height: ${room}px; }`);
  };
  const sizes = new ResizeObserver(tell);
  const watch = () => {
    sizes.disconnect();
    for (const each of [bar, ...bar.children]) sizes.observe(each);
  };
  watch();
  const alerts = new MutationObserver(watch);
  alerts.observe(bar, { childList: true });
  const stop = letGlide(bar);
  return () => {
    stop();
    alerts.disconnect();
    sizes.disconnect();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
  };
}
