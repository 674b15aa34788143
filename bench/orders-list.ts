import pg from 'pg';
import type { Benchmark, Figure } from './figure.ts';
import { withTenClients } from './filled/clients.ts';
import { askInTurn, figuresOf } from './filled/visit.ts';
import { type Pair, withPairs } from './filled/webs.ts';

const columns = `id, order_number, source_order_number, order_status, connection_id, customer_name, country, total_cost, currency, order_date, units_ordered, on_hold, locked, open_issues`;
const list = (where: string) => `select ${columns} from orders
  where account_id = 1 and deleted_at is null and archived_at is null ${where} order by order_date desc, id desc limit 50`;

/** Case, its query, and what its floor adds to the newest 50. */
const cases: [name: string, query: string, where: string][] = [
  ['newest', '', ''],
  ['status=fulfilled', '?status=fulfilled', `and order_status = 'fulfilled'`],
  ['status=packing', '?status=packing', `and order_status = 'packing'`],
  ['source', '?source=ship_station-2', 'and connection_id = 2'],
  ['needs attention', '?view=attention', 'and open_issues > 0'],
  ['page 1,000', '', 'and (order_date, id) < ($1, $2)'],
];

/** The orders list as JSON, signed in, through HTTP; beside the same 50 rows by one prepared index scan through pg and Fastify. */
export const benchmark: Benchmark = {
  name: 'orders-list',
  about:
    '50 orders as JSON, of 20,000 and of 2,000,000 in the account, ten others beside it; beside one prepared index scan of the same rows',
  run: () =>
    withPairs(
      cases.map(([name, , where]) => ({ name: word(name), text: list(where) })),
      async ({ small, large }) => {
        const figures: Figure[] = [];
        for (const [name, query] of cases) {
          const sides = { small: await side(small, name, query), large: await side(large, name, query) };
          const times = await askInTurn({
            ...{ small: sides.small.ask, large: sides.large.ask, floorOfSmall: sides.small.floor, floor: sides.large.floor },
          });
          const about = {
            bench: 'orders-list',
            case: name,
            goal: '≤ 2.5 ×, growth ≤ 1.3',
            rows: { small: small.orders, large: large.orders },
          };
          figures.push(...figuresOf(times, about));
        }
        const { ask, floor } = await side(small, 'newest', '');
        figures.push(...(await withTenClients(small, ask, floor, { bench: 'orders-list', rows: small.orders })));
        return figures;
      },
    ),
};

/** Twenty thousand orders have no page 1,000: there it is the last but one. */
async function side(pair: Pair, name: string, query: string) {
  if (name !== 'page 1,000') return { ask: pair.ask(`/api/orders${query}`), floor: pair.floor(word(name)) };
  const page = Math.min(1_000, Math.floor((pair.orders * 0.9) / 50) - 1);
  const before = await orderBefore(pair, page);
  return { ask: pair.ask(`/api/orders?page=${page}`), floor: pair.floor(word(name), () => before) };
}

const word = (name: string) => name.replace(/\W+/g, '-');

/** The time and id of the order before this page of the newest. */
export async function orderBefore({ url }: Pick<Pair, 'url'>, page: number): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ at: string; id: string }>(
    `select order_date::text as at, id from orders where account_id = 1 and deleted_at is null and archived_at is null order by order_date desc, id desc limit 1 offset $1`,
    [(page - 1) * 50 - 1],
  );
  await client.end();
  return rows.flatMap(({ at, id }) => [at, id]);
}
