import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import { linesOf } from '../../../../platform/packed-lines.ts';
import type { Tenant } from '../../../../platform/tenant.ts';

type Row = Columns<'order_payloads', 'order_id' | 'line' | 'bundle_id'> & Columns<'payload_bundles', 'packed'>;

/** What the channel sent last for each of these orders. Every bundle is unpacked once. */
export async function latestPayloads(tenant: Tenant, orderIds: number[]): Promise<Map<number, unknown>> {
  const { rows } = await sql<Omit<Row, 'packed'>>`
    select distinct on (order_id) order_id, line, bundle_id from order_payloads
    where ${inAccount(tenant)} and order_id = any(${orderIds}::bigint[]) order by order_id, id desc`.execute(tenant.db);
  const payloads = new Map<number, unknown>();
  for (const [bundleId, places] of Map.groupBy(rows, ({ bundle_id }) => bundle_id)) {
    const { rows: bundles } = await sql<Pick<Row, 'packed'>>`
      select packed from payload_bundles where ${inAccount(tenant)} and id = ${bundleId}`.execute(tenant.db);
    const lines = bundles[0] ? await linesOf(bundles[0].packed) : [];
    for (const { order_id, line } of places) payloads.set(order_id, JSON.parse(lines[line] ?? 'null'));
  }
  return payloads;
}
