import type { SandboxState } from '../../sandbox/control/state.ts';
import type { Bought } from '../faults/trade/purchases.ts';
import type { Stage } from './stage.ts';
import { type Units, unitsOf, type Verdict } from './verdict.ts';

/** A purchase order as Crossdock has it. */
type Ours = { remote_id: string; status: string; issues: string[] };

/** Each purchase order is announced once, booked at its source as it was received, and closed out here. */
export async function judgePurchases(verdict: Verdict, state: SandboxState, bought: Bought[], { read, seller }: Stage): Promise<void> {
  const rows = await read<Ours>(purchases, [seller.accountId, bought.map(({ id }) => id)]);
  const ours = Map.groupBy(rows, ({ remote_id }) => remote_id);
  const asns = state.amware.flatMap(({ asns }) => asns).filter(({ status }) => status !== 'cancelled');
  const arrivals = state.amware.flatMap(({ receipts }) => receipts);
  const books = state.netsuite.flatMap(({ transactions }) => transactions);
  for (const { id, number } of bought) {
    const its = asns.filter(({ orderNumbers }) => orderNumbers.includes(number));
    const ids = new Set<unknown>(its.map((asn) => asn.id));
    const ordered = unitsOf(books.filter((one) => String(one.id) === id).flatMap(({ lines }) => lines));
    const received = unitsOf(arrivals.filter(({ asn_id }) => ids.has(asn_id)));
    const booked = unitsOf(
      books.filter(({ type, createdFrom }) => type === 'ItemRcpt' && String(createdFrom) === id).flatMap(({ lines }) => lines),
    );
    compare(verdict, number, ['bought', ordered], ['announced', unitsOf(its.flatMap(({ lines }) => lines))]);
    compare(verdict, number, ['received', received], ['booked', booked]);
    compare(verdict, number, ['bought', ordered], ['booked', booked]);
    const all = ours.get(id) ?? [];
    if (all.length !== 1) verdict.lost.push(`${number}: ${all.length} in Crossdock`);
    else if (all[0]?.status !== 'closed_out' || all[0].issues.length > 0)
      verdict.lost.push(`${number}: ${all[0]?.status} in Crossdock; ${all[0]?.issues.join(', ')}`);
  }
  const numbers = new Set(bought.map(({ number }) => number));
  for (const { id, orderNumbers } of asns)
    if (!orderNumbers.some((number) => numbers.has(number))) verdict.elsewhere.push(`${id}: announced for nobody`);
}

function compare(verdict: Verdict, number: string, [most, limits]: [string, Units], [what, units]: [string, Units]): void {
  for (const sku of Object.keys({ ...limits, ...units })) {
    const [limit = 0, count = 0] = [limits[sku], units[sku]];
    if (count !== limit) verdict[count > limit ? 'beyond' : 'lost'].push(`${number}: ${limit} ${sku} ${most}, ${count} ${what}`);
  }
}

const purchases = `
  select p.remote_id, p.status,
    array(select i.type || ':' || i.subject || ': ' || i.sentence::text from issues i where i.account_id = p.account_id and i.purchase_order_id = p.id and i.closed_at is null) as issues
  from purchase_orders p where p.account_id = $1 and p.remote_id = any($2) and p.deleted_at is null`;
