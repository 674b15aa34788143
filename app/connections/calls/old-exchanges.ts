import { sql } from 'kysely';
import type { Database } from '../../../platform/db.ts';
import { inTenant } from '../../../platform/tenant.ts';

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
