import type { Benchmark } from './figure.ts';
import { askInTurn, figuresOf } from './filled/visit.ts';
import { type Pair, withPairs } from './filled/webs.ts';

const dayMs = 86_400_000;
const day = (ago: number) => new Date(Date.now() - ago * dayMs).toISOString().slice(0, 10);
const week = `startDate=${day(6)}&endDate=${day(0)}`;
const cases: [name: string, path: string][] = [
  ['counters', `/api/graphs/order-statuses?${week}`],
  ['counters of a year', `/api/graphs/order-statuses?startDate=${day(364)}&endDate=${day(0)}`],
  ['7-day chart', `/api/graphs/historical-orders?${week}`],
  ['ageing table', '/api/graphs/orders-aging'],
  ['home page', '/_.data'],
];

/** What Home shows, compared with one read by primary key. */
export const benchmark: Benchmark = {
  name: 'dashboard',
  about: 'the counters, the chart of 7 days, the ageing table, and all that Home loads; beside one read by a primary key',
  run: () =>
    withPairs([{ name: 'account', text: 'select * from accounts where id = 1' }], async ({ small, large }) => {
      const figures = [];
      for (const [name, path] of cases) {
        const ask = (pair: Pair) => pair.ask(path);
        const floor = (pair: Pair) => pair.floor('account');
        const times = await askInTurn({ small: ask(small), large: ask(large), floorOfSmall: floor(small), floor: floor(large) });
        figures.push(
          ...figuresOf(times, { bench: 'dashboard', case: name, goal: '≤ 10 ×', rows: { small: small.orders, large: large.orders } }),
        );
      }
      return figures;
    }),
};
