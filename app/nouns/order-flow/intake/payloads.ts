import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import { linesOf, packLines } from '../../../../platform/packed-lines.ts';
import { preparedRead } from '../../../../platform/prepared.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { rawText, type StoredOrder } from './order-rows.ts';

/** A bundle is full at so many characters: reading one payload unpacks its whole bundle. */
const full = 200_000;

export type Payload = Columns<'order_payloads', 'id' | 'received_at'> & { raw: unknown };

/** Stores exactly what the channel sent, compressed in bundles. */
export async function insertPayloads(tenant: Tenant, orders: StoredOrder[]): Promise<void> {
  if (orders.length === 0) return;
  const { bundles, places } = bundled(orders);
  const packed = bundles.map(packLines);
  await sql`
    with bundles as materialized (
      select nextval(pg_get_serial_sequence('payload_bundles', 'id')) as id, packed, place
      from unnest(${packed}::bytea[]) with ordinality as given (packed, place)
    ),
    kept as (
      insert into payload_bundles (account_id, id, packed) overriding system value select ${tenant.accountId}, id, packed from bundles
      returning 1
    )
    insert into order_payloads (account_id, order_id, bundle_id, line)
    select ${tenant.accountId}, payload.order_id, b.id, payload.line
    from unnest(${orders.map(({ orderId }) => orderId)}::bigint[], ${places.map(({ bundle }) => bundle)}::int[],
      ${places.map(({ line }) => line)}::int[])
      as payload (order_id, bundle, line)
    join bundles b on b.place = payload.bundle returning 1`.execute(tenant.db);
}

type BundledLine = { bundle: number; line: number };

/** One payload a line: our JSON has no line breaks. */
function bundled(orders: StoredOrder[]): { bundles: string[][]; places: BundledLine[] } {
  const bundles: string[][] = [];
  const places: BundledLine[] = [];
  let room = 0;
  for (const { order } of orders) {
    const text = rawText(order);
    if (room <= 0) {
      bundles.push([]);
      room = full;
    }
    room -= text.length;
    const line = (bundles.at(-1) as string[]).push(text) - 1;
    places.push({ bundle: bundles.length, line });
  }
  return { bundles, places };
}

/** Exactly what the channel sent for this order, newest first. */
export async function listPayloads(tenant: Tenant, orderId: number, most = 20): Promise<Payload[]> {
  const rows = await readPayloads(tenant, orderId, most);
  return Promise.all(rows.map(async ({ packed, line, ...row }) => ({ ...row, raw: JSON.parse(await lineOf(packed, line)) })));
}

const readPayloads = preparedRead<
  Columns<'order_payloads', 'id' | 'received_at' | 'line'> & Columns<'payload_bundles', 'packed'>,
  [orderId: number, most: number]
>(
  (tenant, orderId, most) => sql`
    select p.id, p.received_at, p.line, b.packed
    from order_payloads p join payload_bundles b on ${inAccount(tenant, 'b')} and b.id = p.bundle_id
    where ${inAccount(tenant, 'p')} and p.order_id = ${orderId} order by p.id desc limit ${most}`,
);

async function lineOf(packed: Buffer, line: number): Promise<string> {
  return (await linesOf(packed))[line] as string;
}
