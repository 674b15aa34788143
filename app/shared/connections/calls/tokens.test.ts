import { expect, test } from 'vitest';
import { keptOfCode } from '../../../../connectors/http/consent.ts';
import { theirWords } from '../../../../connectors/http/reasons.ts';
import type { Grant, GrantToken } from '../../../../connectors/http/tokens.ts';
import { openDatabase } from '../../../../platform/db.ts';
import { sealWith } from '../../../../platform/seal.ts';
import { withoutPerson } from '../../../../platform/tenant.ts';
import { addAccount } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { dropUnusedTokens, keepFirst } from './tokens.ts';

const own = testDatabase();
const seal = sealWith(['a key that is long enough for the tests']);
const now = new Date();
const soon = new Date(now.getTime() + 3_600_000);

let processes = 0;
/** The module as another process has it: with nothing in its memory. */
async function inAnotherProcess(): Promise<typeof import('./tokens.ts')> {
  processes += 1;
  return import(/* @vite-ignore */ `./tokens.ts?process=${processes}`);
}

/** A vendor that rotates what is kept, and takes each once. `refused` are those that it no longer takes. */
function vendor() {
  const [kepts, refused]: [(string | null)[], Set<string>] = [[], new Set()];
  const grant: GrantToken = async (kept) => {
    kepts.push(kept);
    await new Promise((resume) => setImmediate(resume));
    if (kept !== null && refused.has(kept)) return { ok: false, failure: { kind: 'reconnect', reason: theirWords('Used.') } };
    const n = kepts.length;
    return { ok: true, value: { token: `token-${n}`, expiresAt: soon, keep: `refresh-${n}`, keepEndsAt: soon } };
  };
  return { grant, kepts, refused };
}

async function stores(count: number) {
  const { accountId } = await addAccount(own);
  const made = [];
  for (let n = 0; n < count; n++) made.push((await inAnotherProcess()).sharedTokens(own.database, seal, accountId));
  const row = async () => (await own.sql('select * from connection_tokens where account_id = $1', [accountId]))[0] ?? {};
  return { accountId, made, row };
}

const tokenOf = (result: { ok: true; value: Grant } | { ok: false }) => (result.ok ? result.value.token : null);

test('processes that need a token at the same time ask for one, and all get it', async () => {
  const { made } = await stores(3);
  const { grant, kepts } = vendor();
  const results = await Promise.all(made.flatMap((store) => [store.token('k', null, grant, now), store.token('k', null, grant, now)]));
  expect(results.map(tokenOf)).toEqual(Array(6).fill('token-1'));
  expect(kepts).toEqual([null]);
});

test('a token that was refused in one process is the one that another has renewed already', async () => {
  const { made } = await stores(2);
  const [one, two] = made;
  const { grant, kepts } = vendor();
  await one?.token('k', null, grant, now);
  await two?.token('k', null, grant, now);
  const renewed = await one?.token('k', 'token-1', grant, now);
  const same = await two?.token('k', 'token-1', grant, now);
  expect([renewed, same].map((result) => result && tokenOf(result))).toEqual(['token-2', 'token-2']);
  expect(kepts).toEqual([null, 'refresh-1']);
});

test('nothing of it is in the database as it is', async () => {
  const { made, row } = await stores(1);
  await made[0]?.token('k', null, vendor().grant, now);
  expect(await row()).toMatchObject({ token: expect.stringMatching(/^v1\./), kept: expect.stringMatching(/^v1\./), granting_until: null });
  expect(JSON.stringify(await row())).not.toMatch(/token-1|refresh-1/);
});

test('what was kept stays until what replaced it has served: after a crash between them either is tried, and then the settings', async () => {
  const { made } = await stores(2);
  const { grant, kepts, refused } = vendor();
  await made[0]?.token('k', null, grant, now);
  await made[0]?.token('k', 'token-1', grant, now);
  refused.add('refresh-2');
  expect(await made[0]?.token('k', 'token-2', grant, now)).toMatchObject({ ok: true });
  expect(kepts).toEqual([null, 'refresh-1', 'refresh-2', 'refresh-1']);
  refused.add('refresh-4').add('refresh-2').add('refresh-1');
  expect(await made[1]?.token('k', 'token-4', grant, now)).toMatchObject({ ok: true });
  expect(kepts.at(-1)).toBeNull();
});

test('a process that died while it asked is not waited for; one that fails lets the next one ask', async () => {
  const { accountId, made, row } = await stores(1);
  await own.sql(`insert into connection_tokens (account_id, key, granting_until) values ($1, 'k', now() - interval '1 second')`, [
    accountId,
  ]);
  const outage = async () => ({
    ok: false as const,
    failure: { kind: 'retry' as const, at: soon, reason: theirWords('Down.'), maybeDone: false },
  });
  expect(await made[0]?.token('k', null, outage, now)).toMatchObject({ ok: false, failure: { kind: 'retry' } });
  expect(await row()).toMatchObject({ granting_until: null, token: null });
  expect(await made[0]?.token('k', null, vendor().grant, now)).toMatchObject({ ok: true });
});

test('no request costs a look into the database while the token is good', async () => {
  const { accountId } = await addAccount(own);
  const database = openDatabase({ url: own.url, connections: 1 });
  const store = (await inAnotherProcess()).sharedTokens(database, seal, accountId);
  const { grant } = vendor();
  await store.token('k', null, grant, now);
  await database.close();
  expect(await store.token('k', null, grant, now)).toMatchObject({ ok: true, value: { token: 'token-1' } });
});

test('tokens that no live connection uses are deleted, and those of others stay', async () => {
  const { accountId, made, row } = await stores(1);
  await made[0]?.token('k', null, vendor().grant, now);
  const drop = () => withoutPerson(own.database, accountId, (tenant) => dropUnusedTokens(tenant, 'k'));
  await own.sql(`insert into connections (account_id, connector, slug, name, credential) values ($1, 'amware', 'a', 'A', 'k')`, [
    accountId,
  ]);
  await drop();
  expect(await row()).toMatchObject({ key: 'k' });
  await own.sql(`update connections set disconnected_at = now() where account_id = $1`, [accountId]);
  await drop();
  expect(await row()).toEqual({});
});

test('the code of a consent is exchanged once: what it was exchanged for is kept, and the code is never shown to the vendor again', async () => {
  const { accountId, made, row } = await stores(2);
  const [one, two] = made;
  const { grant, kepts, refused } = vendor();
  const code = keptOfCode({ code: 'a code', redirect: 'https://here.example/back', verifier: 'a verifier' });
  await withoutPerson(own.database, accountId, (tenant) => keepFirst(tenant, seal, 'k', code));
  expect(JSON.stringify(await row())).not.toContain('a code');
  await one?.token('k', null, grant, now);
  await two?.token('k', 'token-1', grant, now);
  expect(kepts).toEqual([code, 'refresh-1']);
  for (const each of ['refresh-1', 'refresh-2']) refused.add(each);
  await two?.token('k', 'token-2', grant, now);
  expect(kepts).toEqual([code, 'refresh-1', 'refresh-2', 'refresh-1', null]);
});

test('a code that is refused keeps the reason of its vendor, whatever is said of having none', async () => {
  const { accountId, made } = await stores(1);
  const code = keptOfCode({ code: 'a code', redirect: 'https://here.example/back', verifier: 'a verifier' });
  await withoutPerson(own.database, accountId, (tenant) => keepFirst(tenant, seal, 'k', code));
  const refusing: GrantToken = async (kept) => ({
    ok: false,
    failure: { kind: 'reconnect', reason: theirWords(kept === null ? 'Nobody has agreed.' : 'The code was used.') },
  });
  expect(await made[0]?.token('k', null, refusing, now)).toEqual({
    ok: false,
    failure: { kind: 'reconnect', reason: theirWords('The code was used.') },
  });
});

test('a code whose exchange fails in passing stays, and one that is exchanged for a token alone leaves nothing', async () => {
  const { accountId, made, row } = await stores(1);
  const code = keptOfCode({ code: 'a code', redirect: 'https://here.example/back', verifier: 'a verifier' });
  await withoutPerson(own.database, accountId, (tenant) => keepFirst(tenant, seal, 'k', code));
  const kepts: (string | null)[] = [];
  const failing: GrantToken = async (kept) => {
    kepts.push(kept);
    return { ok: false, failure: { kind: 'retry', at: soon, reason: theirWords('Later.'), maybeDone: false } };
  };
  const exchanged: GrantToken = async (kept) => {
    kepts.push(kept);
    return { ok: true, value: { token: 't', expiresAt: soon } };
  };
  await made[0]?.token('k', null, failing, now);
  await made[0]?.token('k', null, exchanged, now);
  expect([kepts, await row()]).toMatchObject([[code, code], { kept: null, kept_before: null }]);
});

test('a process without the key of what is kept asks for nothing by what is older, and nobody has to consent anew for it', async () => {
  const { accountId, row } = await stores(0);
  const as = async (keys: string[]) => (await inAnotherProcess()).sharedTokens(own.database, sealWith(keys), accountId);
  const [before, after] = ['a key that is long enough for the tests', 'the key that is rolled out to all of them'] as const;
  const [older, newer] = [await as([before]), await as([after, before])];
  await withoutPerson(own.database, accountId, (tenant) => keepFirst(tenant, sealWith([before]), 'k', 'consented'));
  const { grant, kepts } = vendor();
  const byConsent: GrantToken = async (kept) =>
    kept === null ? { ok: false, failure: { kind: 'reconnect', reason: { code: 'no_consent', system: 'Shopify' } } } : grant(kept);
  await older.token('k', null, byConsent, now);
  await newer.token('k', 'token-1', byConsent, now);
  expect(await older.token('k', 'token-1', byConsent, now)).toEqual({
    ok: false,
    failure: { kind: 'reconnect', reason: { code: 'connection.secrets_lost' } },
  });
  expect([kepts, await row()]).toMatchObject([['consented', 'refresh-1'], { granting_until: null }]);
  expect(await newer.token('k', 'token-2', byConsent, now)).toMatchObject({ ok: true, value: { token: 'token-3' } });
});

test('settings that sign in do so where the key of what was kept is lost', async () => {
  const { accountId, made } = await stores(1);
  await withoutPerson(own.database, accountId, (tenant) => keepFirst(tenant, sealWith(['a key that was lost']), 'k', 'kept'));
  expect(await made[0]?.token('k', null, vendor().grant, now)).toMatchObject({ ok: true, value: { token: 'token-1' } });
});
