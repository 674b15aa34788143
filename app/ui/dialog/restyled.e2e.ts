import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { testBrowser } from '../../../test/browser.ts';
import { testProduct } from '../../../test/product.ts';

const product = testProduct({ workers: 0 });
const { visit } = testBrowser(product);

test('a dialog that opens and closes has the browser find no styles anew but its own', async () => {
  const page = await visit('/', { as: product.signIns[0]?.email });
  const dialog = page.getByRole('dialog', { name: 'Keyboard' });
  const pressed = async () => {
    await page.keyboard.press('?');
    await dialog.locator(':focus').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  };
  // The first brings its scripts and styles.
  await pressed();
  const ofPage = await page.locator('body *').count();
  const most = await mostRestyled(page, pressed);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThan(ofPage / 2);
});

type Traced = { name: string; args: { elementCount?: number } };

/** For how many elements at once the browser found the styles while something was done. */
async function mostRestyled(page: Page, work: () => Promise<void>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const traced: Traced[] = [];
  const ended = new Promise((then) => session.once('Tracing.tracingComplete', then));
  session.on('Tracing.dataCollected', ({ value }) => traced.push(...(value as unknown as Traced[])));
  await session.send('Tracing.start', { traceConfig: { includedCategories: ['devtools.timeline', 'blink'] } });
  await work();
  await session.send('Tracing.end');
  await ended;
  return Math.max(...traced.flatMap(({ name, args }) => (name === 'UpdateLayoutTree' ? [args.elementCount ?? 0] : [])));
}
