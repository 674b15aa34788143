import { cpuMs } from './cpu.ts';
import { type Benchmark, beside, type Figure, quantile } from './figure.ts';
import { type Visit, visit } from './filled/visit.ts';
import { type Pair, withPairs } from './filled/webs.ts';
import { weighPage } from './page-weight.ts';

const requests = 300;
/** After few requests a process still compiles its code, and a page costs twice as much; after the second number it no longer does. */
const [young, settled] = [100, 1_500];

/** The 50-row orders page, rendered on the server: CPU, time to first byte, and the size of what is sent; compared with the same list as JSON. */
export const benchmark: Benchmark = {
  name: 'page',
  about: `the 50-row orders page of 20,000 and of 2,000,000 orders, ${requests} requests one after another, in a process that has already served ${settled}; compared with the JSON list`,
  run: () =>
    withPairs([], async ({ small, large }) => {
      const [of, ofMany] = [await measure(small), await measure(large)];
      return [
        ...figures(of),
        ...figures(ofMany, of),
        { ...about(of), metric: 'js_kb', value: of.sent.js, goal: '≤ 200 kB' },
        { ...about(of), metric: 'css_kb', value: of.sent.css },
      ];
    }),
};

type Measured = Awaited<ReturnType<typeof measure>>;

async function measure(pair: Pair) {
  const ask = pair.ask('/orders', 'text/html');
  const early = await visits(pair, ask, young);
  const page = await visits(pair, ask, settled);
  const list = await visits(pair, pair.ask('/api/orders'), settled);
  return { orders: pair.orders, early, page, list, sent: await weighPage(new URL(pair.ask('').address(0)).origin, page.text) };
}

const about = ({ orders }: Measured) => ({ bench: 'page', rows: orders });

function figures(of: Measured, fewer?: Measured): Figure[] {
  const { page, list } = of;
  const growth = (metric: 'cpu' | 'ttfb') => fewer && { growth: page[metric] / fewer.page[metric] };
  return [
    { ...about(of), case: 'a young process', metric: 'cpu_ms', value: of.early.cpu },
    { ...beside({ ...about(of), metric: 'cpu_ms', value: page.cpu, floor: list.cpu, goal: '≤ 6 ms' }), ...growth('cpu') },
    { ...beside({ ...about(of), metric: 'ttfb_ms', value: page.ttfb, floor: list.ttfb }), ...growth('ttfb') },
  ];
}

async function visits({ web }: Pair, request: Visit, before: number): Promise<{ cpu: number; ttfb: number; text: string }> {
  for (let turn = 0; turn < before; turn++) await visit(request, turn);
  const used = cpuMs(web.child.pid);
  const firstBytes: number[] = [];
  let text = '';
  for (let turn = 0; turn < requests; turn++) {
    const reply = await visit(request, turn);
    if (reply.status !== 200) throw new Error(`${request.address(turn)} replied ${reply.status}.`);
    firstBytes.push(reply.firstByteMs);
    text = reply.text;
  }
  return { cpu: (cpuMs(web.child.pid) - used) / requests, ttfb: quantile(firstBytes, 0.5), text };
}
