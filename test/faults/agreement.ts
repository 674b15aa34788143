import type { SandboxState } from '../../sandbox/control/state.ts';
import type { Product } from './product.ts';
import type { Sale } from './sale.ts';

export type Verdict = { lost: string[]; doubled: string[]; false: string[] };

type Ours = {
  number: string;
  remote_id: string;
  order_number: string;
  status: string;
  in_amware: number;
  units_ordered: number;
  units_shipped: number;
  cancel_requested: boolean;
  issues: string[];
  lines: { id: number; quantity: number; shipped: number; is_charge: boolean }[];
  tracking: string[];
};
type Theirs = SandboxState['shipStation'][0]['orders'][0];
type Parcel = SandboxState['amware'][0]['orders'][0];

/** Compares the channel, Crossdock and the warehouse, order by order and line by line. */
export async function compare(product: Product, sales: Sale[]): Promise<Verdict> {
  // Crossdock is read first: what it reports must already be true on the other side.
  const ours = await readOurs(product, sales);
  const { shipStation, amware } = product.sandbox.control.state();
  const channel = new Map(shipStation[0]?.orders.map((order) => [String(order.orderId), order]));
  const parcels = Map.groupBy(
    (amware[0]?.orders ?? []).flatMap((order) => order.orderNumbers.map((number) => ({ number, order }))),
    ({ number }) => number,
  );
  const byRemote = Map.groupBy(ours, ({ remote_id }) => remote_id);
  const verdict: Verdict = { lost: [], doubled: [], false: [] };
  for (const sale of sales) {
    const [order, ...more] = byRemote.get(sale.remoteId) ?? [];
    const theirs = channel.get(sale.remoteId) as Theirs;
    if (!order) verdict.lost.push(`${sale.number}: never arrived`);
    if (more.length > 0) verdict.doubled.push(`${sale.number}: stored ${more.length + 1} times`);
    if (order) judge(verdict, sale, order, theirs, parcels.get(order.order_number)?.map(({ order }) => order) ?? []);
  }
  return verdict;
}

function judge(verdict: Verdict, { number, fate }: Sale, ours: Ours, theirs: Theirs, all: Parcel[]): void {
  const say = (list: keyof Verdict, what: string) => verdict[list].push(`${number}: ${what} (${ours.status}; ${ours.issues.join(', ')})`);
  const live = all.filter(({ status }) => status !== 'cancelled');
  const goods = ours.lines.filter(({ is_charge }) => !is_charge);
  const unitsOf = (list: Parcel[], lineId: number) =>
    list.flatMap(({ lines }) => lines).reduce((sum, line) => sum + (line.line_reference === String(lineId) ? line.shipped : 0), 0);

  const complete = goods.every((line) => line.shipped === line.quantity && unitsOf(all, line.id) === line.quantity);

  // Doubled: more at the warehouse than was sold, or confirmed twice.
  if (live.length > 1) say('doubled', `${live.length} live orders at the warehouse`);
  if (goods.some((line) => unitsOf(all, line.id) > line.quantity)) say('doubled', 'more units left than were ordered');
  if (theirs.marks > 1) say('doubled', `confirmed ${theirs.marks} times`);

  // Falsely marked: we report a state that the other side does not have.
  if (ours.in_amware === 1 && all.length === 0) say('false', 'said to be with the warehouse, which does not have it');
  if (goods.some((line) => line.shipped > unitsOf(all, line.id))) say('false', 'more units said to have shipped than have');
  if (ours.status === 'shipped' && !complete) say('false', 'said to have shipped');
  if (ours.status === 'fulfilled' && theirs.marks === 0) say('false', 'said to be confirmed');
  if (ours.status === 'cancelled' && (live.length > 0 || theirs.status !== 'cancelled')) say('false', 'said to be cancelled');

  // Lost: not in the state that it should reach by itself.
  const known = new Set(all.flatMap(({ trackingNumbers }) => trackingNumbers));
  const tracked = ours.tracking.length > 0 && ours.tracking.every((tracking) => known.has(tracking));
  const confirmed = ours.status === 'fulfilled' && theirs.marks === 1;
  const tellsTracking = theirs.trackingNumbers.every((tracking) => ours.tracking.includes(tracking ?? ''));
  if (fate === 'shipped' && !(confirmed && complete && tracked && tellsTracking)) say('lost', 'not fulfilled');
  if (fate === 'no_goods' && !(confirmed && all.length === 0)) say('lost', 'not closed');
  if (fate === 'unmapped' && !(ours.status === 'error' && ours.issues.includes('unmapped_sku') && all.length === 0))
    say('lost', 'not stopped');
  if (fate === 'cancelled' && !cancelledOrTooLate(ours, theirs, live, complete)) say('lost', 'neither cancelled nor told to be too late');
}

/** A cancellation wins, loses to the shipment (and needs a person), or came after the confirmation. */
function cancelledOrTooLate(ours: Ours, theirs: Theirs, live: Parcel[], complete: boolean): boolean {
  if (theirs.status !== 'cancelled') return ours.status === 'fulfilled' && complete;
  if (ours.status === 'cancelled') return live.length === 0;
  return complete && (ours.status === 'fulfilled' || (ours.status === 'error' && ours.issues.includes('rejected_by_channel')));
}

function readOurs({ read, seller }: Product, sales: Sale[]): Promise<Ours[]> {
  return read<Ours>(
    `select o.source_order_number as number, o.remote_id, o.order_number, o.order_status as status, o.in_amware, o.units_ordered, o.units_shipped,
      o.cancel_requested_at is not null as cancel_requested,
      (select json_agg(json_build_object('id', l.id, 'quantity', l.quantity, 'shipped', l.quantity_shipped, 'is_charge', l.is_charge))
        from order_lines l where l.account_id = o.account_id and l.order_id = o.id) as lines,
      coalesce((select array_agg(type) from issues i where i.account_id = o.account_id and i.order_id = o.id and i.closed_at is null), '{}') as issues,
      coalesce((select array_agg(tracking_number) from shipments s where s.account_id = o.account_id and s.order_id = o.id), '{}') as tracking
    from orders o where o.account_id = $1 and o.remote_id = any($2)`,
    [seller.accountId, sales.map(({ remoteId }) => remoteId)],
  );
}
