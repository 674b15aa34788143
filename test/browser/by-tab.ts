import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';

/** Presses Tab, or another key, until the element has the focus, up to a limit. */
export async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  // A page that is still being read has no such element, however often the key is pressed.
  await target.waitFor();
  const focused = target.and(page.locator(':focus'));
  for (let step = 0; step < 100; step++) {
    if ((await focused.count()) > 0) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not come to ${target}.`);
}

declare global {
  var controls: { element: Element; look: string }[];
}

/** Goes through the whole page by Tab: each control that can be used is reached, in the order of the page, and shows that it has the focus. */
export async function expectWholeByTab(page: Page): Promise<void> {
  const count = await page.evaluate(noteControls);
  const reached: number[] = [];
  const faults = new Set<string>();
  for (let press = 0; press < count + 5; press++) {
    await page.keyboard.press('Tab');
    const { place, fault } = await page.evaluate(lookAtFocus);
    if (place === reached[0]) break;
    if (place >= 0) reached.push(place);
    if (fault) faults.add(fault);
  }
  const missed = await page.evaluate(
    (seen) => controls.flatMap(({ element }, place) => (seen.includes(place) ? [] : [element.outerHTML.slice(0, 160)])),
    reached,
  );
  expect([...faults, ...missed.map((control) => `not reached: ${control}`)]).toEqual([]);
  // The walk may begin in the middle of the page, and goes on at its top once.
  const back = reached.filter((place, at) => place < (reached[at - 1] ?? 0));
  expect(back.length, `the order ${reached}`).toBeLessThanOrEqual(1);
}

function noteControls(): number {
  const usable = (element: Element) =>
    (element as HTMLElement).tabIndex >= 0 &&
    !element.matches(':disabled, [type="radio"], [inert] *') &&
    element.checkVisibility({ visibilityProperty: true });
  const all = document.querySelectorAll('a[href], button, input, select, textarea, summary, [contenteditable="true"], [tabindex="0"]');
  globalThis.controls = [...all].filter(usable).map((element) => ({ element, look: lookOf(element) }));
  /** How it and what surrounds it are drawn: a field shows the focus on its frame. */
  function lookOf(element: Element): string {
    return [element, element.parentElement, element.parentElement?.parentElement]
      .filter((each) => each !== null && each !== undefined)
      .map((each) => {
        const { outlineStyle, outlineColor, boxShadow, borderColor, clipPath, transform } = getComputedStyle(each);
        return [outlineStyle, outlineColor, boxShadow, borderColor, clipPath, transform].join();
      })
      .join(';');
  }
  Reflect.set(globalThis, 'lookOf', lookOf);
  return controls.length;
}

function lookAtFocus(): { place: number; fault: string | null } {
  const focused = document.activeElement;
  const place = controls.findIndex(({ element }) => element === focused);
  if (!focused || place < 0) return { place, fault: null };
  const shows = Reflect.get(globalThis, 'lookOf')(focused) !== controls[place]?.look;
  return { place, fault: shows ? null : `does not show the focus: ${focused.outerHTML.slice(0, 160)}` };
}
