import { sql } from 'kysely';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { isUnreleased } from '../order-sql.ts';
import { enqueueCheck } from '../recheck.ts';

/** How long a link or mapping can be undone after it was saved. Nothing that it mended leaves before. */
export const undoSeconds = 10;

/** Begins the ten seconds anew for those of these orders that are kept here, when what mended them took long itself. */
export async function restartDelay(tenant: Tenant, orderIds: number[]): Promise<void> {
  if (orderIds.length === 0) return;
  const { rows } = await sql<Columns<'orders', 'id'> & { until: NonNullable<Column<'orders', 'release_after'>> }>`
    update orders o set release_after = (select clock_timestamp() + make_interval(secs => ${undoSeconds}))
    where ${inAccount(tenant, 'o')} and o.id = any(${orderIds}::bigint[]) and o.release_after is not null and ${isUnreleased}
    returning o.id, o.release_after as until`.execute(tenant.db);
  await checkThen(tenant, rows);
}

async function checkThen(tenant: Tenant, rows: { id: number; until: Date }[]): Promise<void> {
  if (rows.length === 0) return;
  const latest = Math.max(...rows.map(({ until }) => until.getTime()));
  await enqueueCheck(tenant, idsOf(rows), { runAt: new Date(latest + 1) });
}

/** What maps a channel's code. `line`: a line without a SKU that was mapped alone. */
export type MappingKind = 'product' | 'line' | 'shipping' | 'location';

/** As the ledger of changes names them. */
export const mappingNouns: Record<MappingKind, string> = {
  product: 'product link',
  line: 'order line',
  shipping: 'shipping option',
  location: 'location mapping',
};

/** An order, and the code by whose mapping it goes on; of a line, any of the order's own. */
export type Mapped = { orderId: number; kind: MappingKind; code: string };

/**
 * Keeps orders here as long as the mapping that they go on by can be undone, and enqueues the check that releases them then.
 * Skips those whose mapping was saved longer ago, or by nobody.
 */
export async function delayRelease(tenant: Tenant, mapped: Mapped[]): Promise<void> {
  if (mapped.length === 0) return;
  const named = mapped.map(({ orderId, kind, code }) => ({ orderId, noun: mappingNouns[kind], code }));
  const { rows } = await sql<Columns<'orders', 'id'> & { until: NonNullable<Column<'orders', 'release_after'>> }>`
    with just_saved as materialized (
      -- Each is unpacked once. An import saves thousands of codes together, and unpacking them for each order took minutes.
      select c.record_id as connection_id, c.noun, c.at, c.is || '{}' as codes from changes c
      where ${inAccount(tenant, 'c')} and c.noun in (${sql.join(Object.values(mappingNouns).map((noun) => sql.lit(noun)))})
        and c.at > now() - make_interval(secs => ${undoSeconds}) and c.undoes is null and c.packed is null
        and not exists (select from changes undo where ${inAccount(tenant, 'undo')} and undo.undoes = c.id)
    )
    update orders o set release_after = greatest(o.release_after, saved.until) from (
      select m."orderId" as order_id, max(s.at) + make_interval(secs => ${undoSeconds}) as until
      from json_to_recordset(${JSON.stringify(named)}::json) as m ("orderId" bigint, noun text, code text)
      join orders o on ${inAccount(tenant, 'o')} and o.id = m."orderId"
      join just_saved s on s.connection_id = o.connection_id and s.noun = m.noun
        and case when m.noun = ${mappingNouns.line} then exists (select from order_lines l where ${inAccount(tenant, 'l')}
          and l.order_id = o.id and s.codes ? l.id::text)
          else s.codes ? m.code end
      group by 1
    ) as saved
    where ${inAccount(tenant, 'o')} and o.id = saved.order_id and ${isUnreleased}
    returning o.id, o.release_after as until`.execute(tenant.db);
  await checkThen(tenant, rows);
}
