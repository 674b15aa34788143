import type { Cluster } from './cluster.ts';
import { cpuMs } from './cpu.ts';
import type { Flow } from './flow.ts';

export type Costs = Record<string, number>;

/** CPU milliseconds so far, by kind of process. */
export function costsOf(cluster: Cluster, processes: Flow['processes']): Costs {
  const own = Object.entries(processes).map(([name, all]) => [name, all.reduce((sum, { child }) => sum + cpuMs(child.pid), 0)]);
  return { ...Object.fromEntries(own), database: cpuMs(cluster.pid(), true) };
}

/** CPU per order between two moments. Database sessions that ended in between are missing. */
export function sayCosts(before: Costs, after: Costs, orders: number, seconds: number): void {
  const spent = Object.entries(after).map(([name, ms]) => [name, ms - (before[name] ?? 0)] as const);
  const cores = spent.reduce((sum, [, ms]) => sum + ms, 0) / 1000 / seconds;
  console.log(
    `  CPU ms an order: ${spent.map(([name, ms]) => `${name} ${(ms / orders).toFixed(2)}`).join(', ')}; ${cores.toFixed(2)} cores busy`,
  );
}

/** Where orders spend their time: from arrival to each step, for the middle order and the slowest of a hundred. */
export async function saySteps({ owner }: Cluster, skipped: number): Promise<void> {
  const after = 'extract(epoch from e.at - o.created_at)';
  const { rows } = await owner.query<{ kind: string; p50: number; p99: number }>(`
    select e.kind, percentile_cont(0.5) within group (order by ${after})::float8 as p50, percentile_cont(0.99) within group (order by ${after})::float8 as p99
    from order_events e join orders o on o.account_id = e.account_id and o.id = e.order_id
    where o.id > (select id from orders order by id offset ${skipped - 1} limit 1) group by 1 order by 2`);
  console.log(
    `  seconds after arrival: ${rows.map(({ kind, p50, p99 }) => `${kind} ${p50.toFixed(2)} (p99 ${p99.toFixed(2)})`).join(', ')}`,
  );
}
