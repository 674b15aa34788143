import pg from 'pg';
import type { Benchmark } from './figure.ts';
import { inAll } from './filled/facts.ts';
import { askInTurn, figuresOf } from './filled/visit.ts';
import { type Pair, withPairs } from './filled/webs.ts';

type Sample = { id: string; source_order_number: string; customer_email: string };
/** The queries for a sample of orders, and how many rows the floor reads for each. */
const cases: [name: string, typed: (sample: Sample, turn: number) => string, floor: 'one' | 'fifty'][] = [
  ['order number', ({ id }) => `SO-${id}`, 'one'],
  ['source number', ({ source_order_number }) => source_order_number, 'one'],
  ['e-mail', ({ customer_email }) => customer_email, 'one'],
  ['part of a name', (_, turn) => ['jens', 'kowal', 'okaf', 'rossi', 'tana'][turn % 5] ?? '', 'fifty'],
  ['first and last name', (_, turn) => ['ada jensen', 'zoe rossi', 'emma weber'][turn % 3] ?? '', 'fifty'],
  ['product name', (_, turn) => ['enamel', 'walnut cover', 'linen'][turn % 3] ?? '', 'fifty'],
  ['street', (_, turn) => ['harbour', 'harbour road', 'suite 40'][turn % 3] ?? '', 'fifty'],
  ['a miss', (_, turn) => `nobody${turn}`, 'one'],
];
const floors = [
  { name: 'one', text: 'select * from orders where account_id = 1 and id = $1' },
  {
    name: 'fifty',
    text: 'select id, order_number, source_order_number, order_status, connection_id, customer_name, customer_email, order_date from orders where account_id = 1 and deleted_at is null and archived_at is null order by order_date desc, id desc limit 50',
  },
];

/** The search of the header's box; compared with one prepared index scan of as many rows. */
export const benchmark: Benchmark = {
  name: 'search',
  about: 'orders by number, e-mail, name, and a miss; beside as many rows by one prepared index scan',
  run: () =>
    withPairs(floors, async ({ small, large }) => {
      const samples = { small: await sampled(small), large: await sampled(large) };
      const figures = [];
      for (const [name, typed, floor] of cases) {
        const of = (pair: Pair, those: Sample[]) => {
          const one = (turn: number) => those[turn % those.length] as Sample;
          return {
            ask: pair.ask((turn) => `/api/orders/search?q=${encodeURIComponent(typed(one(turn), turn))}`),
            floor: pair.floor(floor, (turn) => (floor === 'one' ? [one(turn).id] : [])),
          };
        };
        const [a, b] = [of(small, samples.small), of(large, samples.large)];
        const times = await askInTurn(
          { small: a.ask, large: b.ask, floorOfSmall: a.floor, floor: b.floor },
          name === 'a miss' ? [200, 204] : [200],
        );
        figures.push(
          ...figuresOf(times, { bench: 'search', case: name, goal: '≤ 4 ×', rows: { small: small.orders, large: large.orders } }),
        );
      }
      return figures;
    }),
};

/** Orders from all over the year. */
async function sampled({ url, orders }: Pair): Promise<Sample[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const step = Math.floor(inAll(orders) / 300) * 3;
  const { rows } = await client.query<Sample>(
    `select id, source_order_number, customer_email from generate_series(1, $1::bigint, $2::bigint) as n join orders on account_id = 1 and id = n and deleted_at is null`,
    [inAll(orders), step],
  );
  await client.end();
  return rows;
}
