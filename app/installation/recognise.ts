import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/tables.ts';
import type { Columns } from '../../platform/columns.ts';
import type { Database } from '../../platform/db.ts';
import type { Store } from '../../platform/files/store.ts';
import { locks } from '../../platform/locks.ts';
import type { Log } from '../../platform/log.ts';
import { acrossAccounts } from '../../platform/tenant.ts';
import { type Judgement, judge, type Self, type Watched } from './judge.ts';
import { type MarkFile, readMarks } from './mark-files.ts';

type Means = { database: Database; store: Store; log: Log; baseUrl: string };
type Seen = Self & Columns<'installation', 'stopped'>;

/** Recognises a database that begins another life, or stops all that leaves. Returns whether it is recognised. One look; call it again. */
export function recogniser({ database, store, log, baseUrl }: Means): () => Promise<boolean> {
  let first: { at: number; moments: Map<string, number> } | undefined;
  const watch = (marks: MarkFile[]): Watched => {
    first ??= { at: Date.now(), moments: new Map(marks.map(({ worker, at }) => [worker, at.getTime()])) };
    const { at: since, moments } = first;
    return { ms: Date.now() - since, moved: marks.some(({ worker, at }) => moments.has(worker) && moments.get(worker) !== at.getTime()) };
  };
  return async () => {
    const marks = await readMarks(store);
    return acrossAccounts(database, async (db) => {
      await sql`select pg_advisory_xact_lock(${locks.recognising})`.execute(db);
      const self = await readSelf(db);
      if (self.life === self.now) return self.stopped === null;
      const judgement: Judgement = self.stopped === null ? judge(self, marks, baseUrl, watch(marks)) : { kind: 'newest' };
      if (judgement.kind === 'wait') return false;
      first = undefined;
      // Whatever leaves from now on is ahead of all that left before.
      const ahead = Math.max(self.mark, ...marks.flatMap(({ installation, mark }) => (installation === self.id ? mark : [])));
      await sql`update installation set life = ${self.now}, mark = ${ahead}, beat_at = now()`.execute(db);
      if (judgement.kind === 'newest') return self.stopped === null;
      log.warn({ reason: judgement.reason }, 'nothing is sent: this database may not be the newest of its installation');
      await sql`update installation set stopped = ${judgement.kind}, reason = ${judgement.reason}, stopped_at = now(), known_until = ${self.beatAt}`.execute(
        db,
      );
      return false;
    });
  };
}

async function readSelf(db: Transaction<DB>): Promise<Seen> {
  const { rows } = await sql<Seen>`
    select id, mark, life, database_life() as now, stopped, beat_at as "beatAt", now() as clock,
      coalesce(rested_at >= beat_at - interval '5 seconds', false) as rested,
      exists (select from connections) as "hasConnections"
    from installation`.execute(db);
  const [self] = rows;
  if (!self) throw new Error('The database does not say which installation it is of.');
  return self;
}
