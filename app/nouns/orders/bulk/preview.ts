import { type RawBuilder, sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import type { Reply } from '../../../../platform/endpoint.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { listBuildings } from '../../../base/buildings.ts';
import { listMethods } from '../../../base/shipping-methods/queries.ts';
import { isUnsentSubmit } from '../../../shared/outbox/drops.ts';
import { selectedIds } from '../../../shared/runs/bulk/selected.ts';
import type { Selection } from '../../../shared/runs/bulk/start.ts';
import { type OutcomeSentence, wordOutcome } from '../../../shared/runs/outcome-sentences.ts';
import { type ChangedTogether, type ChangeTerms, changedTogether, skipReason } from '../../order-flow/contract/bulk-action.ts';
import type { previewChangeCall } from '../../order-flow/contract/orders.ts';
import { shippedWith } from '../../order-flow/release/adopting/references.ts';
import { lockedByOthers } from '../../order-flow/release/lock-for-editing.ts';
import { factsInSql, type OrderFacts } from './facts.ts';

const examples = 5;

type Set = NonNullable<ChangeTerms['set']>;
type Row = OrderFacts & { is_so: boolean; stays_sent: boolean; is_chosen: boolean };

/** What a change of the selected orders would do, as they are now. It writes nothing. */
export async function previewChange(tenant: Tenant, selection: Selection, set: Set): Promise<Reply<typeof previewChangeCall>> {
  const { rows } = await sql<Row>`
    select ${factsInSql(tenant)}, ${isSo(set)} as is_so, ${staysSent(tenant)} as stays_sent,
      'warehouse_code' = any(o.edited_fields) as is_chosen
    from orders o where ${inAccount(tenant, 'o')}
      and o.id = any(array(${selectedIds(tenant, 'orders', selection)}))
    order by o.id`.execute(tenant.db);
  const locked = await lockedByOthers(tenant, idsOf(rows));
  const whyNot = (order: Row) => {
    const reason = skipReason('change', order) ?? changeReason(order, locked);
    return reason && wordOutcome(reason);
  };
  const byReason = Map.groupBy(rows, whyNot);
  const changing = byReason.get(null) ?? [];
  return {
    methods: await listMethods(tenant),
    buildings: await listBuildings(tenant),
    buildingChosen: rows.some(({ is_chosen }) => is_chosen),
    total: rows.length,
    changes: changing.length,
    left: [...byReason].flatMap(([reason, orders]) => (reason === null ? [] : [{ reason, orders: orders.length }])),
    examples: await fieldsOf(tenant, idsOf(changing.slice(0, examples))),
  };
}

/** Why an order stays as it is that the action fits, in the order in which the change itself looks. */
function changeReason(order: Row, locked: Awaited<ReturnType<typeof lockedByOthers>>): OutcomeSentence | null {
  if (locked.has(order.id)) return { code: 'locked_by_other', by: locked.get(order.id) ?? null };
  if (order.is_so) return { code: 'changed_already' };
  return order.stays_sent ? { code: 'being_sent' } : null;
}

/** Whether an order `o` has all of this already. The notes of thousands are not read for it. */
const isSo = (set: Set): RawBuilder<boolean> =>
  sql.join([sql`true`, ...changedTogether.flatMap((field) => (set[field] === undefined ? [] : [equals(field, set[field])]))], sql` and `);
const equals = (field: ChangedTogether, to: string | null) => sql`${now(field)} is not distinct from ${to?.trim() ?? null}`;
const now = (field: ChangedTogether) =>
  field === 'warehouse_code' ? sql`case when 'warehouse_code' = any(o.edited_fields) then o.warehouse_code end` : sql.ref(`o.${field}`);

/** Whether an order `o` would keep a warehouse order when it is withdrawn: it may have arrived, or a part of it has shipped. */
const staysSent = (tenant: Tenant) => sql`case when exists (
  select from outbox x where ${inAccount(tenant, 'x')} and x.warehouse_order_id = o.warehouse_order_id and ${isUnsentSubmit}
) then ${shippedWith(tenant)} else o.warehouse_order_id end is not null`;

async function fieldsOf(tenant: Tenant, ids: readonly number[]): Promise<Reply<typeof previewChangeCall>['examples']> {
  const { rows } = await sql<Columns<'orders', 'id' | 'order_number' | ChangedTogether>>`
    select id, order_number, shipping_code, warehouse_code, country, state, note from orders
    where ${inAccount(tenant)} and id = any(${ids}::bigint[]) order by id`.execute(tenant.db);
  return rows;
}
