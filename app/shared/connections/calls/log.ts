import { sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import { distinctValues } from '../../../../platform/list/distinct.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { wordReason } from '../../../base/reasons.ts';
import { type TimeStyle, writeToSecond } from '../../../ui/time/write-time.ts';
import type { Exchange, LogEntry } from '../contract.ts';
import { readBodies } from './exchanges.ts';

/** The kinds of record that a log is about, by the entity ids of the API, as patterns of operations; 0 is everything. */
export const logEntities: Record<number, RegExp | undefined> = {
  // Warehouses list raw materials among their items.
  1: /(?<!fulfillment_)item|material/,
  2: /(?<!fulfillment_)item|product/,
  3: /(?<!purchase_)order|mark_as_shipped|hold|cancel/,
  4: /purchase_order|asn|receipt/,
  5: /shipment|order_change|fulfillment/,
  6: /stock|quantity/,
};

export type LogFilter = {
  before?: number | undefined;
  after?: number | undefined;
  subject?: string | undefined;
  operations?: RegExp | undefined;
};

const mostShown = 100;

/** The newest exchanges of a connection, older than `before` and newer than `after` when given. */
export async function listExchanges(
  tenant: Tenant,
  connectionId: number,
  style: TimeStyle,
  { operations, ...filter }: LogFilter,
): Promise<LogEntry[]> {
  const { before, after, subject } = filter;
  let query = tenant.db.selectFrom('exchanges').where(inAccount(tenant)).where('connection_id', '=', connectionId);
  if (before !== undefined) query = query.where('id', '<', before);
  if (after !== undefined) query = query.where('id', '>', after);
  if (subject !== undefined) query = query.where('subject', '=', subject);
  if (operations !== undefined) {
    const names = (await operationsOf(tenant, connectionId)).filter((name) => operations.test(name));
    query = query.where(sql<boolean>`id = any(array(${newestOf(tenant, connectionId, names, filter)}))`);
  }
  const rows = await query.select(logColumns).orderBy('id', 'desc').limit(mostShown).execute();
  return rows.map((row) => callOf(row, style));
}

/** The operations that a connection was called with: connectors name some dozens. */
const operationsOf = (tenant: Tenant, connectionId: number): Promise<string[]> =>
  distinctValues(tenant, {
    ...{ column: sql`operation`, most: 300 },
    rows: sql`exchanges where ${inAccount(tenant)} and connection_id = ${connectionId}`,
  });

/** The ids of the newest with one of these operations, each looked up in the index, however many others came since. */
function newestOf(tenant: Tenant, connectionId: number, names: readonly string[], { before, after, subject }: LogFilter) {
  const narrower = [
    ...(before === undefined ? [] : [sql`e.id < ${before}`]),
    ...(after === undefined ? [] : [sql`e.id > ${after}`]),
    ...(subject === undefined ? [] : [sql`e.subject = ${subject}`]),
  ];
  return sql`select newest.id from unnest(${names}::text[]) as called (name) cross join lateral (
      select e.id from exchanges e where ${inAccount(tenant, 'e')} and e.connection_id = ${connectionId} and e.operation = called.name
        and ${sql.join([sql`true`, ...narrower], sql` and `)}
      order by e.id desc limit ${mostShown}) as newest
    order by newest.id desc limit ${mostShown}`;
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
