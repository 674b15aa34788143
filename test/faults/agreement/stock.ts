import type { Product } from '../product.ts';
import { buffer, offeredAt, offers, oldestSeconds, said } from '../stock-watch.ts';
import type { Verdict } from './sides.ts';

/**
 * Compares the warehouse's shelves, what Crossdock says that it sent, and what NetSuite offers. Falsely marked: at some time more was sent or
 * offered than there was. Doubled: more is offered than there is.
 */
export async function compareStock({ read, seller, sandbox, warehouse, stock }: Product): Promise<Verdict> {
  const verdict: Verdict = { lost: [], doubled: [], false: [] };
  const [sent, pushes, parcels] = [
    await read<{ sku: string; quantity: number | null }>(said, [seller.accountId]),
    await read<Push>(pushed, [seller.accountId]),
    await read<Parcel>(ofTheBooks, [seller.accountId]),
  ];
  const [shelves, there] = [warehouse.shelves(sandbox.control), offeredAt(sandbox)];
  for (const { sku, of, units } of offers) {
    const right = Math.max(0, Math.floor(((shelves[of] ?? 0) - buffer) / units));
    const [ours, theirs] = [sent.find((each) => each.sku === sku)?.quantity, there[sku] ?? 0];
    if (theirs > right) verdict.doubled.push(`${sku}: NetSuite offers ${theirs}, of ${right} (sent: ${ours})`);
    else if (theirs !== right || ours !== right) verdict.lost.push(`${sku}: NetSuite offers ${theirs}, not ${right} (sent: ${ours})`);
  }
  const claims = [
    ...pushes.map(({ sku, quantity, at }) => ({ what: 'sent', sku, quantity, at: at.getTime() })),
    ...stock.offers.flatMap(({ at, units }) => offers.map(({ sku }) => ({ what: 'offered', sku, quantity: units[sku] ?? 0, at }))),
  ];
  for (const { what, sku, quantity, at } of claims) {
    const offer = offers.find((each) => each.sku === sku);
    const most = offer && stock.most(offer.of, at);
    if (offer && most !== undefined && quantity > 0 && quantity * offer.units + buffer > most + unbookedAt(parcels, sku, at))
      verdict.false.push(`${sku}: ${quantity} ${what}, with ${most} of ${offer.of} there`);
  }
  return verdict;
}

/** Units of a SKU in a parcel of an order of NetSuite's; `booked`: when it was known that its fulfilment is. */
export type Parcel = { sku: string; units: number; left: Date; booked: Date | null };

/**
 * What had left of a SKU longer ago than the shelves are looked at, and was not booked at that time: a book has it until it takes it off by
 * itself, however long its fulfilment waits.
 */
export const unbookedAt = (parcels: readonly Parcel[], sku: string, at: number): number =>
  parcels
    .filter((each) => each.sku === sku && each.left.getTime() < at - (oldestSeconds - 1) * 1000)
    .reduce((sum, { units, booked }) => sum + (booked === null || booked.getTime() > at ? units : 0), 0);

const ofTheBooks = `
  select l.sku, sum(sl.quantity)::int as units, s.shipped_at as left, s.confirmed_at as booked
  from shipments s join orders o on o.account_id = $1 and o.id = s.order_id
  join connections c on c.account_id = $1 and c.id = o.connection_id and c.connector = 'netsuite'
  join shipment_lines sl on sl.account_id = $1 and sl.shipment_id = s.id join order_lines l on l.account_id = $1 and l.id = sl.order_line_id
  where s.account_id = $1 and (s.confirmed_at is null or s.confirmed_at > now() - interval '3 minutes') group by l.sku, s.id, s.shipped_at, s.confirmed_at`;

type Push = { sku: string; quantity: number; at: Date };

const pushed = `
  select cp.connector_product_sku as sku, s.quantity, s.at from stock_pushes s
  join connector_products cp on cp.account_id = $1 and cp.id = s.connector_product_id
  join connections c on c.account_id = $1 and c.id = cp.connection_id where s.account_id = $1 and c.connector = 'netsuite' and s.outcome = 'sent' and s.at > now() - interval '1 minute'`;
