import { setTimeout as pause } from 'node:timers/promises';
import type { NewOrder, SellerOrder } from '../../../sandbox/ship-station/order.ts';
import { type Ours, readOurs, type Theirs, type Verdict } from '../agreement/sides.ts';
import { setGates } from '../gates.ts';
import type { Product } from '../product.ts';
import type { Result } from '../round.ts';
import { until } from '../until.ts';
import type { Parcel } from '../warehouses/warehouse.ts';

const lookMs = 500;
/** The transaction that sends a second parcel waits at it. */
const places = { second: 'insert on warehouse_orders for each row when (new.part = 2)' };

/** What is sold of each order, and goes in its parcels. */
const sold = { MUG: 3, CUP: 1 };
const goods = { first: '1 CUP, 1 MUG', second: '2 MUG' };

/**
 * Orders that a person splits before the channel lets them go. Every worker is killed while the second parcel of one is being sent, and
 * those of the others are not yet, or their firsts are still being packed; after that the warehouse breaks off after it took some. Then
 * each parcel has to be there once, with its own goods, and none of the second before all of the first has left.
 */
export async function runSplitRound(product: Product, round: string, count: number, deadlineMs: number): Promise<Result> {
  const { sandbox, warehouse, workers } = product;
  const before = product.crashes();
  const gates = await setGates(product, places);
  try {
    const orders = sandbox.control.seller().add(Array.from({ length: count }, (_, index) => newOrder(`${round}-${index + 1}`)));
    await splitAll(product, orders);
    await gates.close('second');
    for (const order of orders) sandbox.control.seller().change(order, { orderStatus: 'awaiting_shipment' });
    if (!(await gates.reached('second'))) throw new Error('No second parcel was ever sent.');
    sandbox.control.faults.add({ target: warehouse.connector, operation: warehouse.writes.submit, kind: 'drop_after_accept', times: 2 });
    for (const worker of workers) worker.signal('SIGKILL');
    await gates.open('second');
    const agreed = await watch(product, orders, deadlineMs);
    return { fault: 'kill -9 between the parcels of an order', orders: count, ...agreed, crashes: product.crashes() - before };
  } finally {
    await gates.remove();
  }
}

/** Each at an address of its own, and not to be sent yet. */
function newOrder(orderNumber: string): NewOrder {
  const items = Object.entries(sold).map(([sku, quantity]) => ({ sku, quantity }));
  return { orderNumber, orderStatus: 'on_hold', shipTo: { name: `Buyer ${orderNumber}` }, items } as NewOrder;
}

type Line = { order: string; id: string; sku: string; quantity: number };

/** As a person does it, once the orders have come: two of the mugs go later. */
async function splitAll({ read, seller }: Product, orders: readonly SellerOrder[]): Promise<void> {
  const linesOf = () =>
    read<Line>(
      `select o.id as order, l.id, l.sku, l.quantity from orders o join order_lines l on l.account_id = o.account_id and l.order_id = o.id
        where o.account_id = $1 and o.remote_id = any($2)`,
      [seller.accountId, idsOf(orders)],
    );
  if (!(await until(async () => (await linesOf()).length === orders.length * Object.keys(sold).length)))
    throw new Error('The orders that are to be split never came.');
  for (const [id, lines] of Map.groupBy(await linesOf(), ({ order }) => order)) {
    const wanted = lines.map((line) => ({ line: Number(line.id), of: line.quantity, was: 0, quantity: line.sku === 'MUG' ? 2 : 0 }));
    await seller.call('PUT', `/api/orders/${id}/split`, { lines: wanted });
  }
}

const idsOf = (orders: readonly SellerOrder[]) => orders.map(({ orderId }) => String(orderId));

/** What was there twice, too early or with other goods counts even if it is put right later. */
async function watch(product: Product, orders: readonly SellerOrder[], deadlineMs: number): Promise<Pick<Result, 'seconds' | 'verdict'>> {
  const over = Date.now();
  const [doubled, claims] = [new Set<string>(), new Set<string>()];
  for (;;) {
    const verdict = await compare(product, orders).catch(() => undefined);
    for (const what of verdict?.doubled ?? []) doubled.add(what);
    for (const what of verdict?.false ?? []) claims.add(what);
    const agreed = verdict?.lost.length === 0;
    if (agreed || Date.now() - over > deadlineMs) {
      const lost = verdict?.lost ?? ['The database did not come back.'];
      return { seconds: agreed ? (Date.now() - over) / 1000 : null, verdict: { lost, doubled: [...doubled], false: [...claims] } };
    }
    await pause(lookMs);
  }
}

async function compare(product: Product, orders: readonly SellerOrder[]): Promise<Verdict> {
  // Crossdock is read first: what it reports must already be true on the other sides.
  const ours = Map.groupBy(await readOurs(product, idsOf(orders)), ({ remote_id }) => remote_id);
  const { control } = product.sandbox;
  const channel = new Map(control.state().shipStation[0]?.orders.map((order) => [String(order.orderId), order]));
  const there = product.warehouse.orders(control).filter(({ status }) => status !== 'cancelled');
  const verdict: Verdict = { lost: [], doubled: [], false: [] };
  for (const { orderId, orderNumber } of orders) {
    const [mine, ...more] = ours.get(String(orderId)) ?? [];
    const theirs = channel.get(String(orderId));
    if (!mine || !theirs) verdict.lost.push(`${orderNumber}: never arrived`);
    if (more.length > 0) verdict.doubled.push(`${orderNumber}: stored ${more.length + 1} times`);
    if (!mine || !theirs) continue;
    const parcels = there.filter(({ orderNumbers }) => orderNumbers.includes(mine.order_number));
    judge(verdict, mine, theirs, parcels);
    const isOther = (number: string) => orders.some((other) => other.orderNumber === number && other.orderId !== orderId);
    if (parcels.some(({ orderNumbers }) => orderNumbers.some(isOther))) verdict.doubled.push(`${orderNumber}: sent with another order`);
  }
  return verdict;
}

function judge(verdict: Verdict, ours: Ours, theirs: Theirs, parcels: readonly Parcel[]): void {
  const say = (list: keyof Verdict, what: string) =>
    verdict[list].push(`${ours.number}: ${what} (${ours.status}; ${ours.issues.join(', ')})`);
  const of = (which: keyof typeof goods) => parcels.filter((parcel) => goodsOf(parcel) === goods[which]);
  const [firsts, seconds] = [of('first'), of('second')];
  const hasLeft = (list: readonly Parcel[]) => list.length === 1 && list.every(isWhole);
  const others = parcels.filter((parcel) => !firsts.includes(parcel) && !seconds.includes(parcel));
  for (const other of others) say('doubled', `the warehouse has ${goodsOf(other)}`);
  for (const list of [firsts, seconds]) if (list.length > 1) say('doubled', `the warehouse has ${goodsOf(list[0])} ${list.length} times`);
  if (seconds.length > 0 && !hasLeft(firsts)) say('doubled', 'the second parcel is there before the first has left');
  if (theirs.marks > 1) say('doubled', `confirmed ${theirs.marks} times`);
  const left = parcels.flatMap(({ lines }) => lines).reduce((sum, { shipped }) => sum + shipped, 0);
  if (ours.units_shipped > left) say('false', 'more units said to have shipped than have');
  if (theirs.marks > 0 && !(hasLeft(firsts) && hasLeft(seconds))) say('false', 'confirmed before all of it has left');
  const known = new Set(parcels.flatMap(({ trackingNumbers }) => trackingNumbers));
  const isTracked = ours.tracking.length === known.size && ours.tracking.every((tracking) => known.has(tracking));
  if (!(ours.status === 'fulfilled' && theirs.marks === 1 && hasLeft(firsts) && hasLeft(seconds) && isTracked))
    say('lost', 'not fulfilled');
}

const isWhole = ({ lines }: Parcel) => lines.every(({ shipped, quantity }) => shipped === quantity);

/** As in "1 CUP, 1 MUG". */
const goodsOf = (parcel: Parcel | undefined): string =>
  (parcel?.lines ?? [])
    .map(({ sku, quantity }) => `${quantity} ${sku}`)
    .toSorted()
    .join(', ');
