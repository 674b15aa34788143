import type { SandboxState } from '../../sandbox/control/state.ts';
import type { SellerOrder } from '../../sandbox/ship-station/order.ts';
import { judgePurchases } from './purchases-agreement.ts';
import type { Stage } from './stage.ts';
import { unitsOf, type Verdict } from './verdict.ts';

type Parcel = SandboxState['amware'][0]['orders'][0];
/** An order as Crossdock has it. */
type Ours = {
  number: string;
  connector: string;
  status: string;
  ended_by: string | null;
  is_history: boolean;
  issues: string[];
  tracking: string[];
};

/** Compares the channels, Crossdock and the warehouse. */
export async function judge(stage: Stage): Promise<Verdict> {
  const { sandbox, sold, bought, read, seller } = stage;
  // Crossdock is read first: what it reports must already be so on the other side.
  const rows = await read<Ours>(orders, [seller.accountId, sold.map(({ orderNumber }) => orderNumber)]);
  const verdict: Verdict = { beyond: [], elsewhere: [], lost: [] };
  const state = sandbox.control.state();
  const parcels = state.amware.flatMap(({ orders }) => orders);
  judgeUnits(verdict, sold, parcels);
  judgeTracking(verdict, sold, state, parcels);
  judgeOurs(verdict, sold, state, parcels, rows);
  await judgePurchases(verdict, state, bought, stage);
  return verdict;
}

const orders = `
  select o.source_order_number as number, c.connector, o.order_status as status, o.ended_by, o.warehouse_order_id is null as is_history,
    array(select i.type || ':' || i.subject || ': ' || i.sentence::text from issues i where i.account_id = o.account_id and i.order_id = o.id and i.closed_at is null) as issues,
    array(select s.tracking_number from shipments s where s.account_id = o.account_id and s.order_id = o.id) as tracking
  from orders o join connections c on c.account_id = o.account_id and c.id = o.connection_id
  where o.account_id = $1 and o.source_order_number = any($2) and o.deleted_at is null`;

/** A buyer is who lives at an address, and may have bought twice. What the warehouse calls an order is not looked at. */
const buyerOf = ({ name, line1, postalCode }: { name: string | null; line1: string | null; postalCode: string | null }) =>
  `${name?.toLowerCase()}, ${line1}, ${postalCode}`;
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

/** What each channel was told of an order's parcels, and how often it was told. */
function toldOf({ shipStation, channelAdvisor }: SandboxState) {
  return [
    ...shipStation.flatMap(({ orders }) => orders),
    ...channelAdvisor.flatMap(({ orders }) =>
      orders.map(({ orderNumber, parcels }) => ({
        ...{ orderNumber: String(orderNumber), marks: new Set(parcels.map(({ trackingNumber }) => trackingNumber)).size },
        trackingNumbers: parcels.map(({ trackingNumber }) => trackingNumber),
      })),
    ),
  ];
}

/** Each parcel that a channel was told of went to that order's buyer, and it was told once. */
function judgeTracking(verdict: Verdict, sold: SellerOrder[], state: SandboxState, parcels: Parcel[]): void {
  const buyers = new Map(sold.map((order) => [order.orderNumber, boughtBy(order)]));
  const destinations = new Map(parcels.flatMap((parcel) => parcel.trackingNumbers.map((tracking) => [tracking, sentTo(parcel)])));
  for (const [orderNumber, told] of Map.groupBy(toldOf(state), ({ orderNumber }) => orderNumber)) {
    const marks = state.shipStation.flatMap(({ orders }) => orders.filter((order) => order.orderNumber === orderNumber));
    for (const { marks: count } of marks) if (count > 1) verdict.beyond.push(`${orderNumber}: confirmed ${count} times`);
    const both = told.filter(({ trackingNumbers }) => trackingNumbers.length > 0).length;
    if (both > 1) verdict.beyond.push(`${orderNumber}: confirmed to ${both} channels`);
    for (const tracking of told.flatMap(({ trackingNumbers }) => trackingNumbers))
      if (tracking && destinations.get(tracking) !== buyers.get(orderNumber))
        verdict.elsewhere.push(`${orderNumber}: told of ${tracking}, which goes to ${destinations.get(tracking)}`);
  }
}

const isSame = (some: string[], others: string[]) => some.toSorted().join() === others.toSorted().join();

/** Its parcels went to its buyer, and all that went there are of that buyer's orders, unless one of these is history here. */
function hasParcels({ tracking }: Ours, buyers: Ours[], there: string[]): boolean {
  const all = [...new Set(buyers.flatMap((each) => each.tracking))];
  return (
    tracking.length > 0 &&
    tracking.every((each) => there.includes(each)) &&
    (buyers.some(({ is_history }) => is_history) || isSame(all, there))
  );
}

/**
 * Each order is in Crossdock once, fulfilled, with the parcels that went to its buyer, and its channel knows. A twin of it has ended. What
 * had shipped when Crossdock first read it, as after a restore, is history there and has no parcels.
 */
function judgeOurs(verdict: Verdict, sold: SellerOrder[], state: SandboxState, parcels: Parcel[], rows: Ours[]): void {
  const told = new Set(toldOf(state).flatMap(({ orderNumber, trackingNumbers }) => (trackingNumbers.length > 0 ? orderNumber : [])));
  const ours = Map.groupBy(rows, ({ number }) => number);
  const sent = Map.groupBy(parcels, sentTo);
  const known = Map.groupBy(sold, boughtBy);
  for (const order of sold) {
    const live = (ours.get(order.orderNumber) ?? []).filter(({ ended_by }) => ended_by !== 'imported_twice');
    const [one, ...more] = live;
    const there = (sent.get(boughtBy(order)) ?? []).flatMap(({ trackingNumbers }) => trackingNumbers);
    const buyers = (known.get(boughtBy(order)) ?? []).flatMap(({ orderNumber }) => ours.get(orderNumber) ?? []);
    if (more.length > 0) verdict.lost.push(`${order.orderNumber}: ${live.length} in Crossdock`);
    else if (!one) verdict.lost.push(`${order.orderNumber}: not in Crossdock`);
    else if (one.status !== 'fulfilled' || !told.has(order.orderNumber) || !(one.is_history || hasParcels(one, buyers, there)))
      verdict.lost.push(
        `${order.orderNumber}: ${one.status} in Crossdock, ${told.has(order.orderNumber) ? '' : 'not '}confirmed, parcels ${one.tracking} here and ${there} there; ${one.issues.join(', ')}`,
      );
    else if (one.issues.length > 0) verdict.lost.push(`${order.orderNumber}: fulfilled, with the issue ${one.issues.join(', ')}`);
  }
}
