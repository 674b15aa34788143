import { expect, test } from 'vitest';
import { buildShop } from '../../../../test/build.ts';
import { use } from '../../../../test/keys.ts';
import { testWeb } from '../../../../test/web.ts';
import { actOnOrder } from '../../../nouns/orders/actions.ts';
import { historyFile } from '../../../nouns/orders/detail/history-file.ts';
import { getOrder } from '../../../nouns/orders/detail/queries.ts';
import { createKey } from '../../../people/keys/commands.ts';

const own = testWeb();

test('the history has the key’s name where a worker does later what a key asked for, and none where a person did it', async () => {
  const shop = await buildShop(own, { reads: ['orders'] });
  shop.sell({ orderNumber: '1001', items: [{ sku: 'TEAPOT', quantity: 1 }] });
  await shop.sync();
  const wanted = { name: 'Robot', scopes: ['write_orders'] as never, days: null, networks: [] };
  const { key } = await shop.inTenant((tenant) => createKey(tenant, wanted));
  const { id } = await shop.order('1001');
  const send = (verb: string, payload: object) =>
    use(own, key, { method: 'POST', url: `/v1/orders/${verb}`, payload, headers: { 'idempotency-key': verb } });
  const history = async () => {
    const { events = [] } = (await shop.inTenant((tenant) => getOrder(tenant, id))) ?? {};
    return events.map(({ kind, who }) => [kind, who]);
  };
  expect((await send('hold', { order_ids: [id] })).statusCode).toBe(202);
  await shop.engine.runJobs();
  expect(await history()).toContainEqual(['held', 'Ann, by the key Robot']);
  const file = await shop.inTenant((tenant) => historyFile(tenant, id));
  expect(String(file?.content)).toContain('"Ann, by the key Robot"');
  await shop.inTenant((tenant) => actOnOrder(tenant, id, 'unhold'));
  expect(await history()).toContainEqual(['unheld', 'Ann']);
});
