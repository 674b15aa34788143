import type { InjectOptions } from 'fastify';
import { expect, onTestFinished } from 'vitest';
import { needsShop } from '../app/people/keys/scopes.ts';
import { connect } from '../app/shared/connections/connecting/commands.ts';
import { createWeb } from '../app/web.ts';
import { connectorNamed } from '../connectors/index.ts';
import { readEnvironment } from '../platform/env.ts';
import { createLog } from '../platform/log.ts';
import { sealWith } from '../platform/seal.ts';
import { withoutPerson } from '../platform/tenant.ts';
import { type Person, type TestWeb, testWebKey } from './web.ts';

type Wanted = { name?: string; scopes?: string[]; days?: number | null; networks?: string[]; shop_id?: number | null };

/** Asks for an API key as this person. One that sells gets a shop to sell for, where none is named. */
export async function makeKey(own: TestWeb, person: Person, wanted: Wanted = {}) {
  const shop = needsShop(wanted.scopes ?? []) && wanted.shop_id === undefined ? { shop_id: await anyShop(own, person.accountId) } : {};
  const payload = { name: 'Ledger', scopes: ['read_orders'], days: null, ...wanted, ...shop };
  return own.as(person, { method: 'POST', url: '/api/keys', payload });
}

/** A shop of the account's own; the first that there is. */
async function anyShop(own: TestWeb, accountId: number): Promise<number> {
  const [shop] = await own.sql<{ id: string }>(`select id from connections where account_id = $1 and connector = 'own_shop' order by id`, [
    accountId,
  ]);
  return shop ? Number(shop.id) : addShop(own, accountId, 'any-shop');
}

/** Connects a shop of the account's own, of this code. */
export async function addShop(own: Pick<TestWeb, 'database'>, accountId: number, code: string): Promise<number> {
  const identity = { name: code, keys: [`own_shop:shop/${code}`] };
  const { id } = await withoutPerson(own.database, accountId, (tenant) =>
    connect(tenant, sealWith([testWebKey]), {
      ...{ connector: connectorNamed('own_shop'), name: code, settings: { code }, since: new Date('2020-01-01T00:00:00Z'), identity },
    }),
  );
  return id;
}

/** A key of a new account, made by its account admin. */
export async function keyOf(own: TestWeb, account = 'Acme', wanted: Wanted = {}): Promise<{ admin: Person; id: number; key: string }> {
  const admin = await own.person(await own.account(account), 'account_admin');
  const reply = await makeKey(own, admin, wanted);
  if (reply.statusCode !== 201) throw new Error(reply.body);
  const { id, key } = reply.json();
  return { admin, id, key };
}

/** A call of `/v1` with a key, as a program sends it. */
export const use = ({ web }: Pick<TestWeb, 'web'>, key: string, request: InjectOptions = {}) =>
  web.inject({ url: '/v1/key', ...request, headers: { authorization: `Bearer ${key}`, ...request.headers } });

/** A second web process over the same database. */
export async function anotherWeb(own: TestWeb): Promise<Pick<TestWeb, 'web'>> {
  const env = readEnvironment({ DATABASE_URL: own.url, SECRET_KEY: testWebKey, DEMO: '0', SUPER_TWO_FACTOR: '0', LOG_LEVEL: 'error' });
  const web = await createWeb({ env, log: createLog(env), database: own.database, longestLagMs: 0 });
  onTestFinished(() => web.close());
  await bothListen(own);
  return { web };
}

/**
 * Until then a process hears nothing of what the other changes, and goes by what it knows for some seconds. One that has listened for half a
 * minute has been asked since whether it still replies.
 */
const bothListen = ({ sql }: TestWeb) =>
  expect
    .poll(() =>
      sql(`select from pg_stat_activity where datname = current_database() and application_name = 'crossdock-live'
        and query in ('listen "crossdock_keys"', 'select')`),
    )
    .toHaveLength(2);
