import type { Result } from '../contract.ts';
import type { ExtensivClient, Query } from './client.ts';
import { because } from './reasons.ts';
import { above, all } from './rql.ts';
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

/** All records of a list that has two thousand at most. What is beyond them is not known, so a longer one is a failure and no list. */
export async function every(listed: Listed): Promise<Result<unknown[]>> {
  const found: unknown[] = [];
  for (let page = 0, after = '0'; page < mostPages; page += 1) {
    const read = await pageAfter(listed, after);
    if (!read.ok) return read;
    found.push(...read.value.raws);
    after = read.value.ids.at(-1) ?? after;
    if (!read.value.more) return { ok: true, value: found };
  }
  return { ok: false, failure: { kind: 'rejected', code: 'other', reason: because({ code: 'extensiv.too_many' }) } };
}
