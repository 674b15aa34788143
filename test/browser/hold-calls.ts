import type { Page, Route } from 'playwright';

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

/** Holds the page's next call of an address, of which `begun` tells, until `go`. */
export async function holdCall(page: Page, address: string) {
  const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const hold = async (route: Route) => {
    begun.resolve();
    await held.promise;
    await route.continue();
  };
  await page.route(address, hold, { times: 1 });
  return { begun: begun.promise, go: () => held.resolve() };
}
