import { expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { issuesInWords } from '../../../../test/in-words.ts';
import { buildBuyer } from '../../../../test/shop/purchasing.ts';
import { tellOfUnknownAnnouncements } from '../../../shared/connections/streams/unknown-announcements.ts';
import { dismissUnknown } from '../../../shared/connections/streams/unknown-references.ts';
import { recheckMissedPurchases } from '../../purchase-orders/missed.ts';
import { checkPurchaseOrders } from '../checking/check.ts';

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

test('what went out again and was stored while its announcement became known is found, and is of its purchase order', async () => {
  const buyer = await buildBuyer(own);
  buyer.buy('P-1');
  await buyer.flow();
  await own.sql(
    `insert into fulfilments (account_id, connection_id, remote_id, asn_id, position, sku, qty_shipped, ship_date, carrier, tracking_number)
     select account_id, connection_id, 'S-9', remote_id, 0, 'MUG', 3, now(), 'UPS', '1Z' from asns where account_id = $1`,
    [buyer.accountId],
  );
  await buyer.inTenant(recheckMissedPurchases);
  await buyer.engine.runJobs();
  const found = `select p.source_number, f.qty_shipped from fulfilments f
    join purchase_orders p on p.account_id = f.account_id and p.id = f.purchase_order_id where f.account_id = $1`;
  expect(await own.sql(found, [buyer.accountId])).toEqual([{ source_number: 'P-1', qty_shipped: 3 }]);
  expect((await buyer.purchase('P-1')).events).toContain('fulfilled');
});

test('of an announcement that stays unknown a person is told, who may dismiss it; its purchase order has it once it is known', async () => {
  const buyer = await buildBuyer(own);
  buyer.buy('P-1');
  await buyer.flow();
  await own.sql(
    `insert into fulfilments (account_id, connection_id, remote_id, asn_id, position, sku, qty_shipped, ship_date, carrier, tracking_number)
     select account_id, connection_id, 'S-' || n, 'ASN-OLD', 0, 'MUG', 3, now() - interval '2 hours' * n, 'UPS', '1Z'
     from asns cross join generate_series(0, 2) as n where account_id = $1`,
    [buyer.accountId],
  );
  const tell = async () => {
    await buyer.inTenant(tellOfUnknownAnnouncements);
    const open = `select sentence from issues where account_id = $1 and type = 'unknown_references' and closed_at is null`;
    return issuesInWords(await own.sql(open, [buyer.accountId]));
  };
  const sentence = expect.stringContaining('sent goods out again of 1 announcement that is of no purchase order here: ASN-OLD.');
  expect(await tell()).toEqual([{ sentence }]);
  expect(await buyer.inTenant((tenant) => dismissUnknown(tenant, buyer.warehouseId))).toBe(1);
  expect(await tell()).toEqual([]);
  await own.sql(`update asns set remote_id = 'ASN-OLD' where account_id = $1`, [buyer.accountId]);
  const { id } = await buyer.purchase('P-1');
  await buyer.inTenant((tenant) => checkPurchaseOrders(tenant, [id]));
  const due = await own.sql('select from fulfilments where account_id = $1 and purchase_order_id = $2 and processed_at is null', [
    buyer.accountId,
    id,
  ]);
  expect(due).toHaveLength(3);
});
