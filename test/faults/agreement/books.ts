import type { Product } from '../product.ts';
import type { Booked } from '../trade/books.ts';
import type { Parcel } from '../warehouses/warehouse.ts';
import { isComplete, type Ours, readOurs, type Verdict } from './sides.ts';

/** Compares NetSuite, Crossdock and the warehouse, order by order. */
export async function compareBooks(product: Product, sold: Booked[]): Promise<Verdict> {
  // Crossdock is read first: what it reports must already be true on the other side.
  const ours = Map.groupBy(
    await readOurs(
      product,
      sold.map(({ id }) => id),
    ),
    ({ remote_id }) => remote_id,
  );
  const { control } = product.sandbox;
  const { netsuite } = control.state();
  const there = product.warehouse.orders(control);
  const fulfilled = new Map<string, number>();
  for (const { type, createdFrom, lines } of netsuite[0]?.transactions ?? []) {
    const units = lines.reduce((sum, { quantity }) => sum + quantity, 0);
    if (type === 'ItemShip') fulfilled.set(String(createdFrom), (fulfilled.get(String(createdFrom)) ?? 0) + units);
  }
  const verdict: Verdict = { lost: [], doubled: [], false: [] };
  for (const booked of sold) {
    const [order, ...more] = ours.get(booked.id) ?? [];
    const parcels = there.filter(({ orderNumbers }) => order && orderNumbers.includes(order.order_number));
    if (more.length > 0) verdict.doubled.push(`${booked.number}: stored ${more.length + 1} times`);
    if (order) judge(verdict, booked, order, parcels, fulfilled.get(booked.id) ?? 0);
    else verdict.lost.push(`${booked.number}: never arrived`);
  }
  return verdict;
}

function judge(verdict: Verdict, { number, units }: Booked, ours: Ours, parcels: Parcel[], fulfilled: number) {
  const say = (list: keyof Verdict, what: string) => verdict[list].push(`${number}: ${what} (${ours.status}; ${ours.issues.join(', ')})`);
  const live = parcels.filter(({ status }) => status !== 'cancelled');
  if (live.length > 1) say('doubled', `${live.length} live orders at the warehouse`);
  if (fulfilled > units) say('doubled', `${fulfilled} of ${units} units fulfilled in NetSuite`);
  if (ours.status === 'shipped' && !isComplete(ours, parcels)) say('false', 'said to have shipped');
  if (ours.status === 'fulfilled' && fulfilled < units) say('false', `said to be confirmed, with ${fulfilled} of ${units} units`);
  if (ours.status !== 'fulfilled' || !isComplete(ours, parcels)) say('lost', 'not fulfilled');
}
