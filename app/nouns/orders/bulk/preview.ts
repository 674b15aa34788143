import { type RawBuilder, sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import type { Reply } from '../../../../platform/endpoint.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { listMethods } from '../../../base/shipping-methods/queries.ts';
import type { Selection } from '../../../shared/runs/bulk/start.ts';
import { wordOutcome } from '../../../shared/runs/outcome-sentences.ts';
import { type ChangeTerms, changedTogether, skipReason } from '../../order-flow/contract/bulk-action.ts';
import type { previewChangeCall } from '../../order-flow/contract/orders.ts';
import { lockedByOthers } from '../../order-flow/release/lock-for-editing.ts';
import { factsInSql, type OrderFacts } from './facts.ts';

/** Of so many of the selected orders it is said what a change would do. */
const most = 10_000;
const examples = 5;

type Set = NonNullable<ChangeTerms['set']>;
type Row = OrderFacts & Columns<'orders', (typeof changedTogether)[number]>;

/** What a change of the selected orders would do, as they are now. It writes nothing. */
export async function previewChange(tenant: Tenant, selection: Selection, set: Set): Promise<Reply<typeof previewChangeCall>> {
  const { rows } = await sql<Row>`
    select ${factsInSql(tenant)}, o.shipping_code, o.country, o.state, o.note
    from orders o where ${inAccount(tenant, 'o')} and o.id = any(array(${selected(tenant, selection)} limit ${most}))
    order by o.id`.execute(tenant.db);
  const locked = await lockedByOthers(tenant, idsOf(rows));
  const whyNot = (order: Row) => {
    if (locked.has(order.id)) return wordOutcome({ code: 'locked_by_other', by: locked.get(order.id) ?? null });
    const reason = skipReason('change', order) ?? (isSo(order, set) ? { code: 'changed_already' as const } : null);
    return reason && wordOutcome(reason);
  };
  const byReason = Map.groupBy(rows, whyNot);
  const changing = byReason.get(null) ?? [];
  return {
    methods: await listMethods(tenant),
    total: rows.length,
    changes: changing.length,
    left: [...byReason].flatMap(([reason, orders]) => (reason === null ? [] : [{ reason, orders: orders.length }])),
    examples: changing.slice(0, examples).map(({ id, order_number, shipping_code, country, state, note }) => ({
      ...{ id, order_number, shipping_code, country, state, note },
    })),
  };
}

/** The ids of what is selected. What another person prepared is nobody else's. */
function selected(tenant: Tenant, selection: Selection): RawBuilder<unknown> {
  if ('ids' in selection) return sql`select unnest(${selection.ids}::bigint[])`;
  if ('matching' in selection) return selection.matching;
  return sql`select unnest(t.ids) from run_targets t join runs r on ${inAccount(tenant, 'r')} and r.id = t.run_id
    where ${inAccount(tenant, 't')} and r.id = ${selection.runId} and r.entity = 'orders' and r.state = 'prepared'
      and r.requested_by = ${tenant.userId}`;
}

const isSo = (order: Row, set: Set) => changedTogether.every((field) => set[field] === undefined || order[field] === set[field]);
