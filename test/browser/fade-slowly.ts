import type { Page } from 'playwright';

/** Dialogs of the page fade away, and so slowly that a test meets them at it. For `before` of a visit. */
export async function fadeSlowly(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.addInitScript(() => {
    const { setTimeout: after } = window;
    const fadeMs = 140;
    window.setTimeout = ((work: () => void, ms?: number, ...given: []) =>
      after(work, ms === fadeMs ? 4_000 : ms, ...given)) as typeof after;
  });
}
