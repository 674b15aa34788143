import { createHmac } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { askHere } from '../../../../connectors/apart/ask-here.ts';
import type { Connector, Failure, Hints, Identity, Result } from '../../../../connectors/contract.ts';
import { theirWords } from '../../../../connectors/http/reasons.ts';
import { connectors } from '../../../../connectors/index.ts';
import { inTenant } from '../../../../platform/tenant.ts';
import { testWeb } from '../../../../test/web.ts';
import { type Connection, getConnection, secretContext } from '../calls/session.ts';
import { connect, disconnect } from '../connecting/commands.ts';
import { followUninstall } from '../connecting/uninstalled.ts';
import { listDisconnected } from '../queries.ts';
import { publishedKey } from './published-keys.ts';
import { subscribe } from './subscribing.ts';
import { webhookAddress } from './webhook-address.ts';

const own = testWeb();

/** A connection to a vendor whose hints a test scripts. `works`: what its credentials are told when they are tried. */
async function connectedTo(hints: Hints, works: Works = { reply: identity }) {
  const connector: Connector = {
    ...{ name: 'hinting', label: 'Hinting', settings: z.object({ key: z.string().meta({ secret: true }) }), limits: [] },
    ...{ hosts: () => ({ api: [] }), auth: { kind: 'fixed', headers: () => ({}) }, identify: () => triedBy(works) },
    hints: () => hints,
  };
  connectors.push(connector);
  onTestFinished(() => void connectors.splice(connectors.indexOf(connector), 1));
  const { engine } = own.web.parts;
  const accountId = await own.account();
  const actor = { accountId, userId: null };
  const { id } = await inTenant(own.database, actor, (tenant) =>
    connect(tenant, engine.seal, { connector, name: 'Hinting', since: new Date(), settings: { key: 'k' } }),
  );
  const path = `/api/webhooks/${accountId}/${id}`;
  const post = (body: string, headers: Record<string, string> = {}) =>
    own.as(null, { method: 'POST', url: path, payload: body, headers: { 'content-type': 'text/plain', ...headers } });
  const get = (query = '') => own.as(null, { method: 'GET', url: `${path}${query}` });
  const within = <T>(work: Parameters<typeof inTenant<T>>[2]) => inTenant(own.database, actor, work);
  const row = async () => (await own.sql('select * from connections where id = $1', [id]))[0];
  return { engine, accountId, id, path, post, get, within, row };
}
/** `meanwhile`: what happens while the vendor is asked. */
type Works = { reply: Result<Identity>; meanwhile?: (() => Promise<void>) | undefined };
async function triedBy({ reply, meanwhile }: Works): Promise<Result<Identity>> {
  await meanwhile?.();
  return reply;
}
const identity: Result<Identity> = { ok: true, value: { name: 'Hinting', keys: ['hinting:shop/1'] } };
const no: Failure = { kind: 'reconnect', reason: theirWords('The app is not installed.') };

test('a vendor that asks the address by GET is replied to by its connector, with what proves that it is ours', async () => {
  const { get, engine, id, within } = await connectedTo({
    challenge: ({ code, verify }, secret, address) =>
      verify === 'right'
        ? { ok: true, reply: { status: 200, body: `${code} ${secret.length > 20} ${address}` } }
        : { ok: false, reason: 'Who asks?' },
  });
  const { address } = await within((tenant) => webhookAddress(tenant, engine.seal, engine.baseUrl, id));
  const reply = await get('?code=%3Cb%3E42&verify=right');
  expect([reply.statusCode, reply.body]).toEqual([200, expect.stringMatching(/^<b>42 true http.*\/api\/webhooks\//)]);
  expect(reply.body.slice('<b>42 true '.length).split('?')[0]).toBe(address.split('?')[0]);
  expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect((await get('?code=42')).statusCode).toBe(401);
  await within((tenant) => disconnect(tenant, id));
  expect((await get('?code=42&verify=right')).statusCode).toBe(404);
});

test('where nobody asks by GET there is nothing at the address', async () => {
  const { get } = await connectedTo({ receive: () => ({ ok: true, hints: [] }) });
  expect((await get('?code=42')).statusCode).toBe(404);
});

test('a connector may take its time to verify, and reply to a question in the body', async () => {
  const { post } = await connectedTo({
    receive: async ({ rawBody }) => {
      const text = Buffer.from(rawBody).toString();
      return text.startsWith('ask ') ? { ok: true, hints: [], reply: { status: 200, body: text.slice(4) } } : { ok: false, reason: 'No.' };
    },
  });
  expect((await post('ask 42')).body).toBe('42');
  expect((await post('tell')).statusCode).toBe(401);
});

test('the secret that a vendor makes is kept sealed, proves its deliveries, is handed back when it is told again, and goes with the connection', async () => {
  const kept: (string | null)[] = [];
  const { engine, accountId, id, post, row, within } = await connectedTo({
    subscribe: async (_address, _secret, made) => {
      kept.push(made);
      return { ok: true, value: made === null ? 'made-by-vendor' : null };
    },
    receive: ({ rawBody, headers }, _, { secret }) =>
      secret !== null && headers.signature === createHmac('sha256', secret).update(rawBody).digest('hex')
        ? { ok: true, hints: [] }
        : { ok: false, reason: 'The signature is wrong.' },
  });
  const signature = createHmac('sha256', 'made-by-vendor').update('x').digest('hex');
  expect((await post('x', { signature })).statusCode).toBe(401);
  const reachable = { ...engine, sandboxOrigin: 'http://127.0.0.1:1' };
  for (const _ of [1, 2]) await subscribe(reachable, { accountId, connectionId: id });
  expect(kept).toEqual([null, 'made-by-vendor']);
  expect(JSON.stringify(await row())).not.toContain('made-by-vendor');
  expect((await post('x', { signature })).statusCode).toBe(202);
  await within((tenant) => disconnect(tenant, id));
  expect(await row()).toMatchObject({ vendor_secret: null });
});

test('deliveries that are signed with a published key are verified by it; strangers cannot have keys read one after another', async () => {
  const read: string[] = [];
  let published: Result<string> = { ok: true, value: 'key of today' };
  const hints: Hints = {
    keys: {
      nameIn: ({ headers }) => headers.key ?? null,
      read: async (name) => {
        read.push(name);
        return published;
      },
    },
  };
  const { engine, id, within } = await connectedTo(hints);
  const connection = await within((tenant) => getConnection(tenant, engine.seal, id));
  let now = new Date('2026-11-26T12:00:00Z').getTime();
  const pass = (ms: number) => {
    now += ms;
  };
  const key = async (name?: string) =>
    publishedKey({ ...engine, now: () => new Date(now) }, connection as Connection, hints, deliveryWith(name), askHere).catch(
      ({ status }) => status,
    );
  expect([await key(), await key('x'.repeat(501))]).toEqual([401, 401]);
  expect([await key('one'), await key('one'), await key('two')]).toEqual(['key of today', 'key of today', 429]);
  expect(read).toEqual(['one']);
  pass(10_001);
  expect([await key('two'), await key('one')]).toEqual(['key of today', 'key of today']);
  pass(10_001);
  published = { ok: false, failure: { kind: 'retry', at: new Date(), reason: theirWords('Busy.'), maybeDone: false } };
  expect([await key('three'), await key('one')]).toEqual([429, 'key of today']);
  pass(24 * 3_600_000);
  published = { ok: true, value: 'key of tomorrow' };
  expect(await key('one')).toBe('key of tomorrow');
  expect(read).toEqual(['one', 'two', 'three', 'one']);
});

const deliveryWith = (key: string | undefined) => ({ headers: { key }, rawBody: Buffer.from(''), query: {} });

test('an app that was uninstalled disconnects its connection and says so; a notice that is older than the sign-in does not', async () => {
  const works: Works = { reply: identity };
  const hints: Hints = { receive: () => ({ ok: true, hints: [], notices: [{ id: 'n-1', kind: 'uninstalled' }] }) };
  const { engine, accountId, id, post, row, within } = await connectedTo(hints, works);
  await post('gone');
  await own.sql(
    `insert into connection_tokens (account_id, key, token) select account_id, credential, 'sealed' from connections where id = $1`,
    [id],
  );
  expect(await own.sql('select key from graphile_worker.jobs where key = $1', [`uninstalled:${accountId}:${id}`])).toHaveLength(1);
  const follow = () => followUninstall(engine, { accountId, connectionId: id });
  await follow();
  expect(await row()).toMatchObject({ state: 'active' });
  works.reply = { ok: false, failure: { kind: 'retry', at: new Date(), reason: theirWords('Busy.'), maybeDone: false } };
  await follow();
  expect(await row()).toMatchObject({ state: 'active' });
  works.reply = { ok: false, failure: { kind: 'not_found', reason: theirWords('Nothing there.') } };
  await follow();
  expect(await row()).toMatchObject({ state: 'active' });
  works.reply = { ok: false, failure: no };
  works.meanwhile = async () => {
    const context = secretContext(accountId, id);
    await own.sql('update connections set secrets = $2 where id = $1', [id, engine.seal.seal('{"key":"new"}', context)]);
  };
  await follow();
  expect(await row()).toMatchObject({ state: 'active', secrets: expect.any(String) });
  works.meanwhile = undefined;
  await follow();
  expect(await row()).toMatchObject({ state: 'disconnected', secrets: null });
  expect(await own.sql('select from connection_tokens where account_id = $1', [accountId])).toEqual([]);
  expect(await within(listDisconnected)).toMatchObject([{ name: 'Hinting', because: 'Crossdock was uninstalled in Hinting.' }]);
});
