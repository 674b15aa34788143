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

/** The first order of the page after, or the last one of the page before; undefined where there is none. */
async function rowOfOtherPage(list: LastList, step: Step): Promise<string | undefined> {
  const beside = step > 0 ? list.after : list.before;
  if (!beside) return undefined;
  const query = Object.fromEntries(new URL(beside, location.origin).searchParams);
  const page = await call(listOrdersCall, { query: query as unknown as ListQuery });
  const rows = page.data.map(addressOf);
  const search = new URLSearchParams(list.search);
  search.set('page', String(page.current_page));
  rememberList(lastList({ path: list.path, search: `?${search}` }, rows, page));
  return step > 0 ? rows[0] : rows.at(-1);
}

/** Whether a list is of orders that wait for a person. */
export function isOfWaiting({ search }: LastList): boolean {
  const filter = new URLSearchParams(search);
  return filter.get('view') === 'attention' || Boolean(filter.get('issue'));
}

/** The orders that wait for the same kind of remedy, the oldest first, as the list shows them. */
export async function waitingFor(issue: IssueType, signal?: AbortSignal): Promise<LastList> {
  const query = { view: 'attention', issue, orderBy: 'order_date', orderDir: 'ASC' } as const;
  const page = await call(listOrdersCall, { query: { ...query, perPage: 100 } as ListQuery }, signal);
  const place = { path: href('/orders'), search: `?${new URLSearchParams({ ...query, perPage: '100' })}` };
  return lastList(place, page.data.map(addressOf), page);
}

type ListQuery = Input<typeof listOrdersCall>['query'];
const addressOf = ({ id }: { id: number }) => href('/orders/:id', { id: String(id) });
