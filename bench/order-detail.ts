import { cpuMs } from './cpu.ts';
import type { Benchmark, Figure } from './figure.ts';
import { inAll } from './filled/facts.ts';
import { askInTurn, figuresOf, type Visit, visit } from './filled/visit.ts';
import { type Pair, withPairs } from './filled/webs.ts';

/** A different order of the last quarter each turn: these have events and parcels, in progress or done. */
const orderOf =
  ({ orders }: Pair) =>
  (turn: number) => {
    const back = Math.floor(((turn * 7_919) % 1_000) * (inAll(orders) / 8_000));
    const number = inAll(orders) - back;
    // The account's own are those that three does not divide; every thousandth of 7 was deleted.
    const own = number % 3 === 0 ? number - 1 : number;
    return own % 1000 === 7 ? own - 2 : own;
  };

/** The rows of an order's page, read by key, without any computation. */
const rows = (table: string) => `(select json_agg(t) from ${table} t where t.account_id = o.account_id and t.order_id = o.id) as ${table}`;
const text = `select o.*, ${['order_lines', 'issues', 'shipments', 'order_events'].map(rows).join(', ')} from orders o where o.account_id = 1 and o.id = $1`;

/** An order with its lines, issues, shipments and events; beside the same rows by one prepared statement. */
export const benchmark: Benchmark = {
  name: 'order-detail',
  about:
    'an order with lines, issues, shipments and events, as JSON, another one each time; beside the same rows by one prepared statement',
  run: () =>
    withPairs([{ name: 'order', text }], async ({ small, large }) => {
      const of = (pair: Pair) => ({
        ask: pair.ask((turn) => `/api/orders/${orderOf(pair)(turn)}`),
        floor: pair.floor('order', (turn) => [orderOf(pair)(turn)]),
      });
      for (const pair of [small, large]) await readAll(of(pair).ask);
      const times = await askInTurn({ small: of(small).ask, large: of(large).ask, floorOfSmall: of(small).floor, floor: of(large).floor });
      const orders = { small: small.orders, large: large.orders };
      return [
        ...figuresOf(times, { bench: 'order-detail', case: 'order', goal: '≤ 2.5 ×', rows: orders }),
        await cpuOf(small, of(small).ask),
        await cpuOf(large, of(large).ask),
      ];
    }),
};

const reads = 1_000;

/** Every order once: else what is asked first would wait for the disk, and its floor, which reads the same rows next, would not. */
async function readAll(ask: Visit): Promise<void> {
  for (let turn = 0; turn < reads; turn++) await visit(ask, turn);
}

/** The CPU of one read, in the web process and in the database. */
async function cpuOf({ orders, web, databasePid }: Pair, ask: Visit): Promise<Figure> {
  const used = () => cpuMs(web.child.pid) + cpuMs(databasePid(), true);
  const before = used();
  await readAll(ask);
  return { bench: 'order-detail', case: 'order', rows: orders, metric: 'cpu_ms', value: (used() - before) / reads, goal: '≤ 2 ms' };
}
