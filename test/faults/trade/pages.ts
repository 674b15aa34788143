import type { NewOrder } from '../../../sandbox/ship-station/order.ts';
import type { Sale } from '../agreement/fates.ts';
import { setGates } from '../gates.ts';
import type { Product } from '../product.ts';
import { type Result, watch } from '../round.ts';
import { until } from '../until.ts';

/** ShipStation gives so many at a time. */
const pageSize = 500;
/** Whoever stores a page of orders waits at it, before anything of the page is there. */
const places = { cursor: `update on streams for each row when (new.stream = 'orders' and new.cursor is distinct from old.cursor)` };

/** A mug to each of so many buyers: nobody edits, splits or merges what is in two pages that are stored at once. */
function sellPlain({ sandbox }: Product, round: string, count: number): Sale[] {
  const numbers = Array.from({ length: count }, (_, index) => `${round}-${index + 1}`);
  const orders = numbers.map(
    (orderNumber) => ({ orderNumber, shipTo: { name: `Buyer ${orderNumber}` }, items: [{ sku: 'MUG', quantity: 1 }] }) as NewOrder,
  );
  return sandbox.control
    .seller()
    .add(orders)
    .map(({ orderId, orderNumber }) => ({
      ...{ remoteId: String(orderId), number: orderNumber, fate: 'shipped' },
      purchase: { sold: { MUG: 1 }, orders: new Set([String(orderId)]) },
    }));
}

/**
 * More orders at once than a page holds. Every worker is killed when those of the second page are stored, and none of the first: the
 * cursor has moved over neither, so both are read again.
 */
export async function runPagesRound(product: Product, round: string, deadlineMs: number): Promise<Result> {
  const before = product.crashes();
  const gates = await setGates(product, places);
  try {
    await gates.close('cursor');
    const sales = sellPlain(product, round, pageSize + 20);
    const ids = sales.map(({ remoteId }) => remoteId);
    const stored = async (some: string[]) =>
      (await product.read('select from orders where account_id = $1 and remote_id = any($2)', [product.seller.accountId, some])).length;
    if (!(await until(async () => (await stored(ids)) > 0))) throw new Error('The second page is never stored beside the first.');
    const lost = (await stored(ids)) >= pageSize ? ['The first page was stored before the second.'] : [];
    for (const worker of product.workers) worker.signal('SIGKILL');
    await gates.open('cursor');
    const sold = { sales, booked: [], bought: [] };
    const { seconds, verdict } = await watch(product, sold, Date.now(), deadlineMs);
    const crashes = product.crashes() - before;
    return {
      fault: 'kill -9 between two pages',
      orders: sales.length,
      seconds,
      crashes,
      verdict: { ...verdict, lost: [...lost, ...verdict.lost] },
    };
  } finally {
    await gates.remove();
  }
}
