import { z } from 'zod';
import type { Cursor, CursorStream, Page, Result } from '../contract.ts';
import { mapResult } from '../http/result.ts';
import { type Listed, type Paged, pageAfter } from './lists.ts';
import { inTheirs, moment } from './moments.ts';
import { all, from, upTo } from './rql.ts';
import { list } from './wire-values.ts';

type Read<T> = Pick<Page<T>, 'records' | 'unreadable' | 'readable' | 'gone'>;

/**
 * Pages of this API are cut by number, and shift while records change. So a walk reads what was modified since the one before in the order
 * of ids, which never change, each page from the last id on. What changes behind a walk is newer than the newest of its beginning, and the
 * next walk reads it. The vendor's own times alone are compared: they carry no zone.
 */
type Walk = {
  since: string;
  newest: string | null;
  after: string;
  read: number;
  /** When it began, by our clock. */
  began: string;
  /** How many it has read that the next walk would read again. */
  recent: number;
  /** What the walk before has seen of those: while that is all, there is nothing to read. */
  seen: string;
  /** Since when, by our clock; null once it is settled. */
  seenAt: string | null;
};

/** For transactions that end late, and because a clock without a zone goes back by an hour once a year. */
const overlapMs = 75 * 60_000;
/** No clock on earth is further ahead of UTC than 14 hours. What is dated later is so by mistake. */
const aheadMs = 15 * 3_600_000;
/** The zone of their times is not known when a stream begins. */
const anyZoneMs = 24 * 3_600_000;
/**
 * Their times may be of whole seconds: what changes twice within one looks as it did after the first time. And a change that ends late has
 * an earlier date than the newest. So what is near the newest is read once more after that time.
 */
const settlesMs = 60_000;
const modified = 'readonly.lastmodifieddate';

const walkIn = z.object({
  ...{ since: z.string(), newest: z.string().nullable(), after: z.string(), read: z.number(), recent: z.number(), seen: z.string() },
  ...{ began: z.string(), seenAt: z.string().nullable() },
});

/** A stream of what was modified in a list, as `take` reads its records. */
export function walkOf<T>(listed: Listed, take: (raws: unknown[]) => Promise<Result<Read<T>>>): CursorStream<T> {
  return {
    mode: 'cursor',
    async read(cursor, since) {
      const begun = await begin(listed, walkAt(cursor, listed.wholeFirst ? null : since));
      if (!begun.ok) return begun;
      const walk = begun.value;
      if (walk.newest === null) return { ok: true, value: { ...nothing, next: { ...walk }, more: false } };
      const page = await pageAfter(listed, walk.after, ...sinceOf(listed, walk));
      if (!page.ok) return page;
      const taken = await take(page.value.raws);
      return mapResult(taken, (records) => ({ ...records, ...onward(walk, page.value) }));
    },
  };
}

const nothing = { records: [], unreadable: [], gone: [] };

function walkAt(cursor: Cursor | null, since: Date | null): Walk {
  const first = since ? inTheirs(new Date(since.getTime() - anyZoneMs)) : '';
  const rest = { newest: null, after: '0', read: 0, began: '', recent: 0, seen: '', seenAt: null };
  return walkIn.safeParse(cursor).data ?? { since: first, ...rest };
}

const sinceOf = ({ changedSince = (since) => from(modified, since) }: Listed, { since }: Walk) => (since ? [changedSince(since)] : []);

/** A walk begins with the newest modification that there is: up to there, less the overlap, it has read all when it ends. */
async function begin(listed: Listed, walk: Walk): Promise<Result<Walk>> {
  if (walk.newest !== null) return { ok: true, value: walk };
  const found = await newestOf(listed, walk);
  const now = listed.now();
  return mapResult(found, ({ newest, total }) => {
    const isSettling = walk.seenAt !== null && now.getTime() - Date.parse(walk.seenAt) >= settlesMs;
    const isKnown = seenOf(newest, total) === walk.seen && !isSettling;
    return newest === null || isKnown ? walk : { ...walk, newest, began: now.toISOString() };
  });
}

type Newest = { newest: string | null; total: number };

/** What is dated in the future is read, and the next walk does not begin there: until then it would find nothing. */
async function newestOf(listed: Listed, walk: Walk): Promise<Result<Newest>> {
  const found = await newestBy(listed, walk);
  const latest = inTheirs(new Date(listed.now().getTime() + aheadMs));
  if (!found.ok || found.value.newest === null || found.value.newest <= latest) return found;
  const { total } = found.value;
  return mapResult(await newestBy(listed, walk, upTo(modified, latest)), ({ newest }) => ({
    ...{ newest: newest ?? (walk.since || longAgo), total },
  }));
}

async function newestBy(listed: Listed, walk: Walk, ...further: string[]): Promise<Result<Newest>> {
  const { client, operation, path, relation, conditions } = listed;
  const rql = all(...conditions, ...sinceOf(listed, walk), ...further) || null;
  const found = await client.get(operation, path, list(relation), { rql, sort: `-${modified}`, pgsiz: 1, pgnum: 1 });
  return mapResult(found, ({ records: [first], total }) => ({
    ...{ newest: first === undefined ? null : (modifiedIn(first) ?? (walk.since || longAgo)), total },
  }));
}

const seenOf = (newest: string | null, count: number) => `${newest} ${count}`;

const longAgo = '2000-01-01T00:00:00.000';

function onward(walk: Walk, { ids, raws, total, more }: Paged): Pick<Page<never>, 'next' | 'more' | 'total'> {
  const read = walk.read + raws.length;
  const since = inTheirs(new Date(Math.max(timeOf(walk.newest) - overlapMs, timeOf(walk.since))));
  const recent = walk.recent + raws.filter((raw) => (modifiedIn(raw) ?? '') >= since).length;
  const last = ids.at(-1);
  if (more && last !== undefined) return { next: { ...walk, after: last, read, recent }, more, total: walk.read + total };
  const seen = seenOf(walk.newest, recent);
  const next = { since, newest: null, after: '0', read: 0, began: '', recent: 0, seen, seenAt: firstSeen(walk, seen) };
  return { next, more: false, total: read };
}

/** Since when the newest of a walk is seen; null once a walk began so much later that nothing more can have that date. */
function firstSeen(walk: Walk, seen: string): string | null {
  if (seen !== walk.seen || walk.seenAt === null) return walk.began;
  return Date.parse(walk.began) - Date.parse(walk.seenAt) >= settlesMs ? null : walk.seenAt;
}

const timeOf = (theirs: string | null) => new Date(`${theirs || longAgo}Z`).getTime();

const modifiedIn = (raw: unknown): string | null => {
  const at = z.object({ readOnly: z.object({ lastModifiedDate: moment }) }).safeParse(raw).data?.readOnly.lastModifiedDate;
  return at ? inTheirs(at) : null;
};
