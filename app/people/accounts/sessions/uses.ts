import type { Column, Columns } from '../../../../platform/columns.ts';
import type { Log } from '../../../../platform/log.ts';
import type { Directory } from '../people/directory.ts';
import { longestSessionSeconds, sessionSeconds } from './cookie.ts';
import { endExpiredSessions } from './end-sessions.ts';

type Id = Column<'sessions', 'id'>;
/** `isExtended`: it is to last as long as a new one, from now on. */
export type Use = { sessionId: Id; userId: Column<'users', 'id'>; isExtended: boolean };

export type Uses = {
  /** Notes that a session is used. Returns whether that extends it, of which the browser has to hear: true once for each extension. */
  note: (use: Use) => boolean;
  /** Writes what was noted. */
  flush: () => Promise<void>;
  /** The same, for the last time. */
  close: () => Promise<void>;
};

const flushMs = 60_000;
const endingMs = 10 * 60_000;
/** So many sessions in use are written sooner. */
const mostNoted = 10_000;

/**
 * Notes which sessions of this process are used, and writes that for all of them once a minute, so that an ordinary request writes no table
 * that accounts share. A crash loses a minute of when people were seen; a session that was to be extended is at its next use. Every ten
 * minutes it deletes those that have expired.
 */
export function openUses(directory: Directory, log: Log): Uses {
  let noted = new Map<Id, Use>();
  let written = Promise.resolve();
  const flush = () => {
    const uses = [...noted.values()];
    noted = new Map();
    // After the current write, so that a flush waits for everything.
    written = written.then(() => write(directory, uses)).catch((error) => log.warn({ error }, 'use of sessions not written'));
    return written;
  };
  const endExpired = () => endExpiredSessions(directory).catch((error) => log.warn({ error }, 'expired sessions not deleted'));
  const timers = [setInterval(flush, flushMs).unref(), setInterval(endExpired, endingMs).unref()];
  return {
    flush,
    note(use) {
      const isExtended = use.isExtended && !noted.get(use.sessionId)?.isExtended;
      if (isExtended || !noted.has(use.sessionId)) noted.set(use.sessionId, use);
      if (noted.size >= mostNoted) void flush();
      return isExtended;
    },
    async close() {
      for (const timer of timers) clearInterval(timer);
      await flush();
    },
  };
}

/** In the order of ids: two processes that write at once wait for each other. A session's `updated_at` is when it was last used. */
async function write(directory: Directory, uses: Use[]): Promise<void> {
  if (uses.length === 0) return;
  await directory.query(
    `with used as materialized (
       select s.id, u.is_extended from unnest($1::bigint[], $2::boolean[]) as u (id, is_extended) join sessions s on s.id = u.id
       order by s.id for no key update of s
     )
     update sessions s set updated_at = now(), expires_at = case when used.is_extended
       then least(now() + make_interval(secs => $3), s.created_at + make_interval(secs => $4)) else s.expires_at end
     from used where s.id = used.id`,
    [uses.map(({ sessionId }) => sessionId), uses.map(({ isExtended }) => isExtended), sessionSeconds, longestSessionSeconds],
  );
  const people = await directory.query<Columns<'users', 'id'>>('select id from users where id = any($1::bigint[])', [
    uses.map(({ userId }) => userId),
  ]);
  await directory.query(
    `insert into last_visits (user_id, at) select id, now() from unnest($1::bigint[]) as id order by id
     on conflict (user_id) do update set at = excluded.at`,
    [people.map(({ id }) => id)],
  );
}
