import { gzipSync } from 'node:zlib';
import { sessionCookie } from '../app/accounts/cookie.ts';
import { openDirectory } from '../app/accounts/directory.ts';
import { createSessionFor, createUser } from '../app/accounts/people.ts';
import { storeOrders } from '../app/orders/intake/intake.ts';
import { parseJson } from '../connectors/http/json.ts';
import { translateAll } from '../connectors/http/records.ts';
import { translateOrder } from '../connectors/ship-station/translate.ts';
import { orderPage } from '../connectors/ship-station/wire.ts';
import { inTenant } from '../platform/tenant.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { cpuMs } from './cpu.ts';
import { type Benchmark, beside, type Figure, quantile } from './figure.ts';
import { type Running, start } from './processes.ts';
import { openShop, type Shop, secretKey } from './shop.ts';
import { wirePage } from './wire-orders.ts';

const orders = 20_000;
const requests = 300;
const warmUp = 100;

/** The 50-row orders page, rendered on the server: CPU, time to first byte, and what the browser is sent; beside the same list as JSON. */
export const benchmark: Benchmark = {
  name: 'page',
  about: `the 50-row orders page of ${orders.toLocaleString('en-US')} orders, ${requests} requests one after another; beside the JSON list`,
  async run() {
    const cluster = await startCluster();
    const shop = await openShop(cluster);
    await fill(cluster, shop);
    const cookie = await signedIn(cluster, shop);
    const port = 39_171;
    const web = await start(['bin/crossdock.ts', 'web'], {
      DATABASE_URL: cluster.url,
      SECRET_KEY: secretKey,
      PORT: String(port),
      LOG_LEVEL: 'error',
    });
    try {
      return await measure(web, `http://127.0.0.1:${port}`, cookie);
    } finally {
      await web.stop();
      await cluster.stop();
    }
  },
};

async function measure(web: Running, origin: string, cookie: string): Promise<Figure[]> {
  const page = await visits(web, `${origin}/orders`, cookie);
  const list = await visits(web, `${origin}/api/orders`, cookie);
  const sent = await weigh(origin, page.text);
  return [
    beside({ bench: 'page', rows: orders, metric: 'cpu_ms', value: page.cpu, floor: list.cpu, goal: '≤ 6 ms' }),
    beside({ bench: 'page', rows: orders, metric: 'ttfb_ms', value: page.ttfb, floor: list.ttfb }),
    { bench: 'page', rows: orders, metric: 'js_kb', value: sent.js, goal: '≤ 200 kB' },
    { bench: 'page', rows: orders, metric: 'css_kb', value: sent.css },
  ];
}

async function visits(web: Running, address: string, cookie: string): Promise<{ cpu: number; ttfb: number; text: string }> {
  const visit = () => fetch(address, { headers: { cookie, accept: address.includes('/api/') ? 'application/json' : 'text/html' } });
  for (let turn = 0; turn < warmUp; turn++) await (await visit()).text();
  const before = cpuMs(web.child.pid);
  const firstBytes: number[] = [];
  let text = '';
  for (let turn = 0; turn < requests; turn++) {
    const began = performance.now();
    const response = await visit();
    firstBytes.push(performance.now() - began);
    if (!response.ok) throw new Error(`${address} answered ${response.status}.`);
    text = await response.text();
  }
  return { cpu: (cpuMs(web.child.pid) - before) / requests, ttfb: quantile(firstBytes, 0.5), text };
}

/** What the page's own HTML names: scripts, their preloads, and style sheets; compressed as a proxy would. */
async function weigh(origin: string, html: string): Promise<{ js: number; css: number }> {
  const names = new Set([...html.matchAll(/\/assets\/[\w.-]+\.(?:js|css)/g)].map(([name]) => name));
  const sizes = { js: 0, css: 0 };
  for (const name of names) {
    const body = Buffer.from(await (await fetch(origin + name)).arrayBuffer());
    sizes[name.endsWith('.js') ? 'js' : 'css'] += gzipSync(body).length / 1000;
  }
  return sizes;
}

async function fill({ database }: Cluster, { accountId, channelId }: Shop): Promise<void> {
  const source = { connectionId: channelId, label: 'ShipStation', timezone: 'UTC' };
  for (let from = 0; from < orders; from += 500) {
    const listed = orderPage.parse(parseJson(wirePage(from, from + 500, orders)));
    const { records } = translateAll(listed.orders, (raw) => translateOrder(raw, { currency: 'USD', poNumberField: '' }));
    await inTenant(database, { accountId, userId: null }, (tenant) => storeOrders(tenant, source, records));
  }
}

async function signedIn(cluster: Cluster, { accountId }: Shop): Promise<string> {
  await cluster.owner.query('vacuum analyze');
  const directory = openDirectory(cluster.url, 1);
  const userId = await createUser(directory, { email: 'bench@example.com', name: 'Bench', role: 'admin', accountId });
  const cookie = await createSessionFor(directory, sessionCookie([secretKey], 'http://127.0.0.1:39171'), userId);
  await directory.close();
  return cookie;
}
