import { expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { sent, unhurried } from '../../../../test/shop/merging.ts';
import { keepingBack } from './held-back.ts';

const own = testDatabase();

test.each(['a part of it', 'what had taken it in'])('what was sent keeps the order back that took in %s', async (taken) => {
  const { mugs, cups, seller, sync, go, sell, row, decide, inTenant } = unhurried(await sent(own, 'mugs'));
  const keeping = async () => inTenant(async (tenant) => keepingBack(tenant, [(await row(mugs)).id, (await row(cups)).id]));
  const [third] = sell({ orderNumber: '1003', items: [{ sku: 'CUP', quantity: 1 }], orderStatus: 'on_hold' });
  if (!third) throw new Error('nothing was sold');
  const isPart = taken === 'a part of it';
  const between = isPart ? seller.split(mugs, [{ sku: 'MUG', quantity: 1 }]) : cups;
  if (!isPart) seller.merge(cups, [mugs]);
  await sync();
  seller.merge(third, [between]);
  go(third);
  await sync();
  const { id } = await row(mugs);
  expect(await keeping()).toEqual([id]);
  await decide(third, 'ship-too');
  expect(await keeping()).toEqual([]);
});
