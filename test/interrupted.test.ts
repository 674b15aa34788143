import type { LightMyRequestResponse } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { lockOf } from '../platform/locks.ts';
import { inTenant } from '../platform/tenant.ts';
import { addConnection, addOrder } from './shop/rows.ts';
import { type Person, testWeb } from './web.ts';

const own = testWeb();
let ann: Person;
const ids = { order: 0, comment: 0, channel: 0 };
let slug = '';

beforeAll(async () => {
  ann = await own.person(await own.account(), 'account_admin');
  ids.channel = await addConnection(own, ann.accountId);
  ids.order = await addOrder(own, ann.accountId, ids.channel);
  slug = (await own.sql<{ slug: string }>('select slug from connections where id = $1', [ids.channel]))[0]?.slug ?? '';
  ids.comment = (await send('POST', `/api/comments/order/${ids.order}`, { body: 'Look.' })).json().id;
});

const send = (method: 'POST' | 'PUT' | 'PATCH', url: string, payload: object) => own.as(ann, { method, url, payload });

/** Calls that change something, each with a lock that it waits for while somebody else has it. */
const calls: Record<string, { lock: () => RawBuilder<unknown>; call: (value: string) => Promise<LightMyRequestResponse> }> = {
  'a comment': {
    lock: () => sql`select from comments where account_id = ${ann.accountId} and id = ${ids.comment} for update`,
    call: (body) => send('PUT', `/api/comments/${ids.comment}`, { body }),
  },
  'a preset': {
    lock: () => sql`select pg_advisory_xact_lock_shared(${lockOf('rules', ids.channel)})`,
    call: (value) =>
      send('POST', `/api/connectors/${slug}/amware-presets`, { field_name: 'note', field_description: 'Note', field_value: value }),
  },
  'a lock of an order': {
    lock: () => sql`select from orders where account_id = ${ann.accountId} and id = ${ids.order} for update`,
    call: (value) => send('PATCH', `/api/orders/${ids.order}/toggle-lock`, { locked: value !== 'tried' }),
  },
};

const patiently = { timeout: 20_000, interval: 20 };
type Waiting = { pid: number; since: string };
const waiting = () =>
  own.sql<Waiting>(
    `select pid, xact_start::text as since from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );

/** Has somebody else keep a lock until what is returned is called. */
async function kept(lock: RawBuilder<unknown>): Promise<() => Promise<void>> {
  const [taken, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holder = inTenant(own.database, ann, async ({ db }) => {
    await lock.execute(db);
    taken.resolve();
    await end.promise;
  });
  await Promise.race([taken.promise, holder]);
  const free = () => {
    end.resolve();
    return holder;
  };
  onTestFinished(free);
  return free;
}

/** Until the test ends, transactions wait so long for a lock. */
function patience(lockMs: number): void {
  const { limits } = own.database;
  Object.assign(own.database, { limits: `${limits}; set local lock_timeout = ${lockMs}` });
  onTestFinished(() => void Object.assign(own.database, { limits }));
}

test.each(Object.entries(calls))(
  '%s whose connection to the database is lost is to be sent again, and nothing of it is kept',
  async (_, { lock, call }) => {
    const free = await kept(lock());
    const reply = call('lost');
    const [{ pid }] = (await vi.waitUntil(async () => (await waiting()).length === 1 && waiting(), patiently)) as [Waiting];
    await own.sql('select pg_terminate_backend($1, 5000)', [pid]);
    const { statusCode, headers } = await reply;
    await free();
    expect([statusCode, headers['retry-after']]).toEqual([503, '2']);
    expect((await call('sent')).statusCode).toBeLessThan(300);
  },
);

test.each(Object.entries(calls))(
  '%s that did not get a lock in time is tried again by the server, and its sender hears nothing of it',
  async (_, { lock, call }) => {
    patience(1_000);
    const free = await kept(lock());
    const reply = call('tried');
    const tries = new Set<string>();
    await vi.waitUntil(async () => {
      for (const { since } of await waiting()) tries.add(since);
      return tries.size >= 2;
    }, patiently);
    await free();
    expect((await reply).statusCode).toBeLessThan(300);
  },
);

test.each(Object.entries(calls))(
  '%s that gets no lock at all is a conflict with whoever has it, not an outage',
  async (_, { lock, call }) => {
    patience(50);
    const free = await kept(lock());
    const { statusCode, headers, body } = await call('again');
    await free();
    expect([statusCode, headers['retry-after'], JSON.parse(body).errorMessage]).toEqual([
      409,
      '2',
      'The same records are being changed by somebody else just now, and nothing of this was saved. Try again in a moment.',
    ]);
  },
);
