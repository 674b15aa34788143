import { afterEach, expect, test } from 'vitest';
import { exportTraces } from '../../platform/traces/export.ts';
import { buildShop } from '../../test/build.ts';
import { type CollectedSpan, startCollector } from '../../test/collector.ts';
import { shipAll } from '../../test/shop/warehouse.ts';
import { testWeb } from '../../test/web.ts';

const own = testWeb();
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** Runs some work with traces of a share of it, and returns what its collector got. */
async function collected(share: number, work: () => Promise<void>): Promise<CollectedSpan[]> {
  const collector = await startCollector();
  ends.push(collector.stop);
  const traces = exportTraces({ url: collector.url, share, process: 'test' });
  await work().finally(traces.stop);
  return collector.spans;
}

test('the trace of an order runs from its channel’s page to the warehouse and back to the channel, without a word of its buyer', async () => {
  const shop = await buildShop(own);
  const spans = await collected(1, async () => {
    shop.sell({ orderNumber: '1001' });
    await shop.sync();
    await shipAll(shop);
  });
  const page = spans.find(
    ({ name, trace }) => name === 'page orders' && spans.some((other) => other.trace === trace && other.name === 'send submit'),
  );
  const ofOrder = spans.filter(({ trace }) => trace === page?.trace);
  expect(page?.parent).toBe('');
  const ids = new Set(ofOrder.map(({ id }) => id));
  expect(ofOrder.filter(({ id, parent }) => id !== page?.id && !ids.has(parent))).toEqual([]);
  const [submit, confirm] = ['send submit', 'send confirm'].map((name) => ofOrder.find((span) => span.name === name));
  expect(ofOrder.map(({ name }) => name)).toEqual(expect.arrayContaining(['read orders', 'job orders:check', 'job outbox:drain']));
  expect(confirm?.parent).toBe(submit?.parent);
  const effects = await own.sql(`select kind, trace from outbox where account_id = $1 and kind in ('submit', 'confirm') order by id`, [
    shop.accountId,
  ]);
  const trace = `00-${page?.trace}-${submit?.parent}-01`;
  expect(effects).toEqual([
    { kind: 'submit', trace },
    { kind: 'confirm', trace },
  ]);
  const [order] = await own.sql<{ buyer: string }>(`select customer_name as buyer from orders where account_id = $1`, [shop.accountId]);
  expect(order?.buyer).toBeTruthy();
  expect(spans.filter(({ text }) => text.includes(String(order?.buyer)))).toEqual([]);
});

test('a request is a trace by its route, and so is what it queues; its path and query are not told', async () => {
  const shop = await buildShop(own);
  shop.sell({ orderNumber: '1001' });
  await shop.sync();
  const { id } = await shop.order('1001');
  const person = await own.person(shop.accountId);
  const spans = await collected(1, async () => {
    await own.as(person, { method: 'POST', url: `/api/orders/${id}/hold?of=secret-word`, payload: {} });
  });
  expect(spans.map(({ name, text }) => [name, text.includes('secret-word')])).toEqual([['POST /api/orders/:id/:action', false]]);
  const [effect] = await own.sql<{ trace: string }>(`select trace from outbox where account_id = $1 and kind = 'hold'`, [shop.accountId]);
  expect(effect?.trace).toBe(`00-${spans[0]?.trace}-${spans[0]?.id}-01`);
});

test('of what is no sample nothing is sent or kept', async () => {
  const shop = await buildShop(own);
  const spans = await collected(0, async () => {
    shop.sell({ orderNumber: '1001' });
    await shop.sync();
  });
  expect(spans).toEqual([]);
  expect(await own.sql(`select distinct trace from outbox where account_id = $1`, [shop.accountId])).toEqual([{ trace: null }]);
});

test('a collector that is away holds nothing up', async () => {
  const shop = await buildShop(own);
  const traces = exportTraces({ url: 'http://127.0.0.1:9/v1/traces', share: 1, process: 'test' });
  shop.sell({ orderNumber: '1001' });
  await shop.sync().finally(traces.stop);
  expect((await shop.order('1001')).in_amware).toBe(1);
});
