import type { Row } from './filter.ts';
import type { EntityType, Query } from './query.ts';

/** How many records a list returns, and how many each expanded collection of a listed record. */
export const mostOnPage = 20;

export type Page = { value: object[]; '@odata.nextLink'?: string };

/** Rows in the order of their ids, as the query wants them; `address` is the request's own, for the link to the next page. */
export function pageOf(rows: Iterable<object>, type: EntityType, query: Query, address: URL): Page {
  const size = Math.min(mostOnPage, query.top);
  const matching: object[] = [];
  for (const row of inOrder(rows, query)) {
    if (query.filter(row as Row)) matching.push(row);
    if (matching.length > query.skip + size) break;
  }
  const onPage = matching.slice(query.skip, query.skip + size);
  const value = onPage.map((row) => render(row as Row, type, query, cutter(address)));
  return matching.length > query.skip + size && query.top > size
    ? { value, '@odata.nextLink': nextLink(address, query.skip + size) }
    : { value };
}

/** One record with its expanded collections. Read by its id, these are complete; in a list `cut` shortens them. */
export function render(row: Row, type: EntityType, query: Query, cut: Cut = whole, root: Row = row): object {
  const fields = type.fields.filter((field) => query.select?.includes(field) ?? true);
  const record: Row = Object.fromEntries(fields.map((field) => [field, row[field] ?? null]));
  for (const [name, inner] of Object.entries(query.expand)) {
    const navigation = type.navigations[name];
    if (!navigation) continue;
    const rows = navigation.rows(row as never, root as never).filter((one) => inner.filter(one as Row));
    const { shown, link } = cut(`${type.set}(${row.ID})/${name}`, rows);
    record[name] = shown.map((one) => render(one as Row, navigation.type(), inner, cut, root));
    if (link) record[`${name}@odata.nextLink`] = link;
  }
  return record;
}

type Cut = (path: string, rows: readonly object[]) => { shown: readonly object[]; link?: string };
const whole: Cut = (_path, rows) => ({ shown: rows });

function cutter(address: URL): Cut {
  return (path, rows) => {
    if (rows.length <= mostOnPage) return { shown: rows };
    const link = new URL(`${path}?$skip=${mostOnPage}`, `${address.origin}${address.pathname.replace(/[^/]*$/, '')}`);
    return { shown: rows.slice(0, mostOnPage), link: link.href };
  };
}

function inOrder(rows: Iterable<object>, { orderBy }: Query): Iterable<object> {
  if (!orderBy || (orderBy.field === 'ID' && !orderBy.descending)) return rows;
  const sign = orderBy.descending ? -1 : 1;
  const sorted = (row: object) => (row as Row)[orderBy.field] as string | number;
  return [...rows].sort((a, b) => (sorted(a) < sorted(b) ? -sign : sorted(a) > sorted(b) ? sign : 0));
}

function nextLink(address: URL, skip: number): string {
  const next = new URL(address);
  next.searchParams.set('$skip', String(skip));
  return next.href;
}
