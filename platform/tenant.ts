import type { Readable, Writable } from 'node:stream';
import { Kysely, type PostgresPool, type Transaction } from 'kysely';
import type pg from 'pg';
import type { DB } from '../db/tables.ts';
import { OneAccountDialect } from './account-parameter.ts';
import { copyOut } from './copy-out.ts';
import type { Database } from './db.ts';
import { isUndone } from './is-undone.ts';
import { isNodeLost, type Reach } from './nodes/lost-nodes.ts';
import { watchWrites } from './watch-writes.ts';

/** The account and person of a transaction. `userId` is null for jobs. */
export type Actor = {
  accountId: number;
  userId: number | null;
  /** This person is not of the account: a super admin acts as it. */
  actingAs?: boolean;
  /** The network address that the request came from. */
  address?: string | null;
  /** The API key that the request was made with: its maker is the person. */
  key?: { id?: number | undefined; name: string } | undefined;
};

/**
 * A transaction already bound to one account and person: commands and queries take it first, so that an
 * unscoped query cannot be written. Row-level security enforces the same in the database.
 */
export type Tenant = Required<Omit<Actor, 'address' | 'key'>> & {
  /** Null for jobs. */
  address: string | null;
  /** Of an API key; null where a person did it by hand, and for jobs. */
  keyName: string | null;
  /** The same key; null as well where a job does not know it. */
  keyId: number | null;
  db: Transaction<DB>;
  /** A hot read as a named prepared statement: `$1`… in `text`, rows as objects. */
  prepared: <Row extends pg.QueryResultRow>(name: string, text: string, values: unknown[]) => Promise<Row[]>;
  /** What `copy (…) to stdout` writes, as a stream: see copy-out.ts. In `atOneMoment` alone. */
  copyOut: (statement: string) => Readable;
  /** Live events to send with the commit. See events.ts. */
  news: Map<string, Set<number>>;
  /** Topics of events for all accounts. */
  newsForEveryone: Set<string>;
  /** What is done once the transaction has committed, and never when it rolls back: what no transaction can take back. */
  afterCommit: (() => Promise<unknown>)[];
};

/** Does work in transactions of one account, which whoever made it knows. */
export type Within = <T>(work: (tenant: Tenant) => Promise<T>) => Promise<T>;

/**
 * Runs `work` in one transaction of this account; commits, or rolls back when it throws. After a deadlock, or a lock that it did not get,
 * it runs again, so `work` must have no effects but its statements.
 * @throws whatever `work` throws, and pg's errors.
 */
export async function inTenant<T>(database: Database, actor: Actor, work: (tenant: Tenant) => Promise<T>): Promise<T> {
  const opening = openingFor(actor, begins(database));
  const end = await database.turns?.take(actor.accountId);
  let after: Tenant['afterCommit'] = [];
  const result = await transact(database.pool, opening, async (client) => {
    const tenant = tenantOn(client, actor);
    after = tenant.afterCommit;
    const result = await watchWrites(client, () => work(tenant));
    const news = [
      ...messages(actor.accountId, tenant.news),
      ...[...tenant.newsForEveryone].map((topic) => JSON.stringify({ accountId: 0, topic })),
    ];
    if (news.length > 0) await client.query('select pg_notify($1, message) from unnest($2::text[]) as message', ['crossdock', news]);
    return result;
  }).finally(end);
  // Whatever fails here has been committed all the same.
  await Promise.allSettled(after.map((act) => act()));
  return result;
}

/** The same for what no person does: a job, or what another system tells. */
export function withoutPerson<T>(database: Database, accountId: number, work: (tenant: Tenant) => Promise<T>): Promise<T> {
  return inTenant(database, { accountId, userId: null }, work);
}

/**
 * As `inTenant` for work that only reads, without its round trips: the opening, and statements that `work` starts together, are
 * sent without waiting for one another, and nobody waits for the end. The database refuses to write. On several nodes the account's own is
 * asked first, and the coordinator again where that cannot say, so `work` must have no effects.
 * @throws whatever `work` throws, and pg's errors.
 */
export async function reading<T>(database: Database, actor: Actor, work: (tenant: Tenant) => Promise<T>): Promise<T> {
  const { readers, ownNodes } = database;
  const own = ownNodes.of(actor.accountId);
  if (!own) return readAt(database, actor, work, { pool: readers });
  try {
    return await readAt(database, actor, work, { pool: own, where: `; select read_here(${actor.accountId})`, mostMs: silentMs });
  } catch (error) {
    if (!ownNodes.isToRepeat(own, error)) throw error;
    return readAt(database, actor, work, { pool: readers });
  }
}

/** A node that has not opened a transaction after so long is silent. */
const silentMs = 5_000;

type Way = { pool: pg.Pool; where?: string; mostMs?: number };

async function readAt<T>(
  database: Database,
  actor: Actor,
  work: (tenant: Tenant) => Promise<T>,
  { pool, where = '', mostMs }: Way,
): Promise<T> {
  const opening = openingFor(actor, begins(database, 'begin read only')) + where;
  const end = await database.turns?.take(actor.accountId);
  const client = await pool.connect().catch((error) => {
    end?.();
    throw error;
  });
  const giveUp = mostMs && setTimeout(() => streamOf(client).destroy(), mostMs);
  try {
    const open = () => client.query(opening).finally(() => clearTimeout(giveUp));
    const [, result] = await Promise.all(inOnePacket(client, () => [open(), work(tenantOn(client, actor))]));
    return result;
  } finally {
    // After the reply to whoever asked: the end of a transaction that only read says nothing to them.
    setImmediate(() => {
      client
        .query('commit')
        .then(
          () => client.release(),
          (error: Error) => client.release(error),
        )
        .finally(end);
    });
  }
}

/** Sends what `start` has sent at once. Each packet wakes the database's process, which costs more than its bytes. */
function inOnePacket<T>(client: pg.PoolClient, start: () => T): T {
  const stream = streamOf(client);
  stream.cork();
  try {
    return start();
  } finally {
    stream.uncork();
  }
}

const streamOf = (client: pg.PoolClient) => (client as unknown as { connection: { stream: Writable } }).connection.stream;

/** Whoever asks this pool for a connection now gets one, and waits for nobody who has one. */
const hasFree = ({ idleCount, totalCount, waitingCount, options }: pg.Pool) =>
  waitingCount === 0 && (idleCount > 0 || totalCount < options.max);

/** None where the rows are on nodes, which know nothing of a snapshot of the coordinator. */
const exportSnapshot = `select case when to_regclass('pg_dist_partition') is null then pg_export_snapshot() end as at`;

/**
 * Runs `work` with several sessions of this account that all read the same moment of the database: what takes long is divided among
 * them. There are fewer where no other is free, so that nobody who has one waits for another. On a distributed database there is one. The
 * database refuses to write.
 */
export async function atOneMoment<T>(
  database: Database,
  actor: Actor,
  sessions: number,
  work: (tenants: Tenant[]) => Promise<T>,
): Promise<T> {
  const begin = 'begin isolation level repeatable read read only';
  const { limits } = database;
  const open = (opening: string, before: Tenant[], moment?: string): Promise<T> =>
    transact(database.copies, opening, async (client) => {
      const tenants = [...before, tenantOn(client, actor)];
      if (tenants.length >= sessions) return work(tenants);
      const at = moment ?? (await client.query<{ at: string | null }>(exportSnapshot)).rows[0]?.at;
      if (!at || !hasFree(database.copies)) return work(tenants);
      return open(openingFor(actor, `${begin}; set transaction snapshot '${at}'${limits}`), tenants, at);
    });
  return open(openingFor(actor, begin + limits), []);
}

const begins = ({ limits }: Database, begin = 'begin') => begin + limits;

/** Both ids are integers and safe as literals, so that one round trip opens and binds the transaction. */
function openingFor({ accountId, userId }: Actor, begin: string): string {
  if (!Number.isSafeInteger(accountId)) throw new TypeError('A transaction needs an account id');
  return `${begin}; set local crossdock.account_id = '${accountId}'; set local crossdock.user_id = '${userId === null ? '' : Number(userId)}'`;
}

function tenantOn(client: pg.PoolClient, { accountId, userId, actingAs = false, address = null, key }: Actor): Tenant {
  const copy = (statement: string) => copyOut(client, statement);
  const who = { accountId, userId, actingAs, address, keyName: key?.name ?? null, keyId: key?.id ?? null };
  return {
    ...who,
    db: boundTo(client),
    prepared: preparedOn(client),
    copyOut: copy,
    news: new Map(),
    newsForEveryone: new Set(),
    afterCommit: [],
  };
}

/**
 * Reads across accounts as the scheduler role: sees only what the `scheduler` policies show, and may only add jobs. For schedulers only.
 * Where a database node is lost, `work` is done again for accounts on the others, if it asks about those in `reach`. See `inReach`.
 */
export async function acrossAccounts<T>(database: Database, work: (db: Transaction<DB>, reach: Reach) => Promise<T>): Promise<T> {
  const { nodes } = database;
  const inAll = () => {
    const reach = nodes.reach();
    return transact(database.scheduler, begins(database), (client) => work(boundTo(client), reach));
  };
  try {
    return await inAll();
  } catch (error) {
    if (!isNodeLost(error) || !(await nodes.look().catch(() => false))) throw error;
    return inAll();
  }
}

/** A transaction without an account: it sees no tenant rows. For readiness. */
export function inNoAccount<T>(database: Database, work: (db: Transaction<DB>) => Promise<T>): Promise<T> {
  return transact(database.pool, begins(database, 'begin read only'), (client) => work(boundTo(client)));
}

/** A transaction that others kept from what it needs is run again. */
const mostTries = 4;
/** No further try begins then: somebody waits for the reply. */
const longestMs = 20_000;

async function transact<T>(pool: pg.Pool, opening: string, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const began = performance.now();
  for (let tries = 1; ; tries++) {
    try {
      return await transactOnce(pool, opening, work);
    } catch (error) {
      if (tries === mostTries || performance.now() - began > longestMs || !isUndone(error)) throw error;
    }
  }
}

async function transactOnce<T>(pool: pg.Pool, opening: string, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  const opened = client.query(opening);
  // Whoever waits for it further down is told.
  opened.catch(() => undefined);
  let broken: Error | undefined;
  try {
    // A connection that pipelines has the first statement right behind. If the opening failed, all that follows it fails.
    if (!pool.options.pipeline) await opened;
    const result = await work(client);
    await opened;
    await commit(client);
    return result;
  } catch (error) {
    const cause = await opened.then(
      () => error,
      (first) => first,
    );
    await client.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    throw cause;
  } finally {
    client.release(broken);
  }
}

/** Where a statement failed and `work` went on all the same, the database takes the rest back too: its reply alone says so. */
async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await client.query('commit');
  if (command === 'ROLLBACK') throw new Error('A statement of this transaction failed, so nothing of it was committed.');
}

/** Kysely over the open client. Its `transaction()` is not offered: this already is one. */
function boundTo(client: pg.PoolClient): Transaction<DB> {
  const borrowed = { query: client.query.bind(client), release: () => undefined };
  const pool: PostgresPool = { connect: async () => borrowed, end: async () => undefined, options: {} };
  return new Kysely<DB>({ dialect: new OneAccountDialect({ pool }) }) as Transaction<DB>;
}

const preparedOn =
  (client: pg.PoolClient): Tenant['prepared'] =>
  async (name, text, values) =>
    (await client.query({ name, text, values })).rows;

/** pg_notify carries at most 8,000 bytes: a long list of ids is omitted, which means "many". */
function messages(accountId: number, news: Map<string, Set<number>>): string[] {
  return [...news].map(([topic, ids]) =>
    JSON.stringify(ids.size > 0 && ids.size <= 200 ? { accountId, topic, ids: [...ids] } : { accountId, topic }),
  );
}
