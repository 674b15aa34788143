import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../../platform/db.ts';
import type { Store } from '../../../platform/files/store.ts';
import type { Files } from '../../../platform/files.ts';
import type { Log } from '../../../platform/log.ts';
import { acrossAccounts } from '../../../platform/tenant.ts';
import { stopBehind } from './behind.ts';
import { deleteOld, type MarkFile, readMarks, writeMark } from './mark-files.ts';
import { noticer } from './notice.ts';
import { processOf } from './process.ts';
import { forgetMarks, type Least, raiseMark, readLeast, readOpen } from './raise.ts';
import { nothingIsSent, recogniser } from './recognise.ts';
import { unwritableNoter } from './unwritable.ts';

/** A worker's part in knowing whether its database is the newest of its installation. */
export type Mark = {
  /**
   * Call it after effects were claimed, and before they leave: raises the mark in the database, and then in the file store. A database
   * that loses the claim is behind the file from then on. False where nothing may leave now, and where the file cannot be written: every
   * page says so then. Callers share a turn.
   */
  cover: () => Promise<boolean>;
  /** Says that this worker lives, and recognises a database that begins another life. Call it every few seconds. */
  beat: () => Promise<void>;
  /** Says that this worker ends in order. */
  release: () => Promise<void>;
};

type Means = { database: Database; files: Files; log: Log; baseUrl: string; databaseUrl: string };

const writeEveryMs = 5_000;

/** A clock that was set back is no reason to wait: others take a mark that does not move for that of a worker that has ended. */
const isDue = (written: MarkFile | undefined) => Math.abs(Date.now() - (written?.at.getTime() ?? 0)) >= writeEveryMs;

export function openMark(means: Means): Mark {
  const { database, files } = means;
  const recognise = recogniser({ ...means, store: files.store });
  const notice = noticer({ ...means, store: files.store });
  const own = ownFile(means);
  const raise = inTurns(raiser(means, own));
  return {
    // It is new where no worker was ever started: in tests and tools.
    cover: async () => ['open', 'new'].includes(await raise()),
    async beat() {
      const isFresh = own.lives() && !isDue(own.written()) && (await readOpen(database));
      if (!isFresh && ['new', 'closed'].includes(await raise()) && (await recognise())) await raise();
      // Of one that always sends, the mark is always fresh.
      const written = own.written();
      if (written && own.lives()) await notice(written);
    },
    async release() {
      await own.release();
      await acrossAccounts(database, (db) => sql`update installation set rested_at = now()`.execute(db));
    },
  };
}

type Own = ReturnType<typeof ownFile>;

/** This worker's own mark in the file store. */
function ownFile({ database, files: { store }, log, baseUrl, databaseUrl }: Means) {
  const worker = randomUUID();
  const itself = processOf(process.pid, databaseUrl);
  let written: MarkFile | undefined;
  const write = async (file: Pick<MarkFile, 'installation' | 'life' | 'mark' | 'released'>) => {
    const next = { ...file, worker, baseUrl, process: await itself, at: new Date(), kept: true };
    await writeMark(store, next);
    const isFirst = written === undefined;
    written = next;
    if (!isFirst) return;
    await deleteOld(store, next)
      .then((left) => forgetMarks(database, left))
      .catch((error) => log.warn({ error }, 'old marks are not deleted'));
  };
  const lives = () => written !== undefined && !written.released;
  const release = async () => {
    if (written && lives()) await write({ ...written, released: true });
  };
  return { worker, written: () => written, lives, write, release };
}

/** Raises the mark in the database, and then in the file. Returns whether something may leave, and else why not. */
function raiser({ database, files: { store }, log }: Means, own: Own): () => Promise<'open' | 'new' | 'closed' | 'unwritable'> {
  const noting = unwritableNoter(database, log, own.worker);
  return async () => {
    let least: Least | undefined = own.written();
    const open = least ? undefined : await readOpen(database);
    // A database may have been taken back while no worker ran. That files can be read does not say that they can be written to.
    const look = async () => {
      if (open) least = await readLeast(store, open);
    };
    if (!(await noting(look, false))) return 'unwritable';
    const raised = await raiseMark(database, own.worker, least);
    if (raised.life === null) return 'new';
    if (raised.mark === null) {
      if (raised.open && least && (await stopBehind(database, raised, await everyMark(store, own))))
        log.warn({ ...raised, least }, nothingIsSent);
      else if (own.lives()) await noting(own.release);
      return 'closed';
    }
    const { id: installation, life, mark } = raised;
    return (await noting(() => own.write({ installation, life, mark, released: false }))) ? 'open' : 'unwritable';
  };
}

/** All workers find the same database taken back: whoever finds it first stops it for the others too, even where files cannot be read. */
async function everyMark(store: Store, own: Own): Promise<MarkFile[]> {
  return [own.written() ?? [], await readMarks(store).catch(() => [])].flat();
}

/** One at a time; whoever calls in the meantime shares the next turn, which begins after the call. */
function inTurns<T>(work: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | undefined;
  let next: Promise<T> | undefined;
  const start = () => {
    const turn = work().finally(() => {
      if (current === turn) current = undefined;
    });
    current = turn;
    return turn;
  };
  return () => {
    if (!current) return start();
    next ??= current
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return start();
      });
    return next;
  };
}
