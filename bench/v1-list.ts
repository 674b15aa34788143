import { openDirectory } from '../app/people/accounts/people/directory.ts';
import { createUser } from '../app/people/accounts/people.ts';
import { createKey } from '../app/people/keys/commands.ts';
import { openDatabase } from '../platform/db.ts';
import { inTenant } from '../platform/tenant.ts';
import type { Benchmark } from './figure.ts';
import { askInTurn, figuresOf, type Visit } from './filled/visit.ts';
import { type Pair, withPairs } from './filled/webs.ts';
import { orderBefore } from './orders-list.ts';

/** Case, its query of `/v1`, and that of the screens. */
const cases: [name: string, query: string, ofScreens: string][] = [
  ['newest', '', ''],
  ['status=fulfilled', '&status=fulfilled', '?status=fulfilled'],
  ['connection', '&connection=ship_station-2', '?source=ship_station-2'],
  ['needs attention', '&issue=any', '?view=attention'],
  ['page 1,000', '', ''],
];

/** An account may make 1,800 calls a minute, and a key 600 of them. */
const everyMs = 60_000 / 1_600;
const keys = 4;

/** The orders list of `/v1`, with a key, beside the same 50 orders as the screens ask for them, signed in: that list is its floor. */
export const benchmark: Benchmark = {
  name: 'v1-list',
  about: '50 orders by /v1, of 20,000 and of 2,000,000 in the account, ten others beside it; beside the same list of the screens',
  run: () =>
    withPairs([], async ({ small, large }) => {
      const [ofSmall, ofLarge] = [await keysOf(small), await keysOf(large)];
      const figures = [];
      for (const [name, query, ofScreens] of cases) {
        const one = await side(small, ofSmall, name, query, ofScreens);
        const other = await side(large, ofLarge, name, query, ofScreens);
        const visits = { small: one.v1, large: other.v1, floorOfSmall: one.screens, floor: other.screens };
        const rows = { small: small.orders, large: large.orders };
        const about = { bench: 'v1-list', case: name, goal: '≤ 1.2 × the screens’ list, growth ≤ 1.3', rows };
        figures.push(...figuresOf(await askInTurn(visits, [200], everyMs), about));
      }
      return figures;
    }),
};

/**
 * A page deep in the list is read behind a cursor, and by its number on screens. Twenty thousand orders have no page 1,000: there it is the
 * last but one.
 */
async function side(pair: Pair, secrets: string[], name: string, query: string, ofScreens: string) {
  const key = (turn: number) => secrets[turn % secrets.length] ?? '';
  if (name !== 'page 1,000') return { v1: byKey(pair, `/v1/orders?limit=50${query}`, key), screens: pair.ask(`/api/orders${ofScreens}`) };
  const page = Math.min(1_000, Math.floor((pair.orders * 0.9) / 50) - 1);
  const [at = '', id] = await orderBefore(pair, page);
  const cursor = Buffer.from(JSON.stringify([new Date(at).getTime() * 1_000, Number(id)])).toString('base64url');
  return { v1: byKey(pair, `/v1/orders?limit=50&cursor=${cursor}`, key), screens: pair.ask(`/api/orders?page=${page}`) };
}

const byKey = (pair: Pair, path: string, key: (turn: number) => string): Visit => ({ address: pair.ask(path).address, key });

async function keysOf({ url }: Pair): Promise<string[]> {
  const directory = openDirectory(url, 1);
  const email = `keys-${Date.now()}@example.com`;
  const userId = await createUser(directory, { email, name: 'Bench', role: 'account_admin', accountId: 1 });
  await directory.close();
  const database = openDatabase({ url, connections: 1, name: 'crossdock-bench' });
  const keysMade = [];
  for (let n = 0; n < keys; n++) {
    const newKey = { name: `Bench ${Date.now()} ${n}`, scopes: ['read_orders' as const, 'read_buyers' as const], days: null, networks: [] };
    keysMade.push(await inTenant(database, { accountId: 1, userId }, (tenant) => createKey(tenant, newKey)));
  }
  await database.close();
  return keysMade.map(({ key }) => key);
}
