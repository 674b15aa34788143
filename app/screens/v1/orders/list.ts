import { sql } from 'kysely';
import { z } from 'zod';
import { id, text } from '../../../../platform/endpoint.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { moment, orderFilter } from '../../../nouns/order-flow/contract/filter.ts';
import { orderStatuses } from '../../../nouns/order-flow/order.ts';
import { type Condition, type Conditions, conditionsOf, notDeleted } from '../../../nouns/orders/finding/conditions.ts';
import { findOrders } from '../../../nouns/orders/words/find-orders.ts';
import { issueTypes } from '../../../shared/issues/issue.ts';
import { hasTests, type Paged, paged, pageOfIds, pageOfRows } from '../page.ts';
import { listedFields, listedJoins, readListed } from './listed.ts';
import type { ListedOrder } from './shapes.ts';

const yes = z.enum(['true', 'false']).optional();

/** The filters of the list of orders. */
export const ordersQuery = z.strictObject({
  ...paged,
  status: z.enum(orderStatuses).optional(),
  connection: text(80).optional().meta({ description: 'The name of a connection as the address of its page has it' }),
  country: text(2).optional(),
  issue: z.enum([...issueTypes, 'any']).optional(),
  tag_id: id.optional(),
  search: text(200)
    .optional()
    .meta({ description: 'Words of the order, of what is in it, or of who bought it. The newest 1,000 where there are more than 10,000' }),
  on_hold: yes,
  locked: yes,
  archived: yes.meta({
    description: 'Those of the archive alone, or all others. Others where it is left out, unless `ids` are given: then all',
  }),
  placed_from: moment.meta({ description: 'A day in the account’s time zone, or a time' }),
  placed_until: moment.meta({ description: 'The same; a day is included' }),
});
type OrdersQuery = z.output<typeof ordersQuery>;

/** A page of orders by when they were placed, from the index that has the filter. */
export async function listOrders(tenant: Tenant, query: OrdersQuery & Paged): Promise<{ data: ListedOrder[]; next: string | null }> {
  const source = sourceOf(tenant, query, query.search ? await foundBy(tenant, query.search) : []);
  if (!hasTests(source)) return pageOfRows(tenant, query, source, { fields: listedFields(tenant), joins: listedJoins(tenant) });
  const { ids, next } = await pageOfIds(tenant, query, source);
  return { data: ids.length > 0 ? await readListed(tenant, ids) : [], next };
}

const word = { true: 'yes', false: 'no' } as const;

const filterOf = ({ status, connection, country, issue, tag_id, on_hold, locked, archived, placed_from, placed_until }: OrdersQuery) =>
  orderFilter.parse({
    ...{ status, source: connection, country, issue, tag: tag_id, start_at: placed_from, end_at: placed_until },
    ...{ hold: on_hold && word[on_hold], lock: locked && word[locked], archived: archived ? word[archived] : 'no' },
  });

/** In this order: each has an index by date, and the first that is asked for leaves few. */
const leads = ['held', 'locked', 'has_issue', 'status', 'source', 'country'] as const;

/** Orders by words: all of them, or the newest where there are very many. */
async function foundBy(tenant: Tenant, search: string) {
  const { ids } = await findOrders(tenant, search, { most: 10_000, newest: 1_000 });
  return [sql`o.id = any(${ids}::bigint[])`];
}

function sourceOf(tenant: Tenant, query: OrdersQuery, words: Condition[]) {
  const { base, dates, narrow, rest, shelf: kept }: Conditions = conditionsOf(tenant, filterOf(query));
  // Of the archive, too, where orders are named.
  const shelf = query.ids !== undefined && query.archived === undefined ? [notDeleted] : base;
  const lead = kept === 'archived' ? undefined : leads.find((name) => narrow[name]);
  const others = Object.entries(narrow).flatMap(([name, condition]) => (name === lead ? [] : condition));
  const where = [...words, ...shelf, ...dates, ...(lead && narrow[lead] ? [narrow[lead]] : [])];
  return { table: 'orders', alias: 'o', at: sql`o.order_date`, where, tests: [...others, ...rest] };
}
