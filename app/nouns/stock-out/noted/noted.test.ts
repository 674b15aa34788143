import { expect, test } from 'vitest';
import type { InventoryLevel } from '../../../../connectors/contract.ts';
import { theirWords } from '../../../../connectors/http/reasons.ts';
import { testDatabase } from '../../../../test/database.ts';
import { link, productOf, shopWithVendor, taken, tell } from '../../../../test/shop/told-of-stock.ts';
import { queueStockOfSkus } from '../queue.ts';
import { queueNotedStock } from './noted.ts';

const own = testDatabase();

/** A shop with MUG linked, whose channel does something once while it is told. */
async function shopThat(reply: (levels: InventoryLevel[]) => ReturnType<typeof taken> = taken) {
  const during = { once: async () => undefined as unknown };
  const all = await shopWithVendor(own, async (levels) => {
    const { once } = during;
    during.once = async () => undefined;
    await once();
    return reply(levels);
  });
  await link(all.shop, all.vendor.id, 'MUG');
  const queueNoted = () => queueNotedStock(own.database, all.shop.accountId, new AbortController().signal);
  return { ...all, during, queueNoted };
}

test('another location that is chosen while a channel is told is told the same quantity', async () => {
  const { shop, vendor, quantities, during, queueNoted } = await shopThat();
  during.once = async () => {
    await tell(shop, vendor.id, 'on', 0, '2');
    await queueNoted();
  };
  await tell(shop, vendor.id, 'on');
  await shop.engine.runJobs();
  expect(quantities()).toEqual([
    ['MUG', '1', 1000],
    ['MUG', '2', 1000],
  ]);
});

test('what changes while a channel refuses another quantity is told afterwards', async () => {
  let isLess = false;
  const { shop, vendor, quantities, during, queueNoted } = await shopThat((levels) => {
    if (isLess) return taken(levels);
    isLess = true;
    return {
      ok: true,
      value: levels.map(({ key }) => ({ key, failure: { kind: 'rejected', code: 'invalid', reason: theirWords('Too many.') } })),
    };
  });
  during.once = async () => {
    await own.sql('update products set quantity_on_hand = 12, quantity_available = 12 where id = $1', [await productOf(shop, 'MUG')]);
    await shop.inTenant((tenant) => queueStockOfSkus(tenant, ['MUG']));
    await queueNoted();
  };
  await tell(shop, vendor.id, 'on');
  await shop.engine.runJobs();
  expect(quantities()).toEqual([
    ['MUG', '1', 1000],
    ['MUG', '1', 12],
  ]);
});
