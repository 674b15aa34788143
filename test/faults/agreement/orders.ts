import type { Product } from '../product.ts';
import { judgeGoods } from '../trade/goods.ts';
import type { Parcel } from '../warehouses/warehouse.ts';
import type { Sale } from './fates.ts';
import { isComplete, type Ours, readOurs, type Stored, standing, type Theirs, unitsOf, type Verdict } from './sides.ts';

/** Compares the channel, Crossdock and the warehouse, order by order and line by line. */
export async function compare(product: Product, sales: Sale[]): Promise<Verdict> {
  // Crossdock is read first: what it reports must already be true on the other side.
  const ours = await readOurs(
    product,
    sales.flatMap(({ purchase }) => [...purchase.orders]),
  );
  const { control } = product.sandbox;
  const { shipStation } = control.state();
  const channel = new Map(shipStation[0]?.orders.map((order) => [String(order.orderId), order]));
  const parcels = Map.groupBy(
    product.warehouse.orders(control).flatMap((order) => order.orderNumbers.map((number) => ({ number, order }))),
    ({ number }) => number,
  );
  const byRemote = Map.groupBy(ours, ({ remote_id }) => remote_id);
  const verdict: Verdict = { lost: [], doubled: [], false: [] };
  for (const sale of new Map(sales.map((sale) => [sale.purchase, sale])).values()) {
    const stored: Stored[] = [];
    for (const remoteId of sale.purchase.orders) {
      const [order, ...more] = byRemote.get(remoteId) ?? [];
      const theirs = channel.get(remoteId);
      // What was merged away or deleted need never have arrived.
      if (!order && theirs) verdict.lost.push(`${sale.number}: never arrived`);
      if (more.length > 0) verdict.doubled.push(`${sale.number}: stored ${more.length + 1} times`);
      if (order) stored.push({ ours: order, theirs, parcels: parcels.get(order.order_number)?.map(({ order }) => order) ?? [] });
    }
    for (const { ours, theirs, parcels } of stored)
      if (!(product.warehouse.sharesReferences && isTaken(ours, parcels))) judge(verdict, sale, ours, theirs, parcels);
    judgeGoods(verdict, sale, stored);
  }
  return verdict;
}

/** Somebody else used its reference for other goods: it is nowhere at the warehouse, and a person knows. */
const isTaken = ({ status, in_amware, issues }: Ours, parcels: Parcel[]) =>
  status === 'error' && in_amware === 0 && issues.includes('found_otherwise') && parcels.length === 0;

function judge(verdict: Verdict, { number, fate }: Sale, ours: Ours, theirs: Theirs | undefined, all: Parcel[]): void {
  const say = (list: keyof Verdict, what: string) => verdict[list].push(`${number}: ${what} (${standing(ours)})`);
  const live = all.filter(({ status }) => status !== 'cancelled');
  const goods = ours.lines.filter(({ is_charge }) => !is_charge);
  const complete = isComplete(ours, all);

  // Doubled: more at the warehouse than was sold, or confirmed twice.
  if (live.length > 1) say('doubled', `${live.length} live orders at the warehouse`);
  if (goods.some((line) => unitsOf(all, line.reference) > line.quantity)) say('doubled', 'more units left than were ordered');
  if (theirs && theirs.marks > 1) say('doubled', `confirmed ${theirs.marks} times`);

  // Falsely marked: we report a state that the other side does not have.
  if (ours.in_amware === 1 && all.length === 0) say('false', 'said to be with the warehouse, which does not have it');
  if (goods.some((line) => line.shipped > unitsOf(all, line.reference))) say('false', 'more units said to have shipped than have');
  if (ours.status === 'shipped' && !complete) say('false', 'said to have shipped');
  if (ours.status === 'fulfilled' && theirs?.marks === 0) say('false', 'said to be confirmed');
  if (ours.status === 'cancelled' && (live.length > 0 || !isEnded(ours, theirs))) say('false', 'said to have ended');

  // Lost: not in the state that it should reach by itself.
  const known = new Set(all.flatMap(({ trackingNumbers }) => trackingNumbers));
  const tracked = ours.tracking.length > 0 && ours.tracking.every((tracking) => known.has(tracking));
  const confirmed = ours.status === 'fulfilled' && theirs?.marks === 1;
  const tellsTracking = theirs?.trackingNumbers.every((tracking) => ours.tracking.includes(tracking ?? ''));
  if (fate === 'shipped' && !(confirmed && complete && tracked && tellsTracking)) say('lost', 'not fulfilled');
  if (fate === 'no_goods' && !(confirmed && all.length === 0)) say('lost', 'not closed');
  if (fate === 'unmapped' && !(ours.status === 'error' && ours.issues.includes('unmapped_sku') && all.length === 0))
    say('lost', 'not stopped');
  if (fate === 'cancelled' && !cancelledOrTooLate(ours, theirs, live, complete)) say('lost', 'neither cancelled nor told to be too late');
}

/** An order that is cancelled here ended at the channel too, unless a person said that another one has its goods. */
function isEnded({ ended_by }: Ours, theirs: Theirs | undefined): boolean {
  if (ended_by === 'same_goods') return true;
  return ended_by === 'gone' || ended_by === 'merged' ? theirs === undefined : theirs?.status === 'cancelled';
}

/** A cancellation wins, loses to the shipment (and needs a person), or came after the confirmation. */
function cancelledOrTooLate(ours: Ours, theirs: Theirs | undefined, live: Parcel[], complete: boolean): boolean {
  if (theirs?.status !== 'cancelled') return ours.status === 'fulfilled' && complete;
  if (ours.status === 'cancelled') return live.length === 0;
  return complete && (ours.status === 'fulfilled' || (ours.status === 'error' && ours.issues.includes('rejected_by_channel')));
}
