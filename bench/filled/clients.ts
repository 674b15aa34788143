import { Agent } from 'node:http';
import { cpuMs } from '../cpu.ts';
import { beside, type Figure } from '../figure.ts';
import { type Visit, visit } from './visit.ts';
import type { Pair } from './webs.ts';

const clients = 10;
const rounds = 4;
const seconds = Number(process.env.BENCH_CLIENT_SECONDS ?? 3);

type Served = { requests: number; seconds: number; cpuMs: number };

/** Ten clients that ask without a pause: replies a second beside those of the floor, in turns, and the server's CPU for each. */
export async function withTenClients({ web }: Pair, ask: Visit, floor: Visit, about: Pick<Figure, 'bench' | 'rows'>): Promise<Figure[]> {
  const total = { product: nothing(), floor: nothing() };
  await serve(ask, undefined, nothing());
  await serve(floor, undefined, nothing());
  for (let round = 0; round < rounds; round++) {
    await serve(ask, web.child.pid, total.product);
    await serve(floor, undefined, total.floor);
  }
  const perSecond = (of: Served) => of.requests / of.seconds;
  const of = { ...about, case: 'ten clients' };
  return [
    beside({ ...of, metric: 'replies_per_s', value: perSecond(total.product), floor: perSecond(total.floor), goal: '≥ 1,300' }),
    { ...of, metric: 'cpu_ms', value: total.product.cpuMs / total.product.requests, goal: '≤ 0.7' },
  ];
}

const nothing = (): Served => ({ requests: 0, seconds: 0, cpuMs: 0 });

async function serve(request: Visit, pid: number | undefined, into: Served): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const [began, used] = [performance.now(), cpuMs(pid)];
  const until = began + seconds * 1000;
  const client = async () => {
    for (; performance.now() < until; into.requests++) {
      const { status } = await visit(request, into.requests, agent);
      if (status !== 200) throw new Error(`${request.address(0)} replied ${status}.`);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  into.seconds += (performance.now() - began) / 1000;
  into.cpuMs += cpuMs(pid) - used;
  agent.destroy();
}
