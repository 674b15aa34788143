import { type RawBuilder, sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import { readPrepared } from '../../../../platform/prepared.ts';
import type { Unworded } from '../../../../platform/sentences.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { wordedIssue } from '../../../shared/issues/issue.ts';
import { seenOf } from '../../../shared/issues/seen.ts';
import { withTags } from '../../../shared/tags/tags.ts';
import { alsoListed, type OrderRow } from '../../order-flow/contract/orders.ts';
import { withHoldReason } from '../../order-flow/values/hold-reason.ts';
import { usualColumns } from './columns.ts';
import { extraFields } from './extra-fields.ts';
import { withSuggestions } from './suggested.ts';

/** Rows of these orders with these columns, in the order of `ids`, whether or not a filter still matches; deleted ones are left out. */
export async function rowsOf(tenant: Tenant, ids: number[], columns: readonly string[] = usualColumns): Promise<OrderRow[]> {
  const query = sql<UnwordedRow<OrderRow>>`select ${rowsFrom(tenant, sql`${ids}`, columns)}`;
  const rows = await readRows<OrderRow>(tenant, query, columns);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Prepares the statement for the usual columns only: there are thousands of possible sets. */
export async function readRows<Row extends OrderRow>(
  tenant: Tenant,
  query: RawBuilder<UnwordedRow<Row>>,
  columns: readonly string[],
  isPrepared = true,
): Promise<Row[]> {
  const rows = isPrepared && columns === usualColumns ? await readPrepared(tenant, query) : (await query.execute(tenant.db)).rows;
  const worded = rows.map((row) => ({ ...withHoldReason(row), issue: row.issue && wordedIssue(row.issue) }) as unknown as Row);
  return withSuggestions(tenant, await withTags(tenant, 'order', worded));
}

/** A row as it is read, its tags apart: the sentence of its issue and the reason of its hold are codes and values. */
export type UnwordedRow<Row extends OrderRow> = Omit<Row, 'issue' | 'tags' | 'hold_reason'> & {
  issue: Unworded<NonNullable<OrderRow['issue']>> | null;
  hold_reason: unknown;
};

/** The select list, from and where of a row query for these ids and columns. */
export const rowsFrom = (tenant: Tenant, ids: RawBuilder<unknown>, columns: readonly string[]) => sql`
  o.id, o.order_number, o.source_order_number, o.order_status, o.connection_id, c.slug as order_source, c.name as source_name,
    o.customer_name, o.country, o.total_cost, o.currency, o.order_date, o.units_ordered, o.on_hold, o.hold_reason, o.hold_until, o.locked,
    o.is_split,
    o.archived_at is not null as archived, o.open_issues,
    case when o.open_issues > 0 then (
      select json_build_object('id', i.id, 'type', i.type, 'sentence', i.sentence, 'subject', i.subject,
        'seen', ${seenOf('i')}) from issues i
      where ${inAccount(tenant, 'i')} and i.order_id = o.id and i.closed_at is null order by i.blocking desc, i.id limit 1
    ) end as issue,
    case when o.open_issues > 1 then array_to_json(array(
      select json_build_object('type', i.type, 'subject', i.subject) from issues i
      where ${inAccount(tenant, 'i')} and i.order_id = o.id and i.closed_at is null order by i.blocking desc, i.id
        limit ${sql.lit(alsoListed)} offset 1
    )) else '[]' end as also${extraFields(tenant, columns)}
  from orders o join connections c on ${inAccount(tenant, 'c')} and c.id = o.connection_id
  where ${inAccount(tenant, 'o')} and o.id = any(${ids}::bigint[]) and o.deleted_at is null`;
