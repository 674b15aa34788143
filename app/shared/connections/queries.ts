import { type RawBuilder, sql } from 'kysely';
import { connectorNamed } from '../../../connectors/index.ts';
import { consentSetting } from '../../../connectors/settings.ts';
import type { Columns } from '../../../platform/columns.ts';
import { existing, refuse } from '../../../platform/http/refusal.ts';
import { inAccount } from '../../../platform/in-account.ts';
import { readPrepared } from '../../../platform/prepared.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { wordReason } from '../../base/reasons.ts';
import { allWaiting } from '../outbox/all-waiting.ts';
import { sells } from './connection.ts';
import type { Connection, Disconnected, Impact } from './contract.ts';
import { type Compared, compared, comparedInWords } from './settings/comparing.ts';

/** The account's connections with their health, warehouses last. */
export async function listConnections(tenant: Tenant): Promise<Connection[]> {
  const rows = await readPrepared(
    tenant,
    sql<
      Reported &
        Columns<'connections', 'id' | 'slug' | 'connector' | 'capabilities'> & {
          settings: Connection['settings'];
          forbidden: Record<string, unknown>;
          waiting: number;
          behind_minutes: number;
          streams: Connection['streams'] | null;
          compared: Compared | null;
        }
    >`
    select c.id, c.slug, c.name, c.connector, c.capabilities, c.state, c.last_ok_at, c.last_failure, c.last_failure_at, c.blocked_until,
      c.settings, c.forbidden,
      (select count(*)::int from (select from (
        ${dueHere(tenant)} and x.kind <> 'stock' union all ${dueHere(tenant)} and x.kind = 'stock') as each limit 10001) as due) as waiting,
      coalesce(floor(extract(epoch from now() - least(${longestDue(tenant, sql`x.kind <> 'stock'`)},
        ${longestDue(tenant, sql`x.kind = 'stock'`)})) / 60), 0)::int as behind_minutes,
      (select json_agg(json_build_object('stream', s.stream, 'read_at', s.read_at, 'due_at', s.due_at, 'failures', s.failures)
        order by s.stream)
        from streams s where ${inAccount(tenant, 's')} and s.connection_id = c.id) as streams,
      ${compared(tenant)} as compared
    from connections c where ${inAccount(tenant, 'c')} and c.disconnected_at is null order by 'warehouse' = any(c.capabilities), c.id`,
  );
  return rows.map(({ compared: of, ...row }) => ({
    ...row,
    last_failure: row.last_failure ? wordReason(row.last_failure) : null,
    forbidden: Object.fromEntries(Object.entries(row.forbidden).map(([what, reason]) => [what, wordReason(reason)])),
    streams: row.streams ?? [],
    connector_label: connectorNamed(row.connector).label,
    connector_logo: connectorNamed(row.connector).logo ?? null,
    ...waiting(healthOf(row), row, of),
  }));
}

const dueHere = (tenant: Tenant) =>
  sql`select from outbox x where ${inAccount(tenant, 'x')} and x.connection_id = c.id and ${allWaiting('x')}`;

/** When the effect of the connection `c` that is due longest was due; each kind has an index of its own. */
const longestDue = (tenant: Tenant, kind: RawBuilder<unknown>) => sql`(
  select x.due_at from outbox x where ${inAccount(tenant, 'x')} and x.connection_id = c.id and ${allWaiting('x')}
    and ${kind} and x.due_at < now() order by x.due_at limit 1)`;

/** What was connected once, the newest first: its orders, their history and its log stay. */
export async function listDisconnected(tenant: Tenant): Promise<Disconnected[]> {
  const { rows } = await sql<Columns<'connections', 'id' | 'name' | 'connector' | 'last_failure'> & Pick<Disconnected, 'settings' | 'at'>>`
    select id, name, connector, settings, disconnected_at as at, case when last_failure ->> 'code' = 'connection.uninstalled'
      then last_failure end as last_failure from connections
    where ${inAccount(tenant)} and disconnected_at is not null order by disconnected_at desc limit 50`.execute(tenant.db);
  return rows.map(({ last_failure, ...row }) => ({
    ...row,
    connector_label: connectorNamed(row.connector).label,
    connector_logo: connectorNamed(row.connector).logo ?? null,
    because: last_failure === null ? null : wordReason(last_failure),
  }));
}

/** The connection whose log an address names: by its slug while it is connected, and by its id for ever. `newest`: its last exchange. */
export async function loggedConnection(tenant: Tenant, name: string): Promise<Logged | undefined> {
  const isNamed = /^[1-9]\d{0,14}$/.test(name) ? sql`c.id = ${Number(name)}` : sql`c.slug = ${name} and c.disconnected_at is null`;
  const { rows } = await sql<Logged>`
    select c.id, c.slug, c.name, c.disconnected_at is null as connected,
      coalesce((select max(e.id) from exchanges e where ${inAccount(tenant, 'e')} and e.connection_id = c.id), 0) as newest
    from connections c where ${inAccount(tenant, 'c')} and ${isNamed}`.execute(tenant.db);
  return rows[0];
}

type Logged = Columns<'connections', 'id' | 'slug' | 'name'> & { connected: boolean; newest: number };

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
  const { rows } = await sql`select from connections where ${inAccount(tenant)} and id = ${id}`.execute(tenant.db);
  if (rows.length === 0) throw refuse(404, 'not_found', 'This connection does not exist.');
}

/** What stops when a connection is disconnected. */
export async function disconnectImpact(tenant: Tenant, id: number): Promise<Impact> {
  const { rows } = await sql<Omit<Impact, 'uninstalls'> & Columns<'connections', 'connector'> & { consented: boolean }>`
    select c.connector, c.settings ? ${consentSetting} as consented,
      (select coalesce(sum(n), 0)::int from orders_in_all t where ${inAccount(tenant, 't')} and (t.connection_id = c.id
        or 'warehouse' = any(c.capabilities)) and t.order_status in ('pending', 'error')) as open_orders,
      (select count(*)::int from (select from outbox x where ${inAccount(tenant, 'x')} and x.connection_id = c.id
        and ${allWaiting('x')} and x.kind = 'confirm' limit 10001) as q) as unconfirmed,
      (select coalesce(sum(n), 0)::int from orders_in_all t where ${inAccount(tenant, 't')} and (t.connection_id = c.id
        or 'warehouse' = any(c.capabilities)) and t.order_status in ('packing', 'partially_shipped')) as at_warehouse,
      (select count(*)::int from connector_products p where ${inAccount(tenant, 'p')} and p.connection_id = c.id
        and p.product_id is not null) as links,
      (select count(*)::int from shipping_options o where ${inAccount(tenant, 'o')} and o.connection_id = c.id
        and o.amware_code is not null) as mappings
    from connections c where ${inAccount(tenant, 'c')} and c.id = ${id}`.execute(tenant.db);
  const { connector, consented, ...counts } = existing(rows[0], 'This connection does not exist.');
  const { label, revoke } = connectorNamed(connector);
  return { ...counts, uninstalls: consented && revoke ? label : null };
}

/** Nobody has to do anything. */
const goesOn = 'Crossdock tries again by itself.';

type Reported = Columns<'connections', 'name' | 'state' | 'blocked_until' | 'last_ok_at' | 'last_failure' | 'last_failure_at'>;

/** With what a connection waits for that is compared after a restore. */
function waiting<Row extends Pick<Connection, 'health_sentence'>>(connection: Row, row: Reported, of: Compared | null): Row {
  return of
    ? { ...connection, health_sentence: `${connection.health_sentence} ${comparedInWords(of, row.state === 'active')}` }
    : connection;
}

function healthOf(row: Reported): Pick<Connection, 'health' | 'health_sentence'> {
  const trouble = row.last_failure ? wordReason(row.last_failure) : '';
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
