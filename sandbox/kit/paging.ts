import { z } from 'zod';
import { jsonIn } from './files.ts';

/** What the query of a list says, by name. */
export type Query = Record<string, string | undefined>;
/** A page of a list, and where it stands there. A paging form fills what it knows. */
export type Cut<T> = { records: T[]; total: number; page?: number; pages?: number; next?: string | null };
/** Which parameters of the query cut a page, and how. Null: the query is not understood. */
export type Paging<T> = { names: string[]; cut: (records: T[], query: Query) => Cut<T> | null };

const whole = z.coerce.number().int();

/** Pages by their number, or from an offset where that has a name. A size beyond `most` is refused, or cut where the vendor does so. */
export function numbered<T>(names: { page: string; size: string; offset?: string }, size: Size): Paging<T> {
  return {
    names: Object.values(names),
    cut(records, query) {
      const length = sizeIn(query[names.size], size);
      const page = whole.min(1).safeParse(query[names.page] ?? 1).data;
      const offset = whole.min(0).safeParse((names.offset && query[names.offset]) ?? ((page ?? 1) - 1) * (length ?? 1)).data;
      if (length === undefined || page === undefined || offset === undefined) return null;
      const total = records.length;
      return { records: records.slice(offset, offset + length), total, page, pages: Math.ceil(total / length) };
    },
  };
}

/** Pages that go on behind a record, which an opaque cursor names by what the list is sorted by: so nothing shifts. */
export function behind<T>(names: { cursor: string; size: string }, size: Size, placeOf: (record: T) => (number | string)[]): Paging<T> {
  return {
    names: Object.values(names),
    cut(records, query) {
      const length = sizeIn(query[names.size], size);
      const cursor = query[names.cursor];
      const place = cursor ? placeIn(cursor) : [];
      if (length === undefined || place === null) return null;
      const rest = cursor ? records.filter((record) => isBehind(placeOf(record), place)) : records;
      const page = rest.slice(0, length);
      const last = page.at(-1);
      return { records: page, total: records.length, next: last && rest.length > length ? cursorOf(placeOf(last)) : null };
    },
  };
}

/** How many a page has: unless it is said, and at most. `cuts`: more than that is no mistake, and gets as many. */
export type Size = { usual: number; most: number; cuts?: boolean };

function sizeIn(text: string | undefined, { usual, most, cuts = false }: Size): number | undefined {
  const size = whole.min(1).safeParse(text || usual).data;
  return size !== undefined && size > most ? (cuts ? most : undefined) : size;
}

export const cursorOf = (place: (number | string)[]) => Buffer.from(JSON.stringify(place)).toString('base64url');
const places = z.array(z.union([z.number(), z.string()]));

/** Null: it is no cursor. */
export const placeIn = (cursor: string): (number | string)[] | null =>
  places.safeParse(jsonIn(Buffer.from(cursor, 'base64url').toString())).data ?? null;

/** Whether a place is behind another in a list that is sorted by it. */
export function isBehind(place: (number | string)[], than: (number | string)[]): boolean {
  for (const [at, part] of place.entries()) {
    const other = than[at];
    if (other !== undefined && part !== other) return part > other;
  }
  return false;
}

/** A `Link` header (RFC 8288) of the pages around one: the same address with another page. */
export function pageLinks(address: string, name: string, { page = 1, pages = 1 }: Cut<unknown>): Record<string, string> {
  const link = (to: number, relation: string) => {
    const url = new URL(address);
    url.searchParams.set(name, String(to));
    return `<${url}>; rel="${relation}"`;
  };
  const links = [...(page > 1 ? [link(page - 1, 'prev')] : []), ...(page < pages ? [link(page + 1, 'next')] : [])];
  return links.length > 0 ? { link: links.join(', ') } : {};
}
