import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { theirWords } from '../../../../connectors/http/reasons.ts';
import { connectorNamed } from '../../../../connectors/index.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { enterOrder } from '../../../../sandbox/netsuite/enter.ts';
import { move } from '../../../../sandbox/netsuite/stock.ts';
import { testDatabase } from '../../../../test/database.ts';
import { buildBuyer } from '../../../../test/shop/purchasing.ts';
import { addLines, addOrders } from '../../../../test/shop/rows.ts';
import { link, productOf, shopWithVendor, taken, tell } from '../../../../test/shop/told-of-stock.ts';
import { page, vendorOrder } from '../../../../test/shop/vendor.ts';
import { connect, disconnect } from '../../../shared/connections/connecting/commands.ts';
import { acceptReceipt } from '../../purchase-flow/receipts/decide.ts';
import { processReceipts } from '../../purchase-flow/receipts/process.ts';
import { pushAll } from '../commands.ts';
import { queueListingsAnew } from '../queue.ts';

const own = testDatabase();

/** A warehouse to connect in place of the first. */
const second = (origin: string) => ({
  ...{ connector: connectorNamed('amware'), name: 'Second', since: new Date('2020-01-01T00:00:00Z') },
  settings: { api_key: 'second-amware-key', base_url: `${origin}/amware`, webhook_secret: 'demo-webhook-secret' },
});

describe('a channel that subtracts its open orders itself', () => {
  test('gets back what it sold of a SKU for that SKU alone', async () => {
    const { shop, vendor, quantities } = await shopWithVendor(own, taken, 'before_own_orders');
    await link(shop, vendor.id, 'MUG');
    await link(shop, vendor.id, 'MUG-6', 'MUG', 6);
    await tell(shop, vendor.id, 'on');
    const [line] = vendorOrder('1').lines;
    vendor.queue = () => page([vendorOrder('1', { lines: [{ ...(line as NonNullable<typeof line>), sku: 'MUG-6', quantity: 2 }] })]);
    await shop.read('orders');
    expect(quantities().slice(-2).toSorted()).toEqual([
      ['MUG', '1', 988],
      ['MUG-6', '1', 166],
    ]);
  });

  test('gets back what it sold, not what the order was changed to here', async () => {
    const { shop, vendor, quantities } = await shopWithVendor(own, taken, 'before_own_orders');
    await link(shop, vendor.id, 'MUG');
    await tell(shop, vendor.id, 'on');
    const [id = 0] = await addOrders(own, shop.accountId, vendor.id, [{ order_status: 'error' }]);
    await addLines(own, shop.accountId, id, [{ sku: 'MUG', quantity: 5 }], new Map([['MUG', await productOf(shop, 'MUG')]]));
    await own.sql('update order_lines set source_quantity = 2 where account_id = $1 and order_id = $2', [shop.accountId, id]);
    await shop.inTenant((tenant) => pushAll(tenant, { id: vendor.id, name: 'Some vendor' }));
    await shop.engine.runJobs();
    expect(quantities().at(-1)).toEqual(['MUG', '1', 997]);
  });
});

test('a channel is told again some minutes after a call of which nobody knows what became', async () => {
  let lost = true;
  const { shop, vendor, quantities } = await shopWithVendor(own, (levels) => {
    if (!lost) return taken(levels);
    lost = false;
    return { ok: false, failure: { kind: 'retry', at: new Date(), reason: theirWords('No reply.'), maybeDone: true } };
  });
  await link(shop, vendor.id, 'MUG');
  await tell(shop, vendor.id, 'on');
  await shop.engine.runJobs();
  expect(quantities()).toHaveLength(1);
  await shop.engine.passTime();
  await shop.engine.runJobs();
  expect(quantities()).toHaveLength(2);
  await shop.engine.passTime();
  await shop.engine.runJobs();
  expect(quantities()).toHaveLength(3);
  await shop.engine.passTime();
  await shop.engine.runJobs();
  expect(quantities()).toHaveLength(3);
});

describe('a book of stock', () => {
  test('is told what has left, though the last count was made before its order came', async () => {
    const { shop, vendor, quantities } = await shopWithVendor(own, taken, 'on_hand', {
      ...{ pace: 'instant', reads: ['orders', 'order_changes', 'shipments'] },
    });
    await shop.read('stock');
    await link(shop, vendor.id, 'MUG');
    await tell(shop, vendor.id, 'on');
    await shop.engine.runJobs();
    shop.sell({ orderNumber: '1001', items: [{ sku: 'MUG', quantity: 4 }] });
    await shop.flow();
    expect(quantities()).toEqual([
      ['MUG', '1', 1000],
      ['MUG', '1', 996],
    ]);
    await shop.read('stock');
    expect(quantities()).toHaveLength(2);
  });

  /** NetSuite, told what lies in KY1, and what it has of mugs. Its own bookings alone move that from then on. */
  async function withBook(pace: 'instant' | 'manual' = 'manual', unitsPerSale = 1) {
    const shop = await buildBuyer(own, { pace, reads: ['purchase_orders', 'orders', 'asn_changes'] });
    const company = shop.sandbox.control.company();
    await own.sql(
      `update connections set settings = settings || '{"subsidiary_id": "1", "adjustment_account_id": "101"}' where account_id = $1
        and id = $2`,
      [shop.accountId, shop.ledgerId],
    );
    await own.sql(
      `insert into shipping_options (account_id, connection_id, connector_code, amware_code) values ($1, $2, 'UPS Ground', 'UPSGR')`,
      [shop.accountId, shop.ledgerId],
    );
    await shop.read();
    await link(shop, shop.ledgerId, 'MUG', 'MUG', unitsPerSale);
    await tell(shop, shop.ledgerId, 'on', 0, '11');
    await shop.engine.runJobs();
    const inBook = () =>
      company.books.rows<{ units: number }>(
        `SELECT a.quantityonhand AS units FROM main.aggregateitemlocation a JOIN main.item i ON i.id = a.item WHERE a.location = 11 AND i.itemid = 'MUG'`,
      )[0]?.units ?? 0;
    const onShelves = () =>
      [...shop.sandbox.control.client().shelves.rows.values()].reduce(
        (sum, { sku, warehouse_id, on_hand }) => sum + (sku === 'MUG' && warehouse_id === 'KY1' ? on_hand : 0),
        0,
      );
    const adjustments = () => company.books.rows(`SELECT id FROM main.[transaction] WHERE type = 'InvAdjst'`).length;
    return { shop, company, inBook, onShelves, adjustments };
  }

  test('a sale is taken off once, whichever of count and parcel is read first', async () => {
    const { shop, company, inBook, onShelves, adjustments } = await withBook('instant');
    const before = onShelves();
    expect([inBook(), adjustments()]).toEqual([before, 1]);
    for (const [round, streams] of [['stock', 'shipments'] as const, ['shipments', 'stock'] as const].entries()) {
      enterOrder(company, 'salesOrder', { number: `S-${round}`, lines: [{ sku: 'MUG', quantity: 3 }] });
      await shop.flow();
      for (const stream of [...streams, 'order_changes'] as const) await shop.read(stream);
      await shop.flow();
      expect([onShelves(), inBook()]).toEqual([before - 3 * (round + 1), before - 3 * (round + 1)]);
    }
  });

  test('a receipt of packs is added once as so many packs, whichever of count and receipt is read first', async () => {
    const { shop, inBook, onShelves } = await withBook('manual', 6);
    const packs = () => Math.floor(onShelves() / 6);
    for (const [round, streams] of [['stock', 'receipts'] as const, ['receipts', 'stock'] as const].entries()) {
      const before = packs();
      const number = `P-${round}`;
      shop.buy(number, { lines: [{ sku: 'MUG', quantity: 10, location: 11 }] });
      await shop.sync();
      await shop.receive(number, [{ sku: 'MUG', quantity: 60 }], { close: true });
      for (const stream of streams) await shop.read(stream);
      expect(inBook()).toBe(before);
      const { id } = await shop.purchase(number);
      await shop.inTenant((tenant) => processReceipts(tenant, id));
      await shop.engine.passTime();
      await shop.flow();
      expect([packs(), inBook()]).toEqual([before + 10, before + 10]);
    }
  });

  test('a receipt is added once, whichever of count and receipt is read first', async () => {
    const { shop, inBook, onShelves } = await withBook();
    const before = onShelves();
    for (const [round, streams] of [['stock', 'receipts'] as const, ['receipts', 'stock'] as const].entries()) {
      const number = `P-${round}`;
      shop.buy(number, { lines: [{ sku: 'MUG', quantity: 10, location: 11 }] });
      await shop.sync();
      await shop.receive(number, [{ sku: 'MUG', quantity: 10 }], { close: true });
      for (const stream of streams) await shop.read(stream);
      expect(inBook()).toBe(round === 0 ? before : before + 10);
      const { id } = await shop.purchase(number);
      await shop.inTenant((tenant) => processReceipts(tenant, id));
      await shop.engine.runJobs();
      expect([onShelves(), inBook()]).toEqual([before + 10 * (round + 1), before + 10 * (round + 1)]);
      await shop.read('stock');
      expect([onShelves(), inBook()]).toEqual([before + 10 * (round + 1), before + 10 * (round + 1)]);
    }
  });

  test('what is processed before a count knows of it stays in the book', async () => {
    const { shop, inBook, onShelves, adjustments } = await withBook();
    const before = onShelves();
    shop.buy('P-1', { lines: [{ sku: 'MUG', quantity: 10, location: 11 }] });
    await shop.sync();
    await shop.receive('P-1', [{ sku: 'MUG', quantity: 10 }], { close: true });
    await shop.read('receipts');
    const { id } = await shop.purchase('P-1');
    await shop.inTenant((tenant) => processReceipts(tenant, id));
    await shop.engine.runJobs();
    expect([inBook(), adjustments()]).toEqual([before + 10, 1]);
    await shop.read('stock');
    expect([onShelves(), inBook(), adjustments()]).toEqual([before + 10, before + 10, 1]);
  });

  test('what came in place of what was ordered is taken for neither', async () => {
    const { shop, inBook, onShelves } = await withBook();
    const before = onShelves();
    shop.buy('P-1', { lines: [{ sku: 'MUG', quantity: 10, location: 11 }] });
    await shop.sync();
    await shop.receive('P-1', [{ sku: 'CUP', quantity: 10 }], { close: true });
    await shop.read('receipts');
    const { id, lines, receipts } = await shop.purchase('P-1');
    await shop.inTenant((tenant) => acceptReceipt(tenant, id, receipts[0]?.id ?? 0, lines[0]?.id ?? 0));
    await shop.engine.runJobs();
    expect(inBook()).toBe(before - 10);
    await shop.inTenant((tenant) => processReceipts(tenant, id));
    await shop.engine.runJobs();
    expect([onShelves(), inBook()]).toEqual([before, before]);
  });

  test('what is sent back to its vendor is taken off before the next count', async () => {
    const { shop, inBook, onShelves } = await withBook();
    const before = onShelves();
    shop.buy('P-1', { lines: [{ sku: 'MUG', quantity: 10, location: 11 }] });
    await shop.sync();
    const { asns, inbound } = shop.sandbox.control.client();
    const asn = asns.rows.get((await shop.purchase('P-1')).warehouse_reference_number ?? '');
    if (!asn) throw new Error('P-1 is not announced.');
    inbound.sendBack(asn, { sku: 'MUG', quantity: 4, lot: null });
    await shop.read('shipments');
    expect([onShelves(), inBook()]).toEqual([before - 4, before - 4]);
  });

  test('what came at a former warehouse is not added to what another one counts', async () => {
    const { shop, inBook } = await withBook();
    const before = inBook();
    shop.buy('P-1', { lines: [{ sku: 'MUG', quantity: 10, location: 11 }] });
    await shop.sync();
    await shop.receive('P-1', [{ sku: 'MUG', quantity: 10 }], { close: true });
    await shop.read('receipts');
    const { id } = await shop.purchase('P-1');
    await shop.inTenant((tenant) => processReceipts(tenant, id));
    await shop.engine.runJobs();
    expect(inBook()).toBe(before + 10);
    shop.sandbox.control.client('second-amware-key').catalogue.take([{ sku: 'MUG', name: 'A mug', units: 700 }]);
    await shop.inTenant((tenant) => disconnect(tenant, shop.warehouseId));
    await shop.inTenant((tenant) => connect(tenant, shop.engine.seal, second(shop.sandbox.origin)));
    await shop.read('items', 'stock');
    const counted = await own.sql<{ units: string }>(
      `select sum(on_hand) as units from stock_levels s join connections c on c.id = s.connection_id
        where s.account_id = $1 and c.disconnected_at is null and sku = 'MUG' and warehouse = 'KY1'`,
      [shop.accountId],
    );
    expect(inBook()).toBe(Number(counted[0]?.units));
  });

  /**
   * Something came, and somebody changed the book since: an adjustment is due before the receipt. `before`: done before jobs run.
   */
  async function withReceipt(then: (tenant: Tenant, ledgerId: number) => Promise<unknown>, before?: () => Promise<unknown>) {
    const { shop, company } = await withBook();
    shop.buy('P-1', { lines: [{ sku: 'MUG', quantity: 10, location: 11 }] });
    await shop.sync();
    await shop.receive('P-1', [{ sku: 'MUG', quantity: 10 }], { close: true });
    await shop.read('receipts');
    const [mug] = company.books.rows<{ id: number }>(`SELECT id FROM main.item WHERE itemid = 'MUG'`);
    move(company.books, mug?.id ?? 0, 11, 5);
    const { id } = await shop.purchase('P-1');
    await shop.inTenant(async (tenant) => {
      await processReceipts(tenant, id);
      await then(tenant, shop.ledgerId);
    });
    await before?.();
    await shop.engine.runJobs();
    const booked = () =>
      company.books
        .rows<{ type: string }>(`SELECT type FROM main.[transaction] WHERE type IN ('InvAdjst', 'ItemRcpt') ORDER BY id`)
        .map(({ type }) => type);
    return { shop, booked };
  }

  test('what is due of its stock leaves before a receipt is booked', async () => {
    const { booked } = await withReceipt((tenant, id) => pushAll(tenant, { id, name: 'NetSuite' }));
    expect(booked()).toEqual(['InvAdjst', 'InvAdjst', 'ItemRcpt']);
  });

  test('so does what was only noted, though the job that queues it waits for a killed worker', async () => {
    const { booked } = await withReceipt(
      (tenant, id) => queueListingsAnew(tenant, id, ['MUG']),
      () =>
        own.sql(`update graphile_worker._private_jobs set run_at = now() + interval '1 hour'
          where task_id = (select id from graphile_worker._private_tasks where identifier = 'stock:queue')`),
    );
    expect(booked()).toEqual(['InvAdjst', 'InvAdjst', 'ItemRcpt']);
  });

  test('a receipt waits for stock that a killed worker was telling', async () => {
    const { shop, booked } = await withReceipt(async (tenant, id) => {
      await pushAll(tenant, { id, name: 'NetSuite' });
      await sql`update outbox set state = 'sending', lease_token = gen_random_uuid(), lease_until = now() + interval '5 minutes'
        where account_id = ${tenant.accountId} and kind = 'stock'`.execute(tenant.db);
    });
    expect(booked()).toEqual(['InvAdjst']);
    await shop.engine.passTime();
    await shop.engine.runJobs();
    expect(booked()).toEqual(['InvAdjst', 'InvAdjst', 'ItemRcpt']);
  });
});
