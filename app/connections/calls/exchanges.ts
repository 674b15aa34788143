import { sql } from 'kysely';
import type { Database } from '../../../platform/db.ts';
import type { Log } from '../../../platform/log.ts';
import { inTenant } from '../../../platform/tenant.ts';
import type { ExchangeEntry, ExchangeLog } from '../../engine.ts';

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

function write(database: Database, accountId: number, entries: ExchangeEntry[]): Promise<unknown> {
  const rows = entries.map(({ accountId: _, connectionId: connection_id, userId: user_id, tookMs: took_ms, ...rest }) => ({
    connection_id,
    user_id,
    took_ms,
    ...rest,
  }));
  return inTenant(database, { accountId, userId: null }, (tenant) =>
    sql`
      insert into exchanges (account_id, connection_id, user_id, at, operation, subject, method, url, status, took_ms, outcome, request, response)
      select ${accountId}, connection_id, user_id, at, operation, subject, method, url, status, took_ms, outcome, request, response
      from json_to_recordset(${JSON.stringify(rows)}::json) as row (connection_id bigint, user_id bigint, at timestamptz, operation text, subject text, method text, url text,
        status int, took_ms int, outcome text, request jsonb, response jsonb)`.execute(tenant.db),
  );
}

const bodyDays = 14;
const keptDays = 30;
const atOnce = 5_000;

/** Deletes the bodies of exchanges older than 14 days; the call, its time and outcome stay. */
export async function dropOldBodies(database: Database, accountId: number): Promise<void> {
  await inTenant(database, { accountId, userId: null }, (tenant) =>
    sql`update exchanges set request = null, response = null
      where account_id = ${accountId} and at < now() - make_interval(days => ${bodyDays}) and (request is not null or response is not null)`.execute(
      tenant.db,
    ),
  );
}

/** Deletes exchanges older than 30 days, oldest first, in short transactions. They are written in the order of their time. */
export async function deleteOldExchanges(database: Database, accountId: number): Promise<void> {
  for (let deleted = atOnce; deleted === atOnce; ) {
    deleted = await inTenant(database, { accountId, userId: null }, async ({ db }) => {
      const { numAffectedRows } = await sql`
        with oldest as (select id, at from exchanges where account_id = ${accountId} order by id limit ${atOnce})
        delete from exchanges x using oldest
        where x.account_id = ${accountId} and x.id = oldest.id and oldest.at < now() - make_interval(days => ${keptDays})`.execute(db);
      return Number(numAffectedRows);
    });
  }
}
