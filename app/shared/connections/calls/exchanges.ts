import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import type { Database } from '../../../../platform/db.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import { inSets } from '../../../../platform/in-sets.ts';
import type { Log } from '../../../../platform/log.ts';
import { linesOf, packLines } from '../../../../platform/packed-lines.ts';
import { type Tenant, withoutPerson } from '../../../../platform/tenant.ts';
import type { ExchangeEntry, ExchangeLog } from '../../../base/worker-context.ts';

/** How long an exchange waits to be written in a batch. A crash loses at most this much of the log, and no order. */
const flushMs = 250;

/** Buffers the exchanges of this process and writes them in batches, so that the log is cheap. */
export function bufferedExchanges(database: Database, log: Log): ExchangeLog {
  let waiting: ExchangeEntry[] = [];
  let timer: NodeJS.Timeout | undefined;
  let written = Promise.resolve();
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const entries = waiting;
    waiting = [];
    // After the current write, so that a flush waits for everything.
    written = written.then(() => writeAll(entries));
    return written;
  };
  const writeAll = async (entries: ExchangeEntry[]) => {
    for (const [accountId, those] of byAccount(entries)) {
      await write(database, accountId, those).catch((error) =>
        log.warn({ error, account: accountId, lost: those.length }, 'exchange log not written'),
      );
    }
  };
  return {
    flush,
    add(entry) {
      waiting.push(entry);
      timer ??= setTimeout(flush, flushMs);
    },
  };
}

function byAccount(entries: ExchangeEntry[]): Map<number, ExchangeEntry[]> {
  return Map.groupBy(entries, ({ accountId }) => accountId);
}

async function write(database: Database, accountId: number, entries: ExchangeEntry[]): Promise<void> {
  const rows = entries.map(({ connectionId, userId, tookMs, at, operation, subject, method, url, status, outcome, reason }, line) => ({
    ...{
      connection_id: connectionId,
      user_id: userId,
      took_ms: tookMs,
      at,
      operation,
      subject,
      method,
      url,
      status,
      outcome,
      reason,
      line,
    },
  }));
  const bodies = packLines(entries.map(({ request, response }) => JSON.stringify([request, response])));
  await withoutPerson(database, accountId, (tenant) =>
    sql`
      with bodies as (insert into exchange_bodies (account_id, at, packed) values (${accountId}, ${entries.at(-1)?.at}, ${bodies})
        returning id)
      insert into exchanges (account_id, connection_id, user_id, at, operation, subject, method, url, status, took_ms, outcome, reason,
        bodies_id, line)
      select ${accountId}, connection_id, user_id, at, operation, subject, method, url, status, took_ms, outcome, reason, bodies.id, line
      from bodies cross join json_to_recordset(${JSON.stringify(rows)}::json) as row (connection_id bigint, user_id bigint, at timestamptz,
        operation text, subject text,
        method text, url text, status int, took_ms int, outcome text, reason jsonb, line int) returning 1`.execute(tenant.db),
  );
}

/** The headers and bodies of an exchange; null when they are no longer kept. */
export async function readBodies(
  tenant: Tenant,
  bodiesId: number | null,
  line: number | null,
): Promise<Pick<ExchangeEntry, 'request' | 'response'>> {
  const { rows } = await sql<Columns<'exchange_bodies', 'packed'>>`
    select packed from exchange_bodies where ${inAccount(tenant)} and id = ${bodiesId}`.execute(tenant.db);
  const lines = rows[0] ? await linesOf(rows[0].packed) : [];
  const [request, response] = JSON.parse(lines[line ?? 0] ?? '[null, null]') as [unknown, unknown];
  return { request, response };
}

const bodyDays = 14;
const atOnce = 5_000;

/** Deletes the headers and bodies of exchanges older than 14 days; the call, its time and outcome stay. */
export async function dropOldBodies(database: Database, accountId: number): Promise<void> {
  await withoutPerson(database, accountId, (tenant) =>
    sql`delete from exchange_bodies where ${inAccount({ accountId })} and at < now() - make_interval(days => ${bodyDays})`.execute(
      tenant.db,
    ),
  );
}

/** Deletes exchanges that are older, oldest first, in short transactions. They are written in the order of their time. */
export async function deleteOldExchanges(database: Database, accountId: number, keptDays: number): Promise<void> {
  await inSets(database, accountId, atOnce, async ({ db }) => {
    const { numAffectedRows } = await sql`
      with oldest as (select id, at from exchanges where ${inAccount({ accountId })} order by id limit ${atOnce})
      delete from exchanges x using oldest
      where ${inAccount({ accountId }, 'x')} and x.id = oldest.id and oldest.at < now() - make_interval(days => ${keptDays})`.execute(db);
    return Number(numAffectedRows);
  });
}
