import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { testBrowser } from '../../../../test/browser.ts';
import { testProduct } from '../../../../test/product.ts';

const product = testProduct({ workers: 0 });
const { visit } = testBrowser(product);
const closing: (() => void)[] = [];
// Not after each test, which is before its windows are closed: what a page still asks for would be refused.
afterAll(() => {
  for (const close of closing) close();
});

/** Hands on what the product sends, but of each page only what stands before `mark`, until `rest` is settled. */
async function inTwoPieces(mark: string, rest: Promise<void>): Promise<string> {
  const server = createServer(async (request, response) => {
    const { cookie = '', accept = '' } = request.headers;
    const reply = await fetch(new URL(request.url ?? '/', product.origin), { headers: { cookie, accept } });
    const kept = [...reply.headers].filter(([name]) => !['content-encoding', 'content-length', 'transfer-encoding'].includes(name));
    response.writeHead(reply.status, Object.fromEntries(kept));
    const body = Buffer.from(await reply.arrayBuffer());
    const at = reply.headers.get('content-type')?.startsWith('text/html') ? body.indexOf(mark) : 0;
    response.write(body.subarray(0, at));
    if (at > 0) await rest;
    response.end(body.subarray(at));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  closing.push(() => server.close());
  return `http://${new URL(product.origin).hostname}:${(server.address() as AddressInfo).port}/`;
}

test('a page of which half has come is not drawn yet, so that nothing of it moves', async () => {
  const page = await visit('/raw-materials', { as: 'amira@demo.crossdock' });
  const rest = Promise.withResolvers<void>();
  const address = await inTwoPieces('aria-label="Fold the navigation"', rest.promise);
  await page.evaluate((to) => void setTimeout(() => location.assign(to)), address);
  await page.waitForURL(address, { waitUntil: 'commit' });
  await page.getByRole('link', { name: 'Team' }).waitFor({ state: 'attached' });
  const paints = () => page.evaluate(() => performance.getEntriesByType('paint').length);
  for (const _ of Array(100)) expect(await paints()).toBe(0);
  rest.resolve();
  await expect.poll(paints).toBeGreaterThan(0);
  expect(await page.getByRole('button', { name: 'Fold the navigation' }).isVisible()).toBe(true);
  await page.locator('html[data-hydrated]').waitFor();
});
