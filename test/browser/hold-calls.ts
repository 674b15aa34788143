import type { Page } from 'playwright';

/** Holds the page's calls of an address until `fail`, after which each ends with a 500. */
export async function holdCalls(page: Page, address: string) {
  const held = Promise.withResolvers<void>();
  let calls = 0;
  await page.route(address, async (route) => {
    calls += 1;
    await held.promise;
    await route.fulfill({ status: 500, body: '' });
  });
  return { fail: () => held.resolve(), count: () => calls };
}
