import type { Page } from 'playwright';
import { having, sent, until } from './calls.ts';
import type { Step } from './screen.ts';

/** Two API keys, of which one was used. */
export const withKeys: Step = having('/api/keys', 'Ledger', async (page) => {
  const scopes = ['read_orders', 'read_products', 'read_stock', 'read_events'];
  const { key } = (await sent(page, 'POST', '/api/keys', { name: 'Ledger', scopes, days: 90 })) as { key: string };
  const networks = ['203.0.113.0/24'];
  await sent(page, 'POST', '/api/keys', { name: 'Screen in the packing hall', scopes: ['read_orders'], days: null, networks });
  for (const path of ['/v1/key', '/v1/orders?limit=5', '/v1/products?limit=5', '/v1/nothing-here', '/v1/events?limit=5'])
    await page.request.get(new URL(path, page.url()).href, { headers: { authorization: `Bearer ${key}` } });
});

/** Two webhooks: one whose receiver takes everything, and one whose address is wrong. */
export const withWebhooks: Step = having('/api/event-subscriptions', 'Ledger', async (page) => {
  const types = ['order.received', 'order.released', 'order.shipped', 'issue.opened'];
  for (const [name, path, events] of [
    ['Ledger', '/control/inbox', types],
    ['Price comparison', '/nobody-here', ['stock.changed']],
  ] as const) {
    const url = (await sandboxOf(page)) + path;
    const { id } = (await sent(page, 'POST', '/api/event-subscriptions', { name, url, types: events })) as { id: number };
    await sent(page, 'POST', `/api/event-subscriptions/${id}/test`, {});
    await until(async () => {
      const { data } = (await sent(page, 'GET', `/api/event-subscriptions/${id}/deliveries`)) as { data: { attempts: number }[] };
      return data.some(({ attempts }) => attempts > 0);
    });
  }
});

/** Where the demo's warehouse is called, which is where the sandbox is. */
export async function sandboxOf(page: Page): Promise<string> {
  const html = await (await page.request.get(new URL('/settings/connectors/amware/settings', page.url()).href)).text();
  const [, origin] = /(https?:\/\/[\w.:-]+)\/amware/.exec(html) ?? [];
  if (!origin) throw new Error('The demo does not say where its sandbox is.');
  return origin;
}
