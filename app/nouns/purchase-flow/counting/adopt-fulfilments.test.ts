import { expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { buildBuyer } from '../../../../test/shop/purchasing.ts';

const own = testDatabase();

test('what goes out again of an announcement that we do not know waits, and is of its purchase order once that is known', async () => {
  const buyer = await buildBuyer(own);
  buyer.buy('P-1');
  await buyer.flow();
  await own.sql(`update asns set remote_id = null, state = 'waiting' where account_id = $1`, [buyer.accountId]);
  const { inbound, asns } = buyer.sandbox.control.client();
  const [asn] = [...asns.rows.values()];
  if (asn) {
    inbound.take(asn, [{ sku: 'MUG', quantity: 4, lot: null }]);
    inbound.sendBack(asn, { sku: 'MUG', quantity: 3, lot: null });
  }
  await buyer.read('shipments');
  const fulfilments = () =>
    own.sql(
      `select p.source_number, f.sku, f.qty_shipped, f.processed_at from fulfilments f
       left join purchase_orders p on p.account_id = f.account_id and p.id = f.purchase_order_id where f.account_id = $1`,
      [buyer.accountId],
    );
  const goods = { sku: 'MUG', qty_shipped: 3, processed_at: null };
  expect(await fulfilments()).toEqual([{ ...goods, source_number: null }]);
  expect((await buyer.purchase('P-1')).events).not.toContain('fulfilled');
  await buyer.flow();
  expect(await fulfilments()).toEqual([{ ...goods, source_number: 'P-1' }]);
  expect((await buyer.purchase('P-1')).events.filter((kind) => kind === 'fulfilled')).toHaveLength(1);
});
