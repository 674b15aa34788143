import { beforeAll, expect, test } from 'vitest';
import { createSessionFor } from '../app/people/accounts/people.ts';
import type { Endpoint } from '../platform/endpoint.ts';
import type { Role } from '../platform/signed-in.ts';
import { fillAccount } from './fill-account.ts';
import { acrossAccounts, allowed, confirmed, unaudited } from './roles/table.ts';
import { type Person, testWeb } from './web.ts';

const own = testWeb({ demo: true });
const roles = ['user', 'admin', 'account_admin', 'super'] as const satisfies readonly Role[];
const people = new Map<Role, Person>();
/** Every record of the other account has this id, and no other record has. */
const theirs = 700_000;

beforeAll(async () => {
  // The first account and person are nobody's, so that a call that ends one ends none of those that are asked with.
  await own.person(await own.account('Nobody'), 'user');
  const accountId = await own.account('Own');
  for (const role of roles) people.set(role, await own.person(accountId, role));
  await fillAccount(own, accountId, people.get('account_admin')?.userId ?? 0, 'own');
  await own.sql(
    `select setval(oid::regclass, ${theirs}, false) from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace`,
  );
  const other = await own.person(await own.account('Other'), 'account_admin');
  await fillAccount(own, other.accountId, other.userId, 'theirs');
});

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const endpoints = () => own.web.web.endpoints;
/** Its reply does not end. */
const isStream = ({ path }: Endpoint) => path === '/api/events';
/** Whether the table allows it; `null` is nobody who is signed in. */
function mayCall(endpoint: Endpoint, role: Role | null): boolean {
  const least = Object.entries(allowed).find(([, calls]) => calls.includes(nameOf(endpoint)))?.[0];
  if (least === 'anyone') return true;
  if (role === null || least === undefined) return false;
  return least === 'signed in' || roles.indexOf(role) >= roles.indexOf(least as Role);
}

/** Asks as this role, with a session of its own, and no other: some calls end the caller's. Its password was given so long ago. */
async function ask(endpoint: Endpoint, role: Role | null, id: string, confirmedAgo = '0 minutes') {
  const person = role && people.get(role);
  const { directory, sessions } = own.web.parts;
  if (person) await own.sql('delete from sessions where user_id = $1', [person.userId]);
  const caller = person ? { ...person, cookie: await createSessionFor(directory, sessions.cookie, person.userId) } : null;
  if (person) await own.sql('update sessions set confirmed_at = now() - $2::interval where user_id = $1', [person.userId, confirmedAgo]);
  const url = endpoint.path.replace(/:[a-zA-Z]+/g, id).replace('*', `images/${id}`);
  const { statusCode, body } = await own.as(caller, { method: endpoint.method, url, ...(endpoint.method !== 'GET' && { payload: {} }) });
  const code = body.startsWith('{') ? (JSON.parse(body) as { code?: string; errorMessage?: string }) : {};
  return { statusCode, text: body, code: code.code, sentence: code.errorMessage };
}

/** What the call's permission refuses, before anything else is looked at. */
const isRefused = ({ statusCode, code, sentence }: Awaited<ReturnType<typeof ask>>) =>
  (statusCode === 401 && code === 'signed_out') ||
  (statusCode === 403 && sentence === 'Your role does not allow this. Ask an admin of your account.');

test('every call of the product is in the table, once, and nothing else is', () => {
  const decided = Object.values(allowed).flat();
  expect(decided.toSorted()).toEqual(endpoints().map(nameOf).sort());
});

test('each role may call what the table allows it, and nothing else', async () => {
  const wrong: string[] = [];
  for (const endpoint of endpoints()) {
    for (const role of [null, ...roles]) {
      const isAllowed = mayCall(endpoint, role);
      if (isAllowed && isStream(endpoint)) continue;
      const reply = await ask(endpoint, role, '1');
      if (isRefused(reply) === isAllowed) wrong.push(`${nameOf(endpoint)} as ${role ?? 'nobody'}: ${reply.statusCode} ${reply.code}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('what names a record of another account is refused to each role, but for what super admins do about all accounts', async () => {
  const wrong: string[] = [];
  for (const endpoint of endpoints().filter(({ path }) => path.includes(':'))) {
    const name = nameOf(endpoint);
    for (const role of roles.filter((each) => mayCall(endpoint, each))) {
      const { statusCode, text } = await ask(endpoint, role, String(theirs));
      const isDone = statusCode < 400;
      const isMeant = role === 'super' && acrossAccounts.includes(name);
      if (statusCode >= 500 || isDone !== isMeant) wrong.push(`${name} as ${role}: ${statusCode} ${text.slice(0, 80)}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('what was decided here to be sensitive is refused to whoever gave their password a while ago, and nothing else is', async () => {
  expect(
    endpoints()
      .filter((endpoint) => endpoint.confirmed)
      .map(nameOf)
      .sort(),
  ).toEqual([...confirmed].sort());
  for (const endpoint of endpoints().filter((each) => each.confirmed)) {
    const role = roles.find((each) => mayCall(endpoint, each)) ?? 'super';
    expect((await ask(endpoint, role, '1', '31 minutes')).code, nameOf(endpoint)).toBe('needs_confirmation');
    expect((await ask(endpoint, role, '1', '29 minutes')).code, nameOf(endpoint)).not.toBe('needs_confirmation');
  }
});

test('a call that changes something and leaves no audit row was decided here', () => {
  expect(
    endpoints()
      .filter((endpoint) => endpoint.unaudited)
      .map(nameOf)
      .sort(),
  ).toEqual([...unaudited].sort());
});
