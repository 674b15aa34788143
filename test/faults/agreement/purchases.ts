import type { Product } from '../product.ts';
import type { Bought } from '../trade/purchases.ts';
import type { Verdict } from './sides.ts';

/** A purchase order as Crossdock has it. `booked`: units that its source said to have booked; `byHand`: what a person marked instead. */
type Ours = {
  remote_id: string;
  status: string;
  asns: string[];
  issues: string[];
  receipts: { remote_id: string; quantity: number }[];
  booked: number;
  byHand: number;
  processed: number;
  /** Receipts that the warehouse corrected when they were booked already: they wait for a person. */
  corrected: number;
};

/** Compares NetSuite, Crossdock and the warehouse, purchase order by purchase order: announced, received and booked once. */
export async function compareBought(product: Product, bought: Bought[]): Promise<Verdict> {
  const verdict: Verdict = { lost: [], doubled: [], false: [] };
  if (bought.length === 0) return verdict;
  // Crossdock is read first: what it reports must already be true on the other side.
  const rows = await product.read<Ours>(purchases, [product.seller.accountId, bought.map(({ id }) => id)]);
  const ours = Map.groupBy(rows, ({ remote_id }) => remote_id);
  const { control } = product.sandbox;
  const { netsuite } = control.state();
  const announced = product.warehouse.asns(control);
  const arrivals = Map.groupBy(product.warehouse.receipts(control), ({ asn_id }) => asn_id);
  const bookings = Map.groupBy(
    (netsuite[0]?.transactions ?? []).filter(({ type }) => type === 'ItemRcpt'),
    ({ createdFrom }) => String(createdFrom),
  );
  for (const each of bought) {
    const [order, ...more] = ours.get(each.id) ?? [];
    if (more.length > 0) verdict.doubled.push(`${each.number}: stored ${more.length + 1} times`);
    if (!order) {
      verdict.lost.push(`${each.number}: never arrived`);
      continue;
    }
    const asns = announced.filter(({ orderNumbers, status }) => orderNumbers.includes(each.number) && status !== 'cancelled');
    const booked = (bookings.get(each.id) ?? []).flatMap(({ lines }) => lines).reduce((sum, { quantity }) => sum + quantity, 0);
    judge(verdict, each, order, { asns, receipts: asns.flatMap(({ id }) => arrivals.get(id) ?? []), booked });
  }
  return verdict;
}

type Theirs = { asns: { id: string; status: string }[]; receipts: { id: string; quantity: number }[]; booked: number };

function judge(verdict: Verdict, { number }: Bought, ours: Ours, { asns, receipts, booked }: Theirs): void {
  const say = (list: keyof Verdict, what: string) =>
    verdict[list].push(`${number}: ${what} (${ours.status}, ${ours.asns.join(' ')}; ${ours.issues.join(', ')})`);
  const came = receipts.reduce((sum, { quantity }) => sum + quantity, 0);
  const [told, known] = [new Set(receipts.map(({ id }) => id)), new Set(ours.receipts.map(({ remote_id }) => remote_id))];

  if (asns.length > 1) say('doubled', `announced ${asns.length} times`);
  if (known.size < ours.receipts.length) say('doubled', 'a receipt stored twice');
  // A correction takes one unit away.
  if (booked > came + ours.corrected) say('doubled', `${booked} booked of ${came} that came`);

  if (ours.asns.some((state) => state !== 'waiting') && asns.length === 0) say('false', 'said to be announced');
  if ([...known].some((id) => !told.has(id))) say('false', 'a receipt that the warehouse does not know');
  if (ours.booked > booked) say('false', `${ours.booked} said to be booked, of ${booked}`);

  if (asns.length === 0) say('lost', 'not announced');
  if ([...told].some((id) => !known.has(id))) say('lost', 'a receipt is missing');
  if (ours.corrected > 0) return;
  if (booked + ours.byHand !== came || ours.processed !== came) say('lost', `${came} came, ${booked} booked, ${ours.processed} processed`);
  // What never comes stays announced; everything else comes to its end.
  const ends = asns.every(({ status }) => status === 'closed') ? 'closed_out' : 'pending';
  if (ours.status !== ends || asns.some(({ status }) => status === 'receiving')) say('lost', 'did not come to its end');
}

const purchases = `
  select p.remote_id, p.status,
    (select count(*)::int from receipts r where r.account_id = $1 and r.purchase_order_id = p.id and r.waits_for = 'changed') as corrected,
    array(select a.state from asns a where a.account_id = $1 and a.purchase_order_id = p.id order by a.id) as asns,
    array(select i.type || ':' || i.subject from issues i where i.account_id = $1 and i.purchase_order_id = p.id and i.closed_at is null) as issues,
    coalesce((select json_agg(json_build_object('remote_id', r.remote_id, 'quantity', r.quantity)) from receipts r where r.account_id = $1 and r.purchase_order_id = p.id), '[]') as receipts,
    (select coalesce(sum(l.quantity_processed), 0)::int from purchase_order_lines l where l.account_id = $1 and l.purchase_order_id = p.id) as processed,
    (select coalesce(sum(c.quantity), 0)::int from receipts r join receipt_lines c on c.account_id = $1 and c.receipt_id = r.id
      join bookings b on b.account_id = $1 and b.id = r.booking_id where r.account_id = $1 and r.purchase_order_id = p.id and b.state = 'booked') as booked,
    (select coalesce(sum(c.quantity), 0)::int from receipts r join receipt_lines c on c.account_id = $1 and c.receipt_id = r.id
      where r.account_id = $1 and r.purchase_order_id = p.id and r.processed_at is not null and r.booking_id is null) as "byHand"
  from purchase_orders p where p.account_id = $1 and p.remote_id = any($2)`;
