import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { IssueSentence } from '../../../shared/issues/issue.ts';
import type { OutcomeSentence } from '../../../shared/runs/outcome-sentences.ts';
import { checkOrders } from '../../order-flow/checking/check.ts';
import { acceptAddress, type BulkAction, type ChangeTerms, type FormerDecision } from '../../order-flow/contract/bulk-action.ts';
import { lockToTakeBack } from '../../order-flow/lock-orders.ts';
import { decideFormer } from '../../order-flow/release/former/former-warehouse.ts';
import { leftBehind, requestCancel } from '../../order-flow/release/holding/cancel.ts';
import { setHold } from '../../order-flow/release/holding/hold.ts';
import { retryOrders } from '../../order-flow/release/retry.ts';
import type { HoldTerms } from '../../order-flow/values/hold-terms.ts';
import { changeMany } from '../editing/many.ts';
import { type AcceptTerms, acceptAddresses } from './accept-addresses.ts';
import { archiveOrders, deleteOrders } from './archive-and-delete.ts';

/** Reasons why orders were skipped, by their id. */
type SkipReasons = Map<number, OutcomeSentence>;

type Perform = (
  tenant: Tenant,
  ids: number[],
  how: { terms: HoldTerms & ChangeTerms & AcceptTerms; group: number },
) => Promise<SkipReasons>;

/** What an action does to many orders, at least one, in one transaction. Returns the reason for each order that was skipped. */
export const perform: Record<BulkAction | FormerDecision | typeof acceptAddress, Perform> = {
  async 'clear-errors'(tenant, ids) {
    await retryOrders(tenant, ids);
    await checkOrders(tenant, ids);
    const { rows } = await sql<Columns<'orders', 'id'> & { issue: IssueSentence }>`
      select distinct on (order_id) order_id as id, sentence as issue from issues
      where ${inAccount(tenant)} and order_id = any(${ids}::bigint[]) and closed_at is null order by order_id, blocking desc,
        id`.execute(tenant.db);
    return new Map(rows.map(({ id, issue }) => [id, { code: 'still_wrong', issue }]));
  },
  async cancel(tenant, ids) {
    await lockToTakeBack(tenant, ids);
    const unknown = await leftBehind(tenant, ids);
    const others = ids.filter((id) => !unknown.has(id));
    const { cancelled, requested } = await requestCancel(tenant, others, null);
    const skipped = skippedOf(others, [...cancelled, ...requested], { code: 'cancelled_too_late' });
    return new Map([...skipped, ...skippedOf([...unknown], [], { code: 'left_unknown' })]);
  },
  async hold(tenant, ids, how) {
    const { ids: held } = await setHold(tenant, ids, { held: true, ...how });
    return skippedOf(ids, held, { code: 'held_too_late' });
  },
  async unhold(tenant, ids) {
    const { ids: unheld, along } = await setHold(tenant, ids, { held: false });
    const kept = along.map(({ id, other }) => [id, { code: 'held_along', other }] as const);
    return new Map([...skippedOf(ids, unheld, { code: 'unheld_too_late' }), ...kept]);
  },
  change: (tenant, ids, { terms, group }) => changeMany(tenant, ids, terms, group),
  [acceptAddress]: (tenant, ids, { terms, group }) => acceptAddresses(tenant, ids, terms, group),
  async archive(tenant, ids, { group }) {
    await archiveOrders(tenant, ids, group);
    return new Map();
  },
  async delete(tenant, ids, { group }) {
    return skippedOf(ids, await deleteOrders(tenant, ids, group), { code: 'being_sent' });
  },
  'send-anew': (tenant, ids) => decideFormer(tenant, ids, 'send-anew'),
  'end-here': (tenant, ids) => decideFormer(tenant, ids, 'end-here'),
};

const skippedOf = (ids: number[], changed: number[], reason: OutcomeSentence): SkipReasons => {
  const done = new Set(changed);
  return new Map(ids.filter((id) => !done.has(id)).map((id) => [id, reason]));
};
