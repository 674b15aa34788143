import { expect, test } from 'vitest';
import { buildShop, ofGoods } from '../../../../test/build.ts';
import { use } from '../../../../test/keys.ts';
import { testWeb } from '../../../../test/web.ts';
import { createKey } from '../../../people/keys/commands.ts';

const own = testWeb();

/** A shop with an order of a SKU that nobody linked, and a key that may do what it takes. */
async function waitingShop() {
  const shop = await buildShop(own, { reads: ofGoods });
  shop.sell({ orderNumber: '1001', items: [{ sku: 'TEAPOT', quantity: 1 }] });
  await shop.sync();
  const wanted = { name: 'Robot', scopes: ['write_issues', 'write_orders', 'release_orders'] as never, days: null, networks: [] };
  const { key } = await shop.inTenant((tenant) => createKey(tenant, wanted));
  const { id } = await shop.order('1001');
  const send = (url: string, name: string, payload?: object) =>
    use(own, key, { method: 'POST', url, headers: { 'idempotency-key': name }, ...(payload && { payload }) });
  const [product] = await own.sql<{ id: string }>(`select id from products where account_id = $1 and sku = 'CUP'`, [shop.accountId]);
  const [issue] = await own.sql<{ id: string }>('select id from issues where order_id = $1', [id]);
  const sent = async () =>
    (await own.sql(`select id from outbox where account_id = $1 and kind = 'submit' and state = 'done'`, [shop.accountId])).length;
  return { ...shop, id, send, sent, link: { product_id: Number(product?.id), waiting: 1 }, issueId: Number(issue?.id) };
}

test('an order that a key releases leaves once, however often and from wherever its request comes', async () => {
  const { send, sent, link, issueId, id, engine, sync, order } = await waitingShop();
  await send(`/v1/orders/${id}/hold`, 'hold');
  const links = await Promise.all(Array.from({ length: 4 }, () => send(`/v1/issues/${issueId}/link`, 'link', link)));
  expect(links.filter(({ statusCode, headers }) => statusCode === 200 && !headers['idempotency-replayed'])).toHaveLength(1);
  await engine.passTime();
  await sync();
  // Linked, and on hold.
  expect([await sent(), (await order('1001')).order_status]).toEqual([0, 'pending']);
  for (let n = 0; n < 3; n++) expect((await send(`/v1/orders/${id}/unhold`, 'unhold')).statusCode).toBe(200);
  await engine.runJobs();
  await sync();
  expect(await sent()).toBe(1);
  expect((await send(`/v1/orders/${id}/unhold`, 'unhold')).headers['idempotency-replayed']).toBe('true');
  expect((await send(`/v1/orders/${id}/retry`, 'retry')).statusCode).toBeLessThan(500);
  await engine.runJobs();
  await sync();
  expect(await sent()).toBe(1);
});

test('an order that a key locks does not leave, whatever else is decided', async () => {
  const { send, sent, link, issueId, id, engine, sync } = await waitingShop();
  await send(`/v1/orders/${id}/lock`, 'lock');
  expect((await send(`/v1/issues/${issueId}/link`, 'link', link)).statusCode).toBe(200);
  await engine.passTime();
  await sync();
  expect(await sent()).toBe(0);
  expect((await send(`/v1/orders/${id}/unlock`, 'unlock')).statusCode).toBe(200);
  await engine.runJobs();
  await sync();
  expect(await sent()).toBe(1);
});
