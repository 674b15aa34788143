import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { application, type ConsentingFolder, startConsentingFolder } from '../../../../../connectors/contract-suite/consenting-folder.ts';
import { type Person, testWeb } from '../../../../../test/web.ts';
import { createSessionFor } from '../../../../people/accounts/people.ts';

const own = testWeb({ demo: true });
let folder: ConsentingFolder;
let ann: Person;

beforeAll(async () => {
  folder = await startConsentingFolder(() => ({ headers: { 'content-type': 'text/csv' }, text: 'order,date,sku\n' }));
  Object.assign(own.web.parts.engine, { sandboxOrigin: folder.origin, applications: { csv_drop: application } });
});
beforeEach(async () => {
  ann = await own.person(await own.account(), 'account_admin');
});
afterAll(() => folder.stop());

const shop = () => `${folder.origin}/shop`;
const unknown = { errorMessage: expect.stringMatching(/^This consent was not begun in this browser, was used already/) };

async function begin(by: Person, over: Record<string, unknown> = {}): Promise<string> {
  const payload = { connector: 'csv_drop', name: 'Our shop', settings: { address: shop() }, ...over };
  const reply = await own.as(by, { method: 'POST', url: '/api/connector-consents', payload });
  expect([reply.statusCode, reply.json()]).toEqual([200, { address: expect.any(String) }]);
  return reply.json().address;
}

const finish = (by: Person, back: URL, connector = 'csv_drop') =>
  own.as(by, { method: 'POST', url: `/api/connector-consents/${connector}`, payload: { query: back.search.slice(1) } });

async function consented(by: Person, over: Record<string, unknown> = {}): Promise<void> {
  expect((await finish(by, folder.allow(await begin(by, over)))).statusCode).toBe(200);
}

const connectionsOf = ({ accountId }: Person) =>
  own.sql<{ id: string; name: string; state: string; settings: Record<string, string>; secrets: string }>(
    'select id, name, state, settings, secrets from connections where account_id = $1 order by id',
    [accountId],
  );
const tryOut = (by: Person, slug = 'csv_drop') => own.as(by, { method: 'POST', url: `/api/connectors/${slug}/test` });

test('a person who agrees at the vendor has connected it, by tokens that nobody reads in the database', async () => {
  const page = new URL(await begin(ann));
  expect(Object.fromEntries(page.searchParams)).toEqual({
    ...{ response_type: 'code', client_id: application.id, scope: 'orders:read shipments:write', code_challenge_method: 'S256' },
    redirect_uri: `${own.web.parts.env.baseUrl}/connections/consent/csv_drop`,
    state: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
  });
  expect(await connectionsOf(ann)).toEqual([]);
  const reply = await finish(ann, folder.allow(page.href));
  expect([reply.statusCode, reply.json()]).toEqual([200, expect.objectContaining({ slug: 'csv_drop' })]);
  expect(reply.json().message).toMatch(/^Our shop is connected as 127\.0\.0\.1/);
  expect(await connectionsOf(ann)).toMatchObject([{ name: 'Our shop', state: 'active', settings: { address: shop() } }]);
  expect((await tryOut(ann)).json()).toMatchObject({ works: true });
  const stored = JSON.stringify(await own.sql('select * from connection_tokens'));
  expect(stored).not.toMatch(/token-|refresh-|code-/);
  const [entry] = await own.sql<{ changes: Record<string, { to: string }> }>(
    "select changes from audit_entries where account_id = $1 and verb = 'connected'",
    [ann.accountId],
  );
  expect(entry?.changes).toMatchObject({ consent: { to: 'given' }, address: { to: shop() } });
});

test('a state is good once, for a quarter of an hour', async () => {
  const back = folder.allow(await begin(ann));
  expect((await finish(ann, back)).statusCode).toBe(200);
  expect((await finish(ann, back)).json()).toMatchObject(unknown);
  const late = folder.allow(await begin(ann, { connection: 'csv_drop' }));
  await own.sql("update consents set expires_at = now() - interval '1 second'");
  expect((await finish(ann, late)).json()).toMatchObject(unknown);
});

test('nobody finishes a consent but who began it, in that session: not with its state, nor with one of their own', async () => {
  const { directory, sessions } = own.web.parts;
  const victims = folder.allow(await begin(ann));
  const elsewhere = { ...ann, cookie: await createSessionFor(directory, sessions.cookie, ann.userId) };
  const colleague = await own.person(ann.accountId, 'account_admin');
  const stranger = await own.person(await own.account('Other'), 'account_admin');
  for (const other of [elsewhere, colleague, stranger]) {
    const reply = await finish(other, victims);
    expect([reply.statusCode, reply.json()]).toEqual([409, expect.objectContaining({ ...unknown, code: 'unknown_consent' })]);
    expect(reply.json()).not.toHaveProperty('entered');
  }
  // A link to a consent that an attacker began and agreed to would connect their shop to the victim's account.
  const attackers = folder.allow(await begin(stranger));
  expect((await finish(ann, attackers)).json()).toMatchObject(unknown);
  expect([await connectionsOf(ann), await connectionsOf(stranger)]).toEqual([[], []]);
  // The attempts of others used nothing up.
  expect((await finish(ann, victims)).statusCode).toBe(200);
});

test('who acts as another account meanwhile does not connect it to that one', async () => {
  const sam = await own.person(await own.account('Portal'), 'super');
  const back = folder.allow(await begin(sam));
  const acting = await own.as(sam, { method: 'POST', url: '/api/accounts/act-as', payload: { accountId: ann.accountId } });
  const cookie = String(acting.headers['set-cookie']).split(';', 1)[0] ?? '';
  expect((await finish({ ...sam, cookie }, back)).json()).toMatchObject(unknown);
  expect(await connectionsOf(ann)).toEqual([]);
});

test('what the vendor did not sign is refused: another’s code, a made-up state, none at all', async () => {
  const back = folder.allow(await begin(ann));
  const swapped = new URL(back);
  swapped.searchParams.set('code', folder.codeFor(`${own.web.parts.env.baseUrl}/connections/consent/csv_drop`, 'a verifier of theirs'));
  const reply = await finish(ann, swapped);
  expect([reply.statusCode, reply.json().errorMessage]).toEqual([
    409,
    expect.stringMatching(/^What came back was not signed by Orders as CSV/),
  ]);
  // The state is used up by that, too.
  expect((await finish(ann, back)).json()).toMatchObject(unknown);
  const madeUp = new URL(back);
  madeUp.searchParams.set('state', 'a'.repeat(43));
  expect((await finish(ann, madeUp)).json()).toMatchObject(unknown);
  expect((await finish(ann, new URL('https://x.example/?'))).json()).toMatchObject(unknown);
  expect(await connectionsOf(ann)).toEqual([]);
});

test('who says no there is told so, has lost nothing that was typed, and nothing was stored', async () => {
  const reply = await finish(ann, folder.deny(await begin(ann, { since: '2026-11-01' })));
  expect([reply.statusCode, reply.json()]).toEqual([
    409,
    {
      errorMessage:
        'Orders as CSV was not agreed to: the page there was cancelled, or the account there may not allow it. Nothing was changed.',
      code: 'no_consent',
      entered: { name: 'Our shop', since: '2026-11-01', settings: { address: shop(), sites: '[]' } },
      connection: null,
    },
  ]);
  expect(await connectionsOf(ann)).toEqual([]);
  expect(await own.sql('select from consents where account_id = $1', [ann.accountId])).toEqual([]);
});

test('who says no is told so even where what they come back with is not signed', async () => {
  const back = folder.deny(await begin(ann));
  for (const name of [...back.searchParams.keys()]) if (!['state', 'error'].includes(name)) back.searchParams.delete(name);
  const reply = await finish(ann, back);
  expect(reply.json()).toMatchObject({ code: 'no_consent', errorMessage: expect.stringMatching(/^Orders as CSV was not agreed to/) });
});

test('a connection of whose commit no reply came is there, with its tokens', async () => {
  const back = folder.allow(await begin(ann));
  loseReply('insert into connections');
  expect((await finish(ann, back)).statusCode).toBe(503);
  expect(await connectionsOf(ann)).toMatchObject([{ name: 'Our shop', state: 'active' }]);
  folder.expireTokens();
  expect((await tryOut(ann)).json()).toMatchObject({ works: true });
});

test('consent again mends a connection whose tokens are refused; it stays the same, and its former tokens go', async () => {
  await consented(ann);
  const [before] = await connectionsOf(ann);
  await own.sql("update connections set state = 'needs_reconnect' where account_id = $1", [ann.accountId]);
  await consented(ann, { connection: 'csv_drop', settings: undefined, name: undefined });
  const [after, ...others] = await connectionsOf(ann);
  expect([after?.id, after?.state, others]).toEqual([before?.id, 'active', []]);
  expect(after?.settings.consent).not.toBe(before?.settings.consent);
  expect(await own.sql('select from connection_tokens where account_id = $1', [ann.accountId])).toHaveLength(1);
  folder.expireTokens();
  expect((await tryOut(ann)).json()).toMatchObject({ works: true });
});

test('the consent of another shop is refused by name, and the connection goes on with what it has', async () => {
  await consented(ann);
  const back = folder.allow(await begin(ann, { connection: 'csv_drop', settings: { address: `${folder.origin}/other` } }));
  const reply = await finish(ann, back);
  expect([reply.statusCode, reply.json()]).toMatchObject([409, { code: 'another_identity', connection: 'csv_drop' }]);
  expect(await connectionsOf(ann)).toMatchObject([{ settings: { address: shop() } }]);
  expect(await own.sql('select from connection_tokens where account_id = $1', [ann.accountId])).toHaveLength(1);
  folder.expireTokens();
  expect((await tryOut(ann)).json()).toMatchObject({ works: true });
  const again = await finish(ann, folder.allow(await begin(ann)));
  expect([again.statusCode, again.json().code]).toEqual([409, 'connected_twice']);
});

test('what a colleague changed while somebody was at the vendor stays, and whoever comes back is told', async () => {
  await consented(ann);
  const back = folder.allow(await begin(ann, { connection: 'csv_drop', settings: undefined, name: undefined }));
  const bea = await own.person(ann.accountId, 'account_admin');
  const payload = { settings: { address: `${shop()}/` }, was: { address: shop() } };
  expect((await own.as(bea, { method: 'PUT', url: '/api/connectors/csv_drop', payload })).statusCode).toBe(200);
  const reply = await finish(ann, back);
  expect([reply.statusCode, reply.json()]).toMatchObject([409, { code: 'changed_meanwhile', connection: 'csv_drop' }]);
  expect(await connectionsOf(ann)).toMatchObject([{ settings: { address: `${shop()}/` } }]);
  expect(await own.sql('select from connection_tokens where account_id = $1', [ann.accountId])).toHaveLength(1);
  const late = { connector: 'csv_drop', connection: 'csv_drop', ...{ settings: { address: shop() }, was: { address: shop() } } };
  const begun = await own.as(ann, {
    method: 'POST',
    url: '/api/connector-consents',
    payload: { ...late, settings: { address: `${shop()}?` } },
  });
  expect([begun.statusCode, begun.json().code]).toEqual([409, 'changed_meanwhile']);
});

test('what was agreed to for one address is never sent to another', async () => {
  await consented(ann);
  const before = folder.requests.length;
  const change = (settings: object) => own.as(ann, { method: 'PUT', url: '/api/connectors/csv_drop', payload: { settings } });
  const moved = await change({ address: 'https://elsewhere.example.com/shop' });
  expect([moved.statusCode, moved.json().code]).toEqual([409, 'needs_consent']);
  expect(folder.requests.length).toBe(before);
  expect((await change({ address: `${shop()}/` })).statusCode).toBe(200);
  // The name of somebody's tokens is none of the settings that a request may choose.
  const [{ settings } = { settings: {} }] = await connectionsOf(ann);
  const bea = await own.person(ann.accountId, 'account_admin');
  const stolen = await own.as(bea, {
    ...{ method: 'POST', url: '/api/connectors' },
    payload: { connector: 'csv_drop', name: 'A', settings: { ...settings, address: `${folder.origin}/other` } },
  });
  expect([stolen.statusCode, stolen.json().errorMessage]).toEqual([
    409,
    expect.stringContaining('Nobody has agreed to this connection at Orders as CSV yet.'),
  ]);
});

test('a token that was entered is dropped by a consent, and a consent by a token', async () => {
  const back = folder.allow(await begin(ann));
  await finish(ann, back);
  const [{ settings } = { settings: {} }] = await connectionsOf(ann);
  expect(settings).toHaveProperty('consent');
  const refused = await own.as(ann, {
    method: 'PUT',
    url: '/api/connectors/csv_drop',
    payload: { settings: { address: shop(), token: 'x' } },
  });
  // The folder does not know this one.
  expect(refused.statusCode).toBe(409);
  const instead = await own.as(ann, {
    ...{ method: 'POST', url: '/api/connector-consents' },
    payload: { connector: 'csv_drop', settings: { address: shop(), token: 'x' } },
  });
  expect(instead.json()).toEqual({ 'settings.token': ['Leave it empty to continue at Orders as CSV'] });
});

test('without an application of ours nobody is sent away, and a session keeps five consents', async () => {
  const pages = [];
  for (let n = 0; n < 6; n++) pages.push(await begin(ann));
  expect((await finish(ann, folder.allow(pages[0] ?? ''))).json()).toMatchObject(unknown);
  expect((await finish(ann, folder.allow(pages[5] ?? ''))).statusCode).toBe(200);
  const other = await own.as(ann, { method: 'POST', url: '/api/connector-consents', payload: { connector: 'ship_station' } });
  expect(other.statusCode).toBe(404);
  Object.assign(own.web.parts.engine, { applications: {} });
  const none = await own.as(ann, { method: 'POST', url: '/api/connector-consents', payload: { connector: 'csv_drop', settings: {} } });
  expect([none.statusCode, none.json().errorMessage]).toEqual([
    409,
    'Crossdock has no app at Orders as CSV yet. Whoever runs this installation has to register one there.',
  ]);
  Object.assign(own.web.parts.engine, { applications: { csv_drop: application } });
});

/** Loses the reply to the next commit of a transaction that had such a statement. */
function loseReply(statement: string): void {
  const { pool } = own.database;
  let isLost = false;
  const seen = new Set<pg.PoolClient>();
  const watch = (client: pg.PoolClient) => {
    if (seen.has(client)) return;
    seen.add(client);
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    let had = false;
    const watched = async (...given: [unknown, ...unknown[]]) => {
      const text = String((given[0] as { text?: string }).text ?? given[0]);
      had ||= text.includes(statement);
      const reply = await query(...given);
      if (isLost || !had || text !== 'commit') return reply;
      isLost = true;
      throw new Error('Connection terminated unexpectedly');
    };
    Object.assign(client, { query: watched });
  };
  pool.on('acquire', watch);
  onTestFinished(() => void pool.off('acquire', watch));
}
