import type { Page, Result } from '../contract.ts';
import { oneRecord, type Translated } from '../http/records.ts';
import { mapResult } from '../http/result.ts';
import { tooMuch } from '../http/whole-list.ts';
import type { NetsuiteClient, Orders } from './client.ts';
import { headOf, type Type } from './queries.ts';
import { because } from './reasons.ts';
import { rejected } from './refusals.ts';

type Row = Record<string, unknown>;
type Read<T> = Pick<Page<T>, 'records' | 'unreadable' | 'gone'>;

export const idsOf = (rows: unknown[]) => (rows as Row[]).map(({ id }) => String(id)).filter((id) => /^\d+$/.test(id));

/** Each by itself, so that a bad one does not take its page with it. */
export function pageOf<T>(translated: Translated<T>[]): Read<T> {
  const page: Read<T> = { records: [], unreadable: [], gone: [] };
  for (const each of translated) {
    if (each.ok) page.records.push(each.record);
    else page.unreadable.push(each.unreadable);
  }
  return page;
}

/** One order. SuiteQL gives no row both for one that is gone and for one that the role may not see: the record tells which. */
export async function oneOrder<T>(
  client: NetsuiteClient,
  { id, type, name }: { id: string; type: Type; name: Orders },
  read: (rows: unknown[]) => Promise<Result<Read<T>>>,
): Promise<Result<T>> {
  if (!/^\d+$/.test(id)) return { ok: false, failure: { kind: 'not_found', reason: because({ code: 'netsuite.no_id', id }) } };
  const found = await client.query(headOf(type, id), 1);
  if (!found.ok) return found;
  if (found.value.rows.length === 0) {
    const record = await client.record(name, id);
    return record.ok ? rejected('other', { code: 'netsuite.rows_hidden' }) : record;
  }
  const page = await read(found.value.rows);
  if (!page.ok) return page;
  return oneRecord(page.value.records, page.value.unreadable);
}

const pages = { size: 1000, most: 10 };

/** All rows of a query. More than ten pages of them are refused: a list that is cut would say that the others are not there. */
export async function everyRow(client: NetsuiteClient, query: string): Promise<Result<Row[]>> {
  const rows: Row[] = [];
  for (let page = 0; page < pages.most; page += 1) {
    const found = await client.query(query, pages.size, page * pages.size);
    if (!found.ok) return found;
    rows.push(...(found.value.rows as Row[]));
    if (!found.value.more) return { ok: true, value: rows };
  }
  return tooMuch('NetSuite');
}

/** What there is to choose from. */
export const namesOf = async (client: NetsuiteClient, query: string) =>
  mapResult(await everyRow(client, query), (rows) => rows.map(({ id, name }) => ({ id: String(id), name: String(name ?? id) })));
