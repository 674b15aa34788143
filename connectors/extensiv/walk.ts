import { z } from 'zod';
import type { Cursor, CursorStream, Page, Result } from '../contract.ts';
import { mapResult } from '../http/result.ts';
import type { ExtensivClient, Query } from './client.ts';
import { inTheirs, moment } from './moments.ts';
import { because } from './reasons.ts';
import { above, all, from, upTo } from './rql.ts';
import { list } from './wire-values.ts';

/** A list whose records say when they were last modified. `idName`: the RQL name of their id, which is at `idOf` of a record. */
export type Listed = {
  client: ExtensivClient;
  now: () => Date;
  operation: string;
  path: string;
  relation: string;
  query?: Query;
  conditions: string[];
  idName: string;
  idOf: (raw: unknown) => string | null;
  size: number;
  /** What was changed since a time of theirs; by its last modification unless said. */
  changedSince?: (since: string) => string;
  /** The first walk reads all, whenever it was modified. */
  wholeFirst?: boolean;
};

type Read<T> = Pick<Page<T>, 'records' | 'unreadable' | 'gone'>;

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
  /** How many it has read that the next walk would read again. */
  recent: number;
  /** What the walk before has seen of those: while that is all, there is nothing to read. */
  seen: string;
};

/** For transactions that end late, and because a clock without a zone goes back by an hour once a year. */
const overlapMs = 75 * 60_000;
/** No clock on earth is further ahead of UTC than 14 hours. What is dated later is so by mistake. */
const aheadMs = 15 * 3_600_000;
/** The zone of their times is not known when a stream begins. */
const anyZoneMs = 24 * 3_600_000;
const modified = 'readonly.lastmodifieddate';

const walkIn = z.object({
  ...{ since: z.string(), newest: z.string().nullable(), after: z.string(), read: z.number(), recent: z.number(), seen: z.string() },
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
  return walkIn.safeParse(cursor).data ?? { since: first, newest: null, after: '0', read: 0, recent: 0, seen: '' };
}

const sinceOf = ({ changedSince = (since) => from(modified, since) }: Listed, { since }: Walk) => (since ? [changedSince(since)] : []);

/** A walk begins with the newest modification that there is: up to there, less the overlap, it has read all when it ends. */
async function begin(listed: Listed, walk: Walk): Promise<Result<Walk>> {
  if (walk.newest !== null) return { ok: true, value: walk };
  const found = await newestOf(listed, walk);
  return mapResult(found, ({ newest, total }) => (newest === null || seenOf(newest, total) === walk.seen ? walk : { ...walk, newest }));
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
  const next = { since, newest: null, after: '0', read: 0, recent: 0, seen: seenOf(walk.newest, recent) };
  return { next, more: false, total: read };
}

const timeOf = (theirs: string | null) => new Date(`${theirs || longAgo}Z`).getTime();

const modifiedIn = (raw: unknown): string | null => {
  const at = z.object({ readOnly: z.object({ lastModifiedDate: moment }) }).safeParse(raw).data?.readOnly.lastModifiedDate;
  return at ? inTheirs(at) : null;
};

/** `more`: others come after it, as a page that is full says, and a count of more than it shows: a server may give less than was asked. */
export type Paged = { raws: unknown[]; ids: string[]; total: number; more: boolean };

/**
 * The records after an id, in the order of ids. A parameter that is not understood is ignored without a word there (rels/auth), so the
 * order is checked: an unsorted page would have records missed.
 */
export async function pageAfter(listed: Listed, after: string, ...conditions: string[]): Promise<Result<Paged>> {
  const { client, operation, path, relation, query = {}, idName, idOf, size } = listed;
  const rql = all(...listed.conditions, ...conditions, above(idName, after));
  const page = await client.get(operation, path, list(relation), { ...query, rql, sort: idName, pgsiz: size, pgnum: 1 });
  if (!page.ok) return page;
  const { records: raws, total } = page.value;
  const ids = raws.map((raw) => idOf(raw) ?? '');
  const isSorted = ids.every((id, at) => /^\d{1,18}$/.test(id) && Number(id) > Number(ids[at - 1] ?? after));
  if (isSorted) return { ok: true, value: { raws, ids, total, more: ids.length >= size || ids.length < total } };
  return { ok: false, failure: { kind: 'rejected', code: 'other', reason: because({ code: 'extensiv.unsorted' }) } };
}

const mostPages = 20;

/** All records of a short list. */
export async function every(listed: Listed): Promise<Result<unknown[]>> {
  const found: unknown[] = [];
  for (let page = 0, after = '0'; page < mostPages; page += 1) {
    const read = await pageAfter(listed, after);
    if (!read.ok) return read;
    found.push(...read.value.raws);
    after = read.value.ids.at(-1) ?? after;
    if (!read.value.more) return { ok: true, value: found };
  }
  return { ok: false, failure: { kind: 'rejected', code: 'other', reason: { code: 'too_much', system: 'Extensiv' } } };
}
