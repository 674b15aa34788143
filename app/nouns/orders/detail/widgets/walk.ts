import { href } from 'react-router';
import { call } from '../../../../../platform/call.ts';
import type { Input } from '../../../../../platform/endpoint.ts';
import type { IssueType } from '../../../../shared/issues/issue.ts';
import { type LastList, lastList, rememberList } from '../../../../ui/list/pages/last-list.ts';
import { listOrdersCall } from '../../../order-flow/contract/orders.ts';

export type Step = 1 | -1;

/** The address of the order beside the one at this place of a list; undefined at its end. */
export async function rowBeside(list: LastList, at: number, step: Step): Promise<string | undefined> {
  return list.rows[at + step] ?? (await rowOfOtherPage(list, step));
}

/**
 * The address of the order after this one of those that wait. Who mends an order takes it out of the list, and the ones behind move up:
 * at the end of a page those that came into it since are next, before the page after.
 */
export async function nextOfWaiting(list: LastList, at: number): Promise<string | undefined> {
  if (list.rows[at + 1] !== undefined || !list.after) return await rowBeside(list, at, 1);
  const { searchParams } = new URL(list.after, location.origin);
  searchParams.set('page', String(Number(searchParams.get('page')) - 1));
  const { rows, remember } = await readPage(list, searchParams);
  const first = rows.find((row) => !list.rows.includes(row));
  if (first) remember();
  return first ?? (await rowBeside(list, at, 1));
}

/** The first order of the page after, or the last one of the page before; undefined where there is none. */
async function rowOfOtherPage(list: LastList, step: Step): Promise<string | undefined> {
  const beside = step > 0 ? list.after : list.before;
  if (!beside) return undefined;
  const { rows, remember } = await readPage(list, new URL(beside, location.origin).searchParams);
  remember();
  return step > 0 ? rows[0] : rows.at(-1);
}

/** The orders of another page of a list, or of the same one again; `remember` makes it the list that one came from. */
async function readPage(list: LastList, params: URLSearchParams): Promise<{ rows: string[]; remember: () => void }> {
  const page = await call(listOrdersCall, { query: Object.fromEntries(params) as unknown as ListQuery });
  const rows = page.data.map(addressOf);
  const search = new URLSearchParams(list.search);
  search.set('page', String(page.current_page));
  return { rows, remember: () => rememberList(lastList({ path: list.path, search: `?${search}` }, rows, page)) };
}

/** Whether a list is of orders that wait for a person. */
export function isOfWaiting({ search }: LastList): boolean {
  const filter = new URLSearchParams(search);
  return filter.get('view') === 'attention' || Boolean(filter.get('issue'));
}

/** The issue that all orders of a list have. */
export const issueOf = ({ search }: LastList) => new URLSearchParams(search).get('issue');

/** The orders that wait for the same kind of remedy, the oldest first, as the list shows them. */
export async function waitingFor(issue: IssueType, signal?: AbortSignal): Promise<LastList> {
  const query = { view: 'attention', issue, orderBy: 'order_date', orderDir: 'ASC' } as const;
  const page = await call(listOrdersCall, { query: { ...query, perPage: 100 } as ListQuery }, signal);
  const place = { path: href('/orders'), search: `?${new URLSearchParams({ ...query, perPage: '100' })}` };
  return lastList(place, page.data.map(addressOf), page);
}

type ListQuery = Input<typeof listOrdersCall>['query'];
const addressOf = ({ id }: { id: number }) => href('/orders/:id', { id: String(id) });
