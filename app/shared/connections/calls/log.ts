import { sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { wordReason } from '../../../base/reasons.ts';
import { type TimeStyle, writeToSecond } from '../../../ui/time/write-time.ts';
import type { Exchange, LogEntry } from '../contract.ts';
import { readBodies } from './exchanges.ts';

/** The kinds of record that a log is about, by the entity ids of the API, as patterns of operations; 0 is everything. */
export const logEntities: Record<number, string | undefined> = {
  // Warehouses list raw materials among their items.
  1: '(?<!fulfillment_)item|material',
  2: '(?<!fulfillment_)item|product',
  3: '(?<!purchase_)order|mark_as_shipped|hold|cancel',
  4: 'purchase_order|asn|receipt',
  5: 'shipment|order_change|fulfillment',
  6: 'stock|quantity',
};

export type LogFilter = {
  before?: number | undefined;
  after?: number | undefined;
  subject?: string | undefined;
  operations?: string | undefined;
};

/** The newest exchanges of a connection, older than `before` and newer than `after` when given. */
export async function listExchanges(
  tenant: Tenant,
  connectionId: number,
  style: TimeStyle,
  { before, after, subject, operations }: LogFilter,
): Promise<LogEntry[]> {
  let query = tenant.db.selectFrom('exchanges').where(inAccount(tenant)).where('connection_id', '=', connectionId);
  if (before !== undefined) query = query.where('id', '<', before);
  if (after !== undefined) query = query.where('id', '>', after);
  if (subject !== undefined) query = query.where('subject', '=', subject);
  if (operations !== undefined) query = query.where(sql<boolean>`operation ~ ${operations}`);
  const rows = await query.select(logColumns).orderBy('id', 'desc').limit(100).execute();
  return rows.map((row) => callOf(row, style));
}

/** One exchange with its headers and, while they are kept, its bodies. */
export async function getExchange(tenant: Tenant, connectionId: number, style: TimeStyle, id: number): Promise<Exchange | undefined> {
  const row = await tenant.db
    .selectFrom('exchanges')
    .select([...logColumns, 'bodies_id', 'line'])
    .where(inAccount(tenant))
    .where('connection_id', '=', connectionId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { bodies_id, line, ...exchange } = row;
  return { ...callOf(exchange, style), ...(await readBodies(tenant, bodies_id, line)) };
}

type Row = { at: Date; outcome: string; reason: unknown };

function callOf<R extends Row>({ outcome, reason, ...row }: R, style: TimeStyle) {
  const result = reason === null ? outcome : `${outcome}: ${wordReason(reason)}`;
  return { ...row, result, date_formatted: writeToSecond(row.at, style) };
}

/** The payload of a record that could not be read. */
export async function getUnreadable(tenant: Tenant, id: number) {
  const row = await tenant.db
    .selectFrom('unreadable_records')
    .select(['id', 'remote_id', 'reason', 'raw', 'first_seen_at', 'times_seen'])
    .where(inAccount(tenant))
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { ...row, reason: wordReason(row.reason) };
}

const logColumns = [
  'id',
  'operation as action',
  'outcome',
  'reason',
  sql<string>`case when exchanges.user_id is null then 'Crossdock' else coalesce((select name from users
    where users.id = exchanges.user_id), 'A super admin') end`.as('edited_by'),
  'at',
  'operation',
  'method',
  'url',
  'status',
  'took_ms',
  'subject',
] as const;
