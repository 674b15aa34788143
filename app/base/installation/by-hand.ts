import { type RawBuilder, sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import type { Database } from '../../../platform/db.ts';
import { tellEveryone } from '../../../platform/events.ts';
import { acrossAccounts, type Tenant } from '../../../platform/tenant.ts';
import { newSequences } from './sequences.ts';
import { type StopReason, wordStop } from './stop-reasons.ts';

/**
 * A person says that this database is the one that lives, and that it was restored or copied: it is compared with everything outside
 * before anything leaves. Workers do that.
 */
export async function sayRestored(database: Database): Promise<void> {
  await acrossAccounts(database, async (db) => {
    await restored({ code: 'restored_by_hand' }).execute(db);
    await tellEveryone(db, 'connections');
  });
}

type Stop = { reason: string };

/** Why nothing is sent from this installation; undefined while it sends. */
export const readStop = (tenant: Pick<Tenant, 'db'>): Promise<Stop | undefined> => reasonWhere(tenant, sql<boolean>`stopped is not null`);

/** A copy that waits for a person to say which one lives, and why it is taken for one; undefined where none waits. */
export const readCopy = (tenant: Pick<Tenant, 'db'>): Promise<Stop | undefined> => reasonWhere(tenant, sql<boolean>`stopped = 'copy'`);

async function reasonWhere({ db }: Pick<Tenant, 'db'>, stopped: RawBuilder<boolean>): Promise<Stop | undefined> {
  const { rows } = await sql<Columns<'installation', 'reason'>>`select reason from installation where ${stopped}`.execute(db);
  return rows[0] && { reason: wordStop(rows[0].reason) };
}

/** The same as `sayRestored` of a copy that waits for it. Returns false where none does: then nothing changes. */
export async function sayLives({ db }: Pick<Tenant, 'db'>, reason: StopReason): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`${restored(reason)} where stopped = 'copy'`.execute(db);
  return numAffectedRows > 0n;
}

/** Sets that it was restored. Whoever runs it adds where. */
export const restored = (reason: StopReason): RawBuilder<unknown> =>
  sql`update installation set stopped = 'restored', reason = ${JSON.stringify(reason)}, stopped_at = now(), known_until = coalesce(case
    when stopped is not null then known_until end, beat_at), sequences_after = ${newSequences}, cursors_after = ${newSequences}`;
