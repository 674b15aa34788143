import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../../platform/db.ts';
import type { Files } from '../../../platform/files.ts';
import type { Log } from '../../../platform/log.ts';
import { acrossAccounts } from '../../../platform/tenant.ts';
import { stopBehind } from './by-hand.ts';
import { deleteOld, type MarkFile, writeMark } from './mark-files.ts';
import { noticer } from './notice.ts';
import { processOf } from './process.ts';
import { greatest, type Least, raiseMark, readLeast, readOpen } from './raise.ts';
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

export function openMark({ database, files: { store }, log, baseUrl, databaseUrl }: Means): Mark {
  const worker = randomUUID();
  const recognise = recogniser({ database, store, log, baseUrl, databaseUrl });
  const notice = noticer({ database, store, log, databaseUrl });
  const itself = processOf(process.pid, databaseUrl);
  let written: MarkFile | undefined;
  const write = async (file: Omit<MarkFile, 'worker' | 'at' | 'baseUrl' | 'process'>) => {
    const next = { ...file, worker, baseUrl, process: await itself, at: new Date() };
    await writeMark(store, next);
    const isFirst = written === undefined;
    written = next;
    if (isFirst) await deleteOld(store, next).catch((error) => log.warn({ error }, 'old marks are not deleted'));
  };
  const noting = unwritableNoter(database, log);
  const raise = inTurns(async () => {
    let least: Least | undefined = written;
    const open = written ? undefined : await readOpen(database);
    // A database may have been taken back while no worker ran. That files can be read does not say that they can be written to.
    const look = async () => {
      if (open) least = await readLeast(store, open);
    };
    if (!(await noting(look, false))) return 'unwritable';
    const raised = await raiseMark(database, least);
    if (raised.life === null) return 'new';
    if (raised.mark === null) {
      const last = written;
      if (raised.open && least && (await stopBehind(database, await greatest(store, least)))) log.warn({ ...raised, least }, nothingIsSent);
      else if (last && !last.released) await noting(() => write({ ...last, released: true }));
      return 'closed';
    }
    const { id: installation, life, mark } = raised;
    return (await noting(() => write({ installation, life, mark, released: false }))) ? 'open' : 'unwritable';
  });
  return {
    // It is new where no worker was ever started: in tests and tools.
    cover: async () => ['open', 'new'].includes(await raise()),
    async beat() {
      if (written && !written.released && Date.now() - written.at.getTime() < writeEveryMs && (await readOpen(database))) return;
      if (['new', 'closed'].includes(await raise()) && (await recognise())) await raise();
      if (written && !written.released) await notice(written);
    },
    async release() {
      if (written && !written.released) await write({ ...written, released: true });
      await acrossAccounts(database, (db) => sql`update installation set rested_at = now()`.execute(db));
    },
  };
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
