import type { SandboxState } from '../../sandbox/control/state.ts';
import type { SellerOrder } from '../../sandbox/ship-station/order.ts';
import { unsettled } from './shop-floor.ts';
import type { Stage } from './stage.ts';

/**
 * What does not agree after an edge, a sentence each. `beyond`: units at the warehouse or announced to it beyond what was sold or
 * bought. `elsewhere`: goods to another address than the buyer's, or a buyer told of another's parcel. `lost`: what neither reached
 * its end nor waits for a person.
 */
export type Verdict = { beyond: string[]; elsewhere: string[]; lost: string[] };
type Parcel = SandboxState['amware'][0]['orders'][0];
type Units = Record<string, number>;

/** Compares the channel, Crossdock and the warehouse. */
export async function judge({ sandbox, sold, bought, read, seller }: Stage): Promise<Verdict> {
  const state = sandbox.control.state();
  const parcels = state.amware.flatMap(({ orders }) => orders);
  const verdict: Verdict = { beyond: [], elsewhere: [], lost: [] };
  judgeUnits(verdict, sold, parcels);
  judgeTracking(verdict, sold, state, parcels);
  judgeAnnounced(
    verdict,
    state,
    bought.map(({ id }) => id),
  );
  for (const number of await unsettled(sold, sandbox, read, seller.accountId))
    verdict.lost.push(`${number}: not shipped, and nobody is told`);
  return verdict;
}

/** A buyer is who lives at an address; each order has a buyer of its own unless an edge says otherwise. What the warehouse calls an order is not looked at. */
const buyerOf = ({ name, line1, postalCode }: { name: string | null; line1: string | null; postalCode: string | null }) =>
  `${name}, ${line1}, ${postalCode}`;
const boughtBy = ({ shipTo }: SellerOrder) => buyerOf({ ...shipTo, line1: shipTo.street1 });
const sentTo = ({ shipTo }: Parcel) => buyerOf({ ...shipTo, postalCode: shipTo.postal_code });

function judgeUnits(verdict: Verdict, sold: SellerOrder[], parcels: Parcel[]): void {
  const orders = Map.groupBy(sold, boughtBy);
  for (const [buyer, all] of Map.groupBy(parcels, sentTo)) {
    if (!orders.has(buyer))
      verdict.elsewhere.push(`${all.map(({ reference }) => reference).join(', ')}: nobody at ${buyer} bought anything`);
    const most = unitsOf((orders.get(buyer) ?? []).flatMap(({ items }) => items.filter(({ adjustment }) => !adjustment)));
    const held = unitsOf(
      all.flatMap(({ lines, status }) =>
        lines.map((line) => ({ ...line, quantity: status === 'cancelled' ? line.shipped : line.quantity })),
      ),
    );
    for (const [sku, units] of Object.entries(held))
      if (units > (most[sku] ?? 0)) verdict.beyond.push(`${buyer}: ${most[sku] ?? 0} ${sku} sold, ${units} at the warehouse`);
  }
}

function unitsOf(lines: { sku: string; quantity: number }[]): Units {
  const units: Units = {};
  for (const { sku, quantity } of lines) units[sku] = (units[sku] ?? 0) + quantity;
  return units;
}

/** Each parcel that the channel was told of went to that order's buyer, and it was told once. */
function judgeTracking(verdict: Verdict, sold: SellerOrder[], { shipStation }: SandboxState, parcels: Parcel[]): void {
  const buyers = new Map(sold.map((order) => [order.orderNumber, boughtBy(order)]));
  const destinations = new Map(parcels.flatMap((parcel) => parcel.trackingNumbers.map((tracking) => [tracking, sentTo(parcel)])));
  for (const { orderNumber, marks, trackingNumbers } of shipStation.flatMap(({ orders }) => orders)) {
    if (marks > 1) verdict.beyond.push(`${orderNumber}: confirmed ${marks} times`);
    for (const tracking of trackingNumbers)
      if (tracking && destinations.get(tracking) !== buyers.get(orderNumber))
        verdict.elsewhere.push(`${orderNumber}: told of ${tracking}, which goes to ${destinations.get(tracking)}`);
  }
}

/** What stands announced is what was bought, over all purchase orders: the warehouse does not have the source's numbers. */
function judgeAnnounced(verdict: Verdict, { amware, netsuite }: SandboxState, ids: string[]): void {
  const live = amware.flatMap(({ asns }) => asns).filter(({ status }) => status !== 'cancelled');
  const ordered = netsuite.flatMap(({ transactions }) => transactions).filter(({ id }) => ids.includes(String(id)));
  const [told, most] = [unitsOf(live.flatMap(({ lines }) => lines)), unitsOf(ordered.flatMap(({ lines }) => lines))];
  for (const sku of Object.keys({ ...told, ...most })) {
    const [announced = 0, bought = 0] = [told[sku], most[sku]];
    if (announced > bought) verdict.beyond.push(`purchase orders: ${bought} ${sku} bought, ${announced} announced`);
    if (announced < bought) verdict.lost.push(`purchase orders: ${bought} ${sku} bought, ${announced} announced`);
  }
}
