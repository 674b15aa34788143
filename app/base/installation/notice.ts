import { sql } from 'kysely';
import type { Database } from '../../../platform/db.ts';
import { tellEveryone } from '../../../platform/events.ts';
import type { Store } from '../../../platform/files/store.ts';
import type { Log } from '../../../platform/log.ts';
import { acrossAccounts } from '../../../platform/tenant.ts';
import { stopBehind } from './behind.ts';
import { type MarkFile, readMarks } from './mark-files.ts';
import { nothingIsSent, withoutEnded } from './recognise.ts';
import { type StopReason, wordStop } from './stop-reasons.ts';

type Means = { database: Database; store: Store; log: Log; databaseUrl: string };

const everyMs = 15_000;
/** A worker that had written while its database was being restarted takes its mark back within seconds. */
const goesOnMs = 8_000;

/**
 * Notices that a copy of this database works with the same files: somebody said of it that it lives, while this one went on. Nothing leaves
 * from here then, until a person says which one does. And that the database has lost what a worker raised. Call it with this worker's own
 * mark whenever that was written; it looks now and then.
 */
export function noticer({ database, store, log, databaseUrl }: Means): (own: MarkFile) => Promise<void> {
  const firstSeen = new Map<string, number>();
  let lookedAt = 0;
  return async (own) => {
    // Its clock may have been set back.
    if (Math.abs(own.at.getTime() - lookedAt) < everyMs) return;
    lookedAt = own.at.getTime();
    const marks = await readMarks(store);
    // A worker that has died cannot look itself.
    const ofThisLife = marks.filter(({ life }) => life === own.life);
    if (await stopBehind(database, { id: own.installation, life: own.life }, ofThisLife)) {
      log.warn(own, nothingIsSent);
      return;
    }
    const others = (await withoutEnded(marks, databaseUrl)).filter(
      ({ installation, life, released }) => installation === own.installation && life !== own.life && !released,
    );
    for (const { worker, at } of others) if (!firstSeen.has(worker)) firstSeen.set(worker, at.getTime());
    if (!others.some(({ worker, at }) => at.getTime() - (firstSeen.get(worker) ?? 0) >= goesOnMs)) return;
    firstSeen.clear();
    const reason: StopReason = { code: 'copy_works' };
    await acrossAccounts(database, async (db) => {
      const { numAffectedRows = 0n } = await sql`
        update installation set stopped = 'copy', reason = ${JSON.stringify(reason)}, stopped_at = now(), known_until = beat_at
        where stopped is null and life = ${own.life}`.execute(db);
      if (numAffectedRows === 0n) return;
      log.warn({ reason: wordStop(reason) }, nothingIsSent);
      await tellEveryone(db, 'connections');
    });
  };
}
