import type { Page } from 'playwright';
import { test } from 'vitest';
import { expectAccessible } from '../../../../test/browser/accessible.ts';
import { pressEnter } from '../../../../test/browser/press.ts';
import { testBrowser } from '../../../../test/browser.ts';
import { testProduct } from '../../../../test/product.ts';

const product = testProduct({ workers: 0 });
const { visit } = testBrowser(product);

test('a super admin adds and deletes a mappable field by keyboard, and takes each back from its alert', async () => {
  const page = await visit('/settings/super/mappable-fields', { as: 'sam@demo.crossdock' });
  const undo = (done: string) => page.getByRole('note').filter({ hasText: done }).getByRole('button', { name: 'Undo' });
  const remove = page.getByRole('button', { name: 'Delete orderStatus' });
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Field name' }).fill('orderStatus');
  await page.getByRole('textbox', { name: 'Field Description' }).fill('Status');
  const connector = page.getByRole('combobox', { name: 'Connector' });
  await connector.selectOption({ label: 'ShipStation' });
  await pressEnter(page.getByRole('button', { name: 'Add field' }));
  // At once, since an alert does not stay.
  await pressEnter(undo('The field was added.'));
  await page.getByText('“orderStatus” is no longer there.').waitFor();
  await remove.waitFor({ state: 'detached' });

  await pressEnter(page.getByRole('button', { name: 'Delete paymentMethod' }));
  const question = page.getByRole('dialog', { name: 'Delete paymentMethod?' });
  await question.getByText('It can no longer be chosen. Mappings that read it stay.').waitFor();
  await pressEnter(question.getByRole('button', { name: 'Delete' }));
  await question.waitFor({ state: 'detached' });
  await pressEnter(undo('The field was deleted.'));
  await page.getByText('“paymentMethod” is there again.').waitFor();
  await page.getByRole('button', { name: 'Delete paymentMethod' }).waitFor();
});

test('what was done is undone beside the title for ten seconds, three longer than from its alert', async () => {
  const page = await visit('/settings/super/mappable-fields', { as: 'sam@demo.crossdock' });
  await page.clock.install();
  const alert = page.getByText('The field was deleted.');
  const undo = page.getByRole('button', { name: 'Undo deletion of paymentMethod' });
  /** Deletes it, and lets the clock stand still so long after that was said. */
  const removed = async (ms: number) => {
    await pressEnter(page.getByRole('button', { name: 'Delete paymentMethod' }));
    const question = page.getByRole('dialog', { name: 'Delete paymentMethod?' });
    const said = await timeOf(page, 'The field was deleted.');
    await pressEnter(question.getByRole('button', { name: 'Delete' }));
    await alert.waitFor();
    await question.waitFor({ state: 'detached' });
    await page.clock.pauseAt((await said()) + ms);
  };
  await removed(7_500);
  await alert.waitFor({ state: 'detached' });
  await pressEnter(undo);
  await page.getByText('“paymentMethod” is there again.').waitFor();
  await undo.waitFor({ state: 'detached' });

  await page.clock.resume();
  await removed(7_500);
  await undo.waitFor();
  await page.clock.runFor(3_000);
  await undo.waitFor({ state: 'detached' });
});

/** When the page says this next, by its own clock, however late the test sees it. */
async function timeOf(page: Page, text: string): Promise<() => Promise<number>> {
  const seen = await page.evaluateHandle(
    (sought) => ({
      at: new Promise<number>((come) => {
        const look = () => document.body.textContent?.includes(sought) && come(Date.now());
        new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
      }),
    }),
    text,
  );
  return () => seen.evaluate(({ at }) => at);
}
