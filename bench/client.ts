import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { findChromium } from '../bin/test/chromium.ts';
import { type Watched, watch } from '../test/walks/driver/watched.ts';
import { type Benchmark, beside, type Figure, quantile } from './figure.ts';

/** How many times slower than this machine the pages run. */
const slowdown = 4;
const root = join(import.meta.dirname, '..');

/** A walk: how long each of its presses took until it was drawn, and the longest on each page; the longest in words; what moved by itself. */
type Walked = { task: string; by: string; ms: number[]; pages: number[]; longest: string; moved: number; farthest: string };

/** The walks of docs/tasks.md on a processor that is four times slower, each press until its effect is drawn; beside a bare page's button. */
export const benchmark: Benchmark = {
  name: 'client',
  about: `every press of the walks of docs/tasks.md until it is drawn, the processor slowed ${slowdown} times; compared with a button of a bare page`,
  async run() {
    const floor = quantile(await bareButton(), 0.75);
    const walks = await walkAll();
    const longest = walks.map(({ ms }) => Math.max(...ms));
    const all = walks.flatMap(({ ms }) => ms);
    const pages = walks.flatMap((walk) => walk.pages);
    for (const { task, by, ms, longest: what, farthest } of walks) {
      console.log(`  ${task}, ${by}: ${Math.max(...ms)} ms, ${what}`);
      if (farthest !== '') console.log(`    moved by itself: ${farthest}`);
    }
    const of = (name: string) => ({ bench: 'client', case: name });
    return [
      beside({ ...of('a press'), metric: 'p75_ms', value: quantile(all, 0.75), floor }),
      beside({ ...of('the longest press on a page'), metric: 'p75_ms', value: quantile(pages, 0.75), floor, goal: '≤ 100 ms' }),
      beside({ ...of('the longest press of a walk'), metric: 'p75_ms', value: quantile(longest, 0.75), floor }),
      { ...of('a walk, what moved by itself'), metric: 'layout_shift', value: Math.max(...walks.map(({ moved }) => moved)), goal: '0' },
      ...walks.map(({ task, by }, at): Figure => ({ ...of(`${task}, ${by}`), metric: 'longest_ms', value: longest[at] ?? Number.NaN })),
    ];
  },
};

async function walkAll(): Promise<Walked[]> {
  const folder = await mkdtemp(join(tmpdir(), 'crossdock-bench-walks-'));
  const file = join(folder, 'times');
  try {
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'e2e', 'test/walks', '--maxWorkers=1'];
    const env = { ...process.env, BROWSER_SLOWDOWN: String(slowdown), WALK_TIMES: file };
    const [code] = await once(spawn(process.execPath, vitest, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] }), 'exit');
    if (code !== 0) throw new Error('Not every walk came to its end: npm test says where.');
    const lines = (await readFile(file, 'utf8')).trim().split('\n');
    return lines.map((line): Walked => JSON.parse(line));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A button that does next to nothing. */
async function bareButton(): Promise<number[]> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--headless', '--no-sandbox', '--disable-gpu'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    const watched: Watched = await watch(page);
    await page.goto(`data:text/html,${encodeURIComponent('<button onclick="this.textContent = Number(this.textContent) + 1">0</button>')}`);
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    for (let time = 0; time < 100; time++) await page.getByRole('button').click();
    await watched.settle();
    return watched.interactions();
  } finally {
    await browser.close();
  }
}
