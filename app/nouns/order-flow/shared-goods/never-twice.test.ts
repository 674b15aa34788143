import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SellerOrder } from '../../../../sandbox/ship-station/order.ts';
import { testDatabase } from '../../../../test/database.ts';
import { type SplittingShop, splittingShop } from '../../../../test/shop/splits.ts';
import { actOnOrder } from '../../orders/actions.ts';
import { toggleLock } from '../../orders/editing/flags.ts';
import { rereadBefore } from './reread.ts';

const own = testDatabase();
const runs = 4;

const steps = [
  'split',
  'merge',
  'unmerge',
  'vanish',
  'sync',
  'read',
  'close',
  'open',
  'lock',
  'reread',
  'decide',
  'twisted',
  'stale',
] as const;
const step = fc.record({ what: fc.constantFrom(...steps, 'split', 'merge', 'sync', 'decide'), a: fc.nat(20), b: fc.nat(20) });
type Step = { what: (typeof steps)[number]; a: number; b: number };

/** What one run sells: each sale has a SKU of its own, so that its units are its own wherever they go. */
type Sales = { shop: SplittingShop; sold: Map<string, number>; listed: () => SellerOrder[] };

test('however orders are split, merged and deleted while they flow, the warehouse never holds more than was sold', async () => {
  const shop = await splittingShop(own);
  const skus = Array.from({ length: runs * 3 }, (_, place) => `P${place}`);
  shop.sandbox.control.client().catalogue.take(skus.map((sku) => ({ sku, name: sku, units: 1000 })));
  await shop.read('items');
  let asked = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 16 }), async (all) => {
      const sales = sell(shop, skus.splice(0, 3));
      for (const one of [...beginning, ...all, ...ending]) {
        asked += await take(sales, one);
        expectNoneTwice(sales);
      }
    }),
    { numRuns: runs, endOnFailure: true },
  );
  expect(asked).toBeGreaterThan(0);
  expect(shop.engine.warnings).toEqual([]);
});

/** Whatever follows, a person is asked about one split at least. */
const beginning: Step[] = [
  { what: 'sync', a: 0, b: 0 },
  { what: 'split', a: 0, b: 0 },
  { what: 'sync', a: 0, b: 0 },
  { what: 'decide', a: 0, b: 0 },
];
const ending = ['open', 'sync', 'decide', 'sync', 'decide', 'sync'].map((what) => ({ what, a: 0, b: 0 })) as Step[];

function sell(shop: SplittingShop, skus: string[]): Sales {
  const quantities = [3, 2, 1];
  shop.sell(
    ...skus.map((sku, at) => ({
      orderNumber: `N-${sku}`,
      items: [{ sku, quantity: quantities[at] ?? 1 }],
      // Two of them travel together, where they may.
      shipTo: { street1: `${Math.min(at, 1)} ${skus[0]} Street` } as SellerOrder['shipTo'],
    })),
  );
  const sold = new Map(skus.map((sku, at) => [sku, quantities[at] ?? 1]));
  return { shop, sold, listed: () => [...shop.seller.orders.values()].filter(({ items }) => items.some(({ sku }) => sold.has(sku))) };
}

/** Returns how many decisions a person was asked for. */
async function take({ shop, sold, listed }: Sales, { what, a, b }: Step): Promise<number> {
  const { seller, sandbox } = shop;
  const all = listed();
  const [one, other] = [all[a % all.length], all[b % all.length]];
  switch (what) {
    case 'split': {
      const item = one?.items.find(({ sku, quantity }) => quantity > 1 || one.items.some((line) => line.sku !== sku));
      if (one && item) seller.split(one, [{ sku: item.sku, quantity: 1 }]);
      return 0;
    }
    case 'merge':
      if (one && other && one !== other) seller.merge(one, [other]);
      return 0;
    case 'unmerge':
      for (const order of all.filter(({ merged }) => merged.length > 0)) seller.unmerge(order);
      return 0;
    case 'vanish':
      if (one && a % 3 === 0) seller.vanish(one);
      return 0;
    case 'close':
    case 'open':
      await shop.openWarehouse(what === 'open');
      return 0;
    case 'twisted':
    case 'stale':
      sandbox.control.faults.add({
        target: 'ship_station',
        operation: 'list_orders',
        kind: what === 'stale' ? 'duplicate' : 'out_of_order',
      });
      return 0;
    case 'decide':
      return decideRightly(shop, sold);
    default:
      await move(shop, what, a);
      return 0;
  }
}

async function move(shop: SplittingShop, what: 'sync' | 'read' | 'lock' | 'reread', at: number): Promise<void> {
  if (what === 'sync') return shop.sync();
  if (what === 'read') return shop.read('orders');
  const rows = (await shop.orders()).slice(-6);
  const id = rows[at % Math.max(1, rows.length)]?.id;
  if (id === undefined) return;
  await shop.inTenant<unknown>((tenant) => (what === 'lock' ? toggleLock(tenant, id) : rereadBefore(tenant, [id])));
  await shop.engine.runJobs();
}

/** A person who sees what was sent and what will be: whatever goes beyond what was sold is the same goods. */
async function decideRightly(shop: SplittingShop, sold: Map<string, number>): Promise<number> {
  const undecided = (await shop.orders()).filter(
    ({ order_status, shared_goods }) => order_status === 'error' && shared_goods === 'undecided',
  );
  for (const { id } of undecided) {
    const lines = await own.sql<{ sku: string; mine: string; others: string }>(
      `select sku, sum(quantity) filter (where order_id = $2) as mine, coalesce(sum(quantity) filter (where order_id <> $2), 0) as others
      from order_lines l join orders o on o.account_id = l.account_id and o.id = l.order_id
      where l.account_id = $1 and (l.order_id = $2 or o.cancelled_at is null and o.shared_goods is distinct from 'undecided') group by sku`,
      [shop.accountId, id],
    );
    const fits = lines.every(({ sku, mine, others }) => mine === null || Number(mine) + Number(others) <= (sold.get(sku) ?? 1));
    await shop.inTenant((tenant) => actOnOrder(tenant, id, fits ? 'ship-too' : 'same-goods'));
  }
  await shop.engine.runJobs();
  return undecided.length;
}

function expectNoneTwice({ shop, sold }: Sales): void {
  const held = shop.held();
  const beyond = [...sold].filter(([sku, quantity]) => (held[sku] ?? 0) > quantity);
  expect(beyond.map(([sku, quantity]) => `${sku}: ${quantity} sold, ${held[sku]} at the warehouse`)).toEqual([]);
}
