import type { Page } from 'playwright';
import { expect } from 'vitest';

/** From a phone to a large desk; 640 px are a desk of 1,280 px at a zoom of 200 %. */
export const widths = [390, 640, 720, 768, 900, 1024, 1200, 1440, 1920];

/** Looks at a page at every width, calling `seen` at each. */
export async function expectLaidOut(page: Page, seen: (width: number) => Promise<unknown> = async () => undefined): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    // A chart follows the width of its place in the next frames.
    await expect.poll(() => faultsOfLayout(page), { message: `at ${width} px of ${page.url()}` }).toEqual([]);
    await seen(width);
  }
}

/** The faults in how a page is laid out at its present width: what overlaps, what leaves the page, and words that stand letter under letter. */
export const faultsOfLayout = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    type Box = { left: number; right: number; top: number; bottom: number };
    type Part = { name: string; element: Element; box: Box; layer: Element };
    const styleOf = (element: Element) => getComputedStyle(element);
    /** Found once an element: to ask every ancestor of every word anew takes longer than to lay the page out. */
    const once = <Found>(find: (element: Element) => Found) => {
      const known = new Map<Element, Found>();
      return (element: Element): Found => {
        const found = known.has(element) ? (known.get(element) as Found) : find(element);
        known.set(element, found);
        return found;
      };
    };
    /** Found once an element as well, from what was found for its parent. */
    const downward = <Found>(find: (element: Element, above: Found) => Found, atTop: Found) => {
      const byElement = new Map<Element, Found>();
      const of = (element: Element | null): Found => {
        if (!element) return atTop;
        if (!byElement.has(element)) byElement.set(element, find(element, of(element.parentElement)));
        return byElement.get(element) as Found;
      };
      return of;
    };
    const meet = (a: Box, b: Box): Box => ({
      left: Math.max(a.left, b.left),
      right: Math.min(a.right, b.right),
      top: Math.max(a.top, b.top),
      bottom: Math.min(a.bottom, b.bottom),
    });
    const isThere = ({ left, right, top, bottom }: Box) => right - left > 3 && bottom - top > 3;
    /** What is positioned by itself lies over or beside the rest on purpose. */
    const floats = (element: Element) => !['static', 'relative'].includes(styleOf(element).position);
    const layerOf = downward<Element>((element, above) => (floats(element) ? element : above), document.body);
    const overflowOf = once((element) => styleOf(element).overflowX);
    const boxOf = once((element): Box => element.getBoundingClientRect());
    const clippersOf = downward<Element[]>((element, above) => (overflowOf(element) === 'visible' ? above : [element, ...above]), []);
    const shownPart = (element: Element, box: Box) => clippersOf(element).reduce((seen, each) => meet(seen, boxOf(each)), box);
    const isClipped = downward<boolean>(
      (element, above) => above || styleOf(element).clipPath !== 'none' || element.matches('dialog:not([open])'),
      false,
    );
    const isHidden = once((element) => !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || isClipped(element));
    const scrolls = (element: Element) =>
      clippersOf(element).some(
        (each) => /auto|scroll/.test(overflowOf(each)) && each !== document.documentElement && each !== document.body,
      );

    const faults = new Set<string>();
    // The scrollbar has its place beside the page, also where it is hidden.
    const { offsetWidth: room, scrollWidth } = document.documentElement;
    if (scrollWidth > room + 1) faults.add(`the page is ${scrollWidth} px wide, and has ${room}`);
    const parts: Part[] = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent?.trim();
      if (!element || !text || element.closest('script, style, svg, option') || isHidden(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const name = `“${text.slice(0, 40)}”`;
      const lines = [...range.getClientRects()];
      // Line by line: a text that goes on below a link before it overlaps nothing.
      for (const line of lines) {
        const box = shownPart(element, line);
        if (isThere(box)) parts.push({ name, element, box, layer: layerOf(element) });
      }
      // No word stands in more lines than its text.
      if (lines.length < 3) continue;
      for (const { index, 0: word } of (node.textContent ?? '').matchAll(/[\p{L}\d]{3,24}/gu)) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const heights = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (heights.size > 2) faults.add(`${name}: “${word}” stands in ${heights.size} lines`);
      }
    }
    // Beside columns of fixed widths those without one take what is left, and say what a row is about.
    for (const table of document.querySelectorAll('table:has(tr[data-row])')) {
      const heads = [...table.querySelectorAll('thead th')];
      for (const [at, col] of [...table.querySelectorAll('col')].entries()) {
        const head = heads[at];
        if (!head || isHidden(head) || col.style.width || col.className) continue;
        const width = Math.round(head.getBoundingClientRect().width);
        if (width < 120) faults.add(`the column “${head.textContent}” is ${width} px wide`);
      }
    }
    for (const element of document.querySelectorAll('input, select, textarea, button, img')) {
      const box = shownPart(element, element.getBoundingClientRect());
      if (!isHidden(element) && isThere(box))
        parts.push({
          name: `${element.tagName.toLowerCase()} ${element.getAttribute('aria-label') ?? element.textContent?.slice(0, 30)}`,
          element,
          box,
          layer: layerOf(element),
        });
    }
    for (const { name, element, box } of parts)
      if (box.right > room + 1 && !scrolls(element)) faults.add(`${name} ends at ${Math.round(box.right)} px of ${room}`);
    // Only what begins above the end of another may overlap it: to hold each against each takes longer than to find them.
    const fromTop = parts.map((part, at) => ({ ...part, at })).toSorted((a, b) => a.box.top - b.box.top);
    for (const [place, part] of fromTop.entries()) {
      for (let next = place + 1; next < fromTop.length; next++) {
        const below = fromTop[next] as typeof part;
        if (below.box.top >= part.box.bottom - 4) break;
        const { left, right, top, bottom } = meet(part.box, below.box);
        if (right - left <= 2 || bottom - top <= 4) continue;
        const [one, other] = part.at < below.at ? [part, below] : [below, part];
        if (one.layer !== other.layer || one.element.contains(other.element) || other.element.contains(one.element)) continue;
        faults.add(`${one.name} and ${other.name} overlap by ${Math.round(right - left)} × ${Math.round(bottom - top)} px`);
      }
    }
    return [...faults];
  });
