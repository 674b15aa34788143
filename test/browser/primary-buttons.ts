import type { Page } from 'playwright';

/** The primary buttons that do not stand where people look for them: at the right of their form or dialog, with nothing to press after them. */
export const misplacedPrimaries = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const misplaced: string[] = [];
    const pressable = (element: Element) => [...element.querySelectorAll('button, a[href]')].filter((each) => each.checkVisibility());
    for (const button of document.querySelectorAll('.mantine-Button-root[data-variant="filled"]')) {
      if (!button.checkVisibility()) continue;
      const { right, top, bottom } = button.getBoundingClientRect();
      const name = `“${button.textContent}”`;
      const row = button.parentElement as Element;
      const after = pressable(row).find((other) => {
        const box = other.getBoundingClientRect();
        return other !== button && box.left >= right && box.top < bottom && box.bottom > top;
      });
      if (after) misplaced.push(`${name} stands before “${after.textContent || after.ariaLabel}”`);
      const frame = button.closest('form, [role="dialog"]');
      if (!frame) continue;
      const edge = frame.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(frame).paddingRight);
      if (edge - right > 24) misplaced.push(`${name} ends ${Math.round(edge - right)} px before the right edge`);
    }
    return misplaced;
  });
