import type { Reason, Result } from '../contract.ts';
import { inPieces } from '../http/pieces.ts';
import { idIn } from '../http/records.ts';
import { mapResult } from '../http/result.ts';
import type { Opened } from './opened.ts';
import { because } from './reasons.ts';
import { above, all, among, equals } from './rql.ts';
import { stockSummaries } from './wire-stock.ts';
import { list } from './wire-values.ts';

/** The stock of some items in a facility, whole, as of `leftAt`: `after` is the last of them, null where none comes after. */
export type StockPage = { raws: unknown[]; after: string | null; total: number; leftAt: Date };

/** The most that one reply gives (rels/inventory/stockdetails). */
export const size = 500;
/** Of one item, as of serial numbers. */
const mostPages = 40;
const item = 'itemidentifier.id';

/**
 * What lies in a facility, by the deliveries that it came with, in the order of items. An item whose rows go on beyond the page is read to
 * its end: its rows are added up.
 */
export async function stockPage(opened: Opened, facility: string, after: string): Promise<Result<StockPage>> {
  const page = await details(opened, facility, { rql: above(item, after), sort: `${item},receiveitemid` });
  if (!page.ok) return page;
  const { records, total, leftAt } = page.value;
  const ids = records.map(itemIdIn);
  if (!isSorted(ids, after)) return failed(because({ code: 'extensiv.unsorted' }));
  const last = ids.at(-1);
  if (!hasMore(page.value) || last === undefined) return { ok: true, value: { raws: records, after: null, total, leftAt } };
  const ofLast = records.filter((raw) => itemIdIn(raw) === last).map((raw) => idIn(raw, ['receiveItemId']) ?? '');
  if (!isSorted(ofLast, '0')) return failed(because({ code: 'extensiv.unsorted' }));
  const rest = await restOf(opened, facility, last, idIn(records.at(-1), ['receiveItemId']) ?? '0');
  return rest.ok ? { ok: true, value: { raws: [...records, ...rest.value], after: last, total, leftAt } } : rest;
}

async function restOf(opened: Opened, facility: string, of: string, last: string): Promise<Result<unknown[]>> {
  const rest: unknown[] = [];
  for (let read = 0, after = last; read < mostPages; read += 1) {
    const page = await details(opened, facility, { rql: all(equals(item, of), above('receiveitemid', after)), sort: 'receiveitemid' });
    if (!page.ok) return page;
    const ids = page.value.records.map((raw) => idIn(raw, ['receiveItemId']) ?? '');
    if (!isSorted(ids, after)) return failed(because({ code: 'extensiv.unsorted' }));
    rest.push(...page.value.records);
    after = ids.at(-1) ?? after;
    if (!hasMore(page.value)) return { ok: true, value: rest };
  }
  return failed({ code: 'too_much', system: 'Extensiv' });
}

async function details({ client, customer }: Opened, facility: string, query: { rql: string; sort: string }) {
  const read = await client.timed('list_stock', 'inventory/stockdetails', list('item'), {
    ...{ customerid: customer, facilityid: facility, pgsiz: size, pgnum: 1, ...query },
  });
  return mapResult(read, ({ body, leftAt }) => ({ ...body, leftAt }));
}

/** A server may give less than was asked. */
const hasMore = ({ records, total }: { records: unknown[]; total: number }) => records.length >= size || records.length < total;

function itemIdIn(raw: unknown): string {
  return typeof raw === 'object' && raw !== null && 'itemIdentifier' in raw ? (idIn(raw.itemIdentifier, ['id']) ?? '') : '';
}

/** A sort that is not understood is ignored there without a word: items would be missed. */
const isSorted = (ids: string[], after: string) =>
  ids.every((id, at) => /^\d{1,18}$/.test(id) && Number(id) >= Number(ids[at - 1] ?? after));

const failed = (reason: Reason) => ({ ok: false, failure: { kind: 'rejected', code: 'other', reason } }) as const;

/** So many items fit into an address that IIS takes. */
const itemsAtOnce = 50;

/** Of an item: what is allocated to orders, and what was ordered and is not, as of one moment. */
export type Demand = { allocated: number; unallocated: number };

/** What orders there want of each item, allocated or not: what is not is still counted as available. */
export async function demandOf({ client }: Opened, facility: string, items: string[]): Promise<Result<Map<string, Demand>>> {
  const demand = new Map<string, Demand>();
  for (const some of inPieces(items, itemsAtOnce)) {
    const rql = all(equals('facilityid', facility), among(item, some));
    const query = { rql, orderednotallocated: 'true', pgsiz: size, pgnum: 1 };
    const read = await client.get('list_stock_totals', 'inventory/stocksummaries', stockSummaries, query);
    if (!read.ok) return read;
    if (read.value.summaries.length < read.value.totalResults) return failed({ code: 'too_much', system: 'Extensiv' });
    for (const { itemIdentifier, facilityId, allocated, orderedNotAllocated } of read.value.summaries) {
      const before = demand.get(itemIdentifier.id) ?? { allocated: 0, unallocated: 0 };
      if (facilityId === facility)
        demand.set(itemIdentifier.id, {
          allocated: before.allocated + allocated,
          unallocated: before.unallocated + orderedNotAllocated,
        });
    }
  }
  return { ok: true, value: demand };
}
