import { type RawBuilder, sql } from 'kysely';
import { connectorNamed } from '../../../connectors/index.ts';
import type { Columns } from '../../../platform/columns.ts';
import { refuse } from '../../../platform/http/refusal.ts';
import { inAccount } from '../../../platform/in-account.ts';
import { readPrepared } from '../../../platform/prepared.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { type TimeStyle, writeToSecond } from '../../ui/time/write-time.ts';
import { readBodies } from './calls/exchanges.ts';
import { sells } from './connection.ts';
import type { Connection, Disconnected, Exchange, Impact, LogEntry } from './contract.ts';
import { type Compared, compared, comparedInWords } from './settings/comparing.ts';

/** The account's connections with their health, warehouses last. */
export async function listConnections(tenant: Tenant): Promise<Connection[]> {
  const rows = await readPrepared(
    tenant,
    sql<
      Reported &
        Columns<'connections', 'id' | 'slug' | 'connector' | 'capabilities'> & {
          settings: Connection['settings'];
          forbidden: Connection['forbidden'];
          waiting: number;
          streams: Connection['streams'] | null;
          compared: Compared | null;
        }
    >`
    select c.id, c.slug, c.name, c.connector, c.capabilities, c.state, c.last_ok_at, c.last_failure, c.last_failure_at, c.blocked_until,
      c.settings, c.forbidden,
      (select count(*)::int from (select from outbox x where ${inAccount(tenant, 'x')} and x.connection_id = c.id
        and x.state in ('waiting', 'sending') limit 10001) as due) as waiting,
      (select json_agg(json_build_object('stream', s.stream, 'read_at', s.read_at, 'due_at', s.due_at, 'failures', s.failures)
        order by s.stream)
        from streams s where ${inAccount(tenant, 's')} and s.connection_id = c.id) as streams,
      ${compared(tenant)} as compared
    from connections c where ${inAccount(tenant, 'c')} and c.disconnected_at is null order by 'warehouse' = any(c.capabilities), c.id`,
  );
  return rows.map(({ compared: of, ...row }) => ({
    ...row,
    streams: row.streams ?? [],
    connector_label: connectorNamed(row.connector).label,
    connector_logo: connectorNamed(row.connector).logo ?? null,
    ...waiting(healthOf(row), row, of),
  }));
}

/** What was connected once, the newest first: its orders, their history and its log stay. */
export async function listDisconnected({ accountId, db }: Tenant): Promise<Disconnected[]> {
  const rows = await db
    .selectFrom('connections')
    .select(['id', 'name', 'connector', 'settings', 'disconnected_at'])
    .where('account_id', '=', accountId)
    .where('disconnected_at', 'is not', null)
    .orderBy('disconnected_at', 'desc')
    .limit(50)
    .execute();
  return rows.map(({ disconnected_at, ...row }) => ({
    ...row,
    connector_label: connectorNamed(row.connector).label,
    connector_logo: connectorNamed(row.connector).logo ?? null,
    at: disconnected_at as Date,
  }));
}

/** The connection whose log an address names: by its slug while it is connected, and by its id for ever. */
export async function loggedConnection({ accountId, db }: Tenant, name: string) {
  const byId = /^[1-9]\d{0,14}$/.test(name);
  const row = await db
    .selectFrom('connections')
    .select(['id', 'slug', 'name', 'disconnected_at'])
    .where('account_id', '=', accountId)
    .where(byId ? 'id' : 'slug', '=', byId ? Number(name) : name)
    .$if(!byId, (query) => query.where('disconnected_at', 'is', null))
    .executeTakeFirst();
  return row && { id: row.id, slug: row.slug, name: row.name, connected: row.disconnected_at === null };
}

/** The health of each connection, for the shell. */
export async function listHealth(tenant: Tenant): Promise<Pick<Connection, 'slug' | 'name' | 'health'>[]> {
  const rows = await readPrepared(
    tenant,
    sql<Reported & Columns<'connections', 'slug'>>`
      select slug, name, state, last_ok_at, last_failure, last_failure_at, blocked_until
      from connections where ${inAccount(tenant)} and disconnected_at is null order by 'warehouse' = any(capabilities), id`,
  );
  return rows.map((row) => ({ slug: row.slug, name: row.name, health: healthOf(row).health }));
}

type Named = Columns<'connections', 'id' | 'connector' | 'name' | 'state' | 'capabilities'>;

/** A live connection by its slug. @throws a 404 refusal when the account has none. */
export async function connectionNamed(tenant: Tenant, slug: string): Promise<Named> {
  const [row] = await readPrepared(
    tenant,
    sql<Named>`
    select id, connector, name, state, capabilities from connections where ${inAccount(tenant)} and slug = ${slug}
      and disconnected_at is null`,
  );
  if (!row) throw refuse(404, 'not_found', 'This connection does not exist.');
  return row;
}

/** One that orders come from: a warehouse has no codes that are mapped. @throws a 404 refusal where it is none */
export async function channelNamed(tenant: Tenant, slug: string): Promise<Named> {
  const connection = await connectionNamed(tenant, slug);
  if (!sells(connection)) throw refuse(404, 'not_found', `${connection.name} is no sales channel.`);
  return connection;
}

/** The id of a connection, within a statement: null where there is none of this name. */
export const idOfSlug = (tenant: Tenant, slug: string): RawBuilder<number> =>
  sql<number>`(select id from connections where ${inAccount(tenant)} and slug = ${slug} and disconnected_at is null)`;

/** Requires a connection of this account; a disconnected one still has its log. @throws a 404 refusal */
export async function requireConnection(tenant: Tenant, id: number): Promise<void> {
  const found = await tenant.db
    .selectFrom('connections')
    .select('id')
    .where('account_id', '=', tenant.accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) throw refuse(404, 'not_found', 'This connection does not exist.');
}

/** What stops when a connection is disconnected. */
export async function disconnectImpact(tenant: Tenant, id: number): Promise<Impact> {
  const { rows } = await sql<Impact>`
    select
      (select coalesce(sum(n), 0)::int from orders_in_all t where ${inAccount(tenant, 't')} and (t.connection_id = c.id
        or 'warehouse' = any(c.capabilities)) and t.order_status in ('pending', 'error')) as open_orders,
      (select count(*)::int from (select from outbox x where ${inAccount(tenant, 'x')} and x.connection_id = c.id
        and x.state in ('waiting', 'sending') and x.kind = 'confirm' limit 10001) as q) as unconfirmed,
      (select coalesce(sum(n), 0)::int from orders_in_all t where ${inAccount(tenant, 't')} and (t.connection_id = c.id
        or 'warehouse' = any(c.capabilities)) and t.order_status in ('packing', 'partially_shipped')) as at_warehouse,
      (select count(*)::int from connector_products p where ${inAccount(tenant, 'p')} and p.connection_id = c.id
        and p.product_id is not null) as links,
      (select count(*)::int from shipping_options o where ${inAccount(tenant, 'o')} and o.connection_id = c.id
        and o.amware_code is not null) as mappings
    from connections c where ${inAccount(tenant, 'c')} and c.id = ${id}`.execute(tenant.db);
  const [impact] = rows;
  if (!impact) throw refuse(404, 'not_found', 'This connection does not exist.');
  return impact;
}

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
  let query = tenant.db.selectFrom('exchanges').where('account_id', '=', tenant.accountId).where('connection_id', '=', connectionId);
  if (before !== undefined) query = query.where('id', '<', before);
  if (after !== undefined) query = query.where('id', '>', after);
  if (subject !== undefined) query = query.where('subject', '=', subject);
  if (operations !== undefined) query = query.where(sql<boolean>`operation ~ ${operations}`);
  const rows = await query.select(logColumns).orderBy('id', 'desc').limit(100).execute();
  return rows.map((row) => dated(row, style));
}

/** One exchange with its headers and, while they are kept, its bodies. */
export async function getExchange(tenant: Tenant, connectionId: number, style: TimeStyle, id: number): Promise<Exchange | undefined> {
  const row = await tenant.db
    .selectFrom('exchanges')
    .select([...logColumns, 'bodies_id', 'line'])
    .where('account_id', '=', tenant.accountId)
    .where('connection_id', '=', connectionId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { bodies_id, line, ...exchange } = row;
  return { ...dated(exchange, style), ...(await readBodies(tenant, bodies_id, line)) };
}

function dated<Row extends { at: Date }>(row: Row, style: TimeStyle): Row & { date_formatted: string } {
  return { ...row, date_formatted: writeToSecond(row.at, style) };
}

/** The payload of a record that could not be read. */
export function getUnreadable(tenant: Tenant, id: number) {
  return tenant.db
    .selectFrom('unreadable_records')
    .select(['id', 'remote_id', 'reason', 'raw', 'first_seen_at', 'times_seen'])
    .where('account_id', '=', tenant.accountId)
    .where('id', '=', id)
    .executeTakeFirst();
}

const logColumns = [
  'id',
  'operation as action',
  'outcome as result',
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

/** Nobody has to do anything. */
const goesOn = 'Crossdock tries again by itself.';

type Reported = Columns<'connections', 'name' | 'state' | 'blocked_until' | 'last_ok_at' | 'last_failure' | 'last_failure_at'>;

/** With what a connection waits for that is compared after a restore. */
function waiting<Shown extends Pick<Connection, 'health_sentence'>>(shown: Shown, row: Reported, of: Compared | null): Shown {
  return of ? { ...shown, health_sentence: `${shown.health_sentence} ${comparedInWords(of, row.state === 'active')}` } : shown;
}

function healthOf(row: Reported): Pick<Connection, 'health' | 'health_sentence'> {
  const trouble = row.last_failure ?? '';
  if (row.state === 'needs_reconnect')
    return {
      health: 'needs_reconnect',
      health_sentence: `${trouble || 'The credentials were refused.'} Reconnect to continue; no order is lost until then.`,
    };
  if (row.state === 'paused') return { health: 'paused', health_sentence: 'Paused. No requests are sent until it is resumed.' };
  if (row.blocked_until && row.blocked_until > new Date()) return { health: 'blocked', health_sentence: `${trouble} ${goesOn}` };
  if (!row.last_ok_at)
    return { health: row.last_failure ? 'troubled' : 'new', health_sentence: row.last_failure ? `${trouble} ${goesOn}` : 'Connecting.' };
  const failing = row.last_failure_at && row.last_failure_at > row.last_ok_at;
  return failing ? { health: 'troubled', health_sentence: `${trouble} ${goesOn}` } : { health: 'healthy', health_sentence: 'Working.' };
}
