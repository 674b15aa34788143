import { expect, test } from 'vitest';
import { theirWords } from '../../../../connectors/http/reasons.ts';
import { buildShop, type Shop } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { connectVendor, page, vendorOrder } from '../../../../test/shop/vendor.ts';
import { storeUnreadable } from '../../../shared/connections/streams/unreadable.ts';

const own = testDatabase();
const odd = (remoteId: string) => ({ remoteId, reason: theirWords('odd'), raw: {} });
const open = ({ accountId }: Shop) =>
  own.sql(
    `select r.remote_id from unreadable_records r join issues i on i.account_id = r.account_id and i.type = 'unreadable'
        and i.closed_at is null and i.subject = 'record:' || r.id
      where r.account_id = $1 and r.settled_at is null order by 1`,
    [accountId],
  );

test('what was kept under another id than its records have is settled once a page says that it can be read', async () => {
  const shop = await buildShop(own);
  let next = page([], { unreadable: [odd('51'), odd('52')] });
  const get = async () => ({ ok: false as const, failure: { kind: 'not_found' as const, reason: theirWords('gone') } });
  await connectVendor(shop, { orders: () => ({ stream: { mode: 'cursor', read: async () => next }, get }) });
  await shop.read('orders');
  expect(await open(shop)).toMatchObject([{ remote_id: '51' }, { remote_id: '52' }]);
  next = page([vendorOrder('package-7')], { readable: ['51'] });
  await shop.engine.passTime();
  await shop.read('orders');
  expect(await open(shop)).toMatchObject([{ remote_id: '52' }]);
});

test('an item that could not be read is settled by its SKU', async () => {
  const shop = await buildShop(own);
  await shop.inTenant((tenant) => storeUnreadable(tenant, shop.warehouseId, 'items', [odd('MUG')]));
  expect(await open(shop)).toMatchObject([{ remote_id: 'MUG' }]);
  await own.sql(`update streams set cursor = null where connection_id = $1 and stream = 'items'`, [shop.warehouseId]);
  await shop.read('items');
  expect(await open(shop)).toEqual([]);
});
