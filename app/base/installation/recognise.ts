import { sql, type Transaction } from 'kysely';
import type { DB } from '../../../db/tables.ts';
import type { Columns } from '../../../platform/columns.ts';
import type { Database } from '../../../platform/db.ts';
import { tellEveryone } from '../../../platform/events.ts';
import type { Store } from '../../../platform/files/store.ts';
import { inAnyAccount } from '../../../platform/in-account.ts';
import { locks } from '../../../platform/locks.ts';
import type { Log } from '../../../platform/log.ts';
import { acrossAccounts } from '../../../platform/tenant.ts';
import { type Judgement, judge, type Self, type Watched } from './judge.ts';
import { type MarkFile, readMarks } from './mark-files.ts';
import { hasEnded } from './process.ts';
import { newSequences } from './sequences.ts';
import { wordStop } from './stop-reasons.ts';

type Means = { database: Database; store: Store; log: Log; baseUrl: string; databaseUrl: string };
type Seen = Self & Columns<'installation', 'stopped'>;

/** A mark that did not move for so long is of a worker that has ended. Those that live are written every five seconds. */
const stillMs = 8_000;

/**
 * Recognises a database that begins another life, or stops all that leaves. Returns whether it is recognised. One look; call it again. How
 * long it has watched is told by the clock that nobody sets: a worker that lives would have had no time to write.
 */
export function recogniser({ database, store, log, baseUrl, databaseUrl }: Means): () => Promise<boolean> {
  let since: number | undefined;
  const moments = new Map<string, { at: number; movedAt: number | null }>();
  const watch = (marks: MarkFile[], { now }: Self): Watched => {
    since ??= performance.now();
    const others = marks.filter(({ life, released }) => life !== now && !released);
    for (const { worker, at } of others) {
      const moment = moments.get(worker);
      if (moment?.at !== at.getTime()) moments.set(worker, { at: at.getTime(), movedAt: moment ? performance.now() : null });
    }
    const moved = others.some(({ worker }) => performance.now() - (moments.get(worker)?.movedAt ?? Number.NEGATIVE_INFINITY) < stillMs);
    return { ms: performance.now() - since, moved };
  };
  return async () => {
    const marks = await withoutEnded(await readMarks(store), databaseUrl);
    return acrossAccounts(database, async (db) => {
      await sql`select pg_advisory_xact_lock(${locks.recognising})`.execute(db);
      const self = await readSelf(db);
      if (self.life === self.now) return self.stopped === null;
      const judgement: Judgement = self.stopped === null ? judge(self, marks, baseUrl, watch(marks, self)) : { kind: 'newest' };
      if (judgement.kind === 'wait') return false;
      since = undefined;
      moments.clear();
      // Whatever leaves from now on is ahead of all that left before.
      const ahead = Math.max(self.mark, ...marks.flatMap(({ installation, mark }) => (installation === self.id ? mark : [])));
      // What the life before gave its last events may be lost with them.
      await sql`update installation set life = ${self.now}, mark = ${ahead}, beat_at = now(),
        sequences_after = (select case when life is null then sequences_after else ${newSequences} end)`.execute(db);
      // Open pages say so.
      await tellEveryone(db, 'connections');
      if (judgement.kind === 'newest') return self.stopped === null;
      log.warn({ reason: wordStop(judgement.reason) }, nothingIsSent);
      await sql`update installation set stopped = ${judgement.kind}, reason = ${JSON.stringify(judgement.reason)}, stopped_at = now(),
        known_until = ${self.beatAt}, cursors_after = ${newSequences}`.execute(db);
      return false;
    });
  };
}

export const nothingIsSent = 'nothing is sent: this database may not be the newest of its installation';

/** Nobody writes the mark of a worker that has certainly ended, so nobody has to watch it. */
export const withoutEnded = (marks: MarkFile[], databaseUrl: string): Promise<MarkFile[]> =>
  Promise.all(
    marks.map(async (mark) => ({ ...mark, released: mark.released || (mark.process ? await hasEnded(mark.process, databaseUrl) : false) })),
  );

async function readSelf(db: Transaction<DB>): Promise<Seen> {
  const { rows } = await sql<Seen>`
    select id, mark, life, database_life() as now, stopped, beat_at as "beatAt", now() as clock,
      coalesce(rested_at >= beat_at - interval '5 seconds', false) as rested,
      exists (select 1 from connections where ${inAnyAccount()}) as "hasConnections"
    from installation`.execute(db);
  const [self] = rows;
  if (!self) throw new Error('The database does not say which installation it is of.');
  return self;
}
