import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '../../platform/endpoint.ts';
import { fillAccount } from '../fill-account.ts';
import { type Person, testWeb } from '../web.ts';
import { type JsonSchema, valuesFor } from './values.ts';

const own = testWeb();
/** The text in every column of A, her connection's slug too. */
const word = 'zz';
const marker = 'only-account-b-may-read-this';
let ann: Person;
let bea: Person;
let ids: number[];
let ownIds: number[];
let tables: string[];

beforeAll(async () => {
  // Advances the ids, so that no record of A has an id of B.
  await own.sql("select setval('accounts_id_seq', 5000, false)");
  bea = await own.person(await own.account(marker), 'account_admin');
  const foreign = await fillAccount(own, bea.accountId, bea.userId, marker);
  ann = await own.person(await own.account('A'), 'account_admin');
  const hers = await fillAccount(own, ann.accountId, ann.userId, word);
  ids = idsIn(foreign);
  ownIds = idsIn(hers);
  tables = [...foreign.keys()].filter((name) => name !== 'users' && name !== 'accounts').sort();
});

const idsIn = (rows: Map<string, Record<string, unknown>>) => [
  ...new Set([...rows.values()].flatMap(({ id }) => (id ? [Number(id)] : []))),
];

/** Everything that is stored of an account, as one sum a table. */
async function sums(accountId: number): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const table of tables) {
    const [row] = await own.sql<{ sum: string }>(
      `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum from ${table} t where account_id = $1`,
      [accountId],
    );
    found[table] = row?.sum ?? '';
  }
  return found;
}

const schemaOf = (shape: z.ZodType) => z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
const changing = () =>
  own.web.web.endpoints.filter(
    ({ may, body, path }) => may !== 'anyone' && body && !path.startsWith('/api/auth') && !path.startsWith('/api/accounts'),
  );

test('whatever is given in a body, at any depth, by an id of another account: nothing of it is shown or changed', async () => {
  const before = await sums(bea.accountId);
  const replies = await attack(ids);
  expect(replies.filter(({ statusCode, body }) => body.includes(marker) || statusCode === 500)).toEqual([]);
  expect(await sums(bea.accountId)).toEqual(before);
  // With her own ids the same bodies succeed, so the attack gets past the first check. A few of each call show that.
  const hers = await attack(ownIds, 4);
  expect(hers.filter(({ statusCode }) => statusCode < 300).length).toBeGreaterThan(3);
  expect(await sums(bea.accountId)).toEqual(before);
  // Thousands of requests.
}, 180_000);

type Reply = { call: string; payload: unknown; statusCode: number; body: string };

/** Makes each call with every body and every id, until so `many` have succeeded. */
async function attack(ids: number[], many = Number.POSITIVE_INFINITY): Promise<Reply[]> {
  const replies: Reply[] = [];
  for (const endpoint of changing()) replies.push(...(await attackBy(endpoint, ids, many)));
  return replies;
}

async function attackBy(endpoint: Endpoint, ids: number[], many: number): Promise<Reply[]> {
  const schema = schemaOf(endpoint.body as z.ZodType);
  const replies: Reply[] = [];
  let succeeded = 0;
  for (const id of ids) {
    for (const payload of valuesFor(schema, id, word).slice(0, 16)) {
      const { statusCode, body } = await own.as(ann, { method: endpoint.method, url: pathOf(endpoint, id), payload: payload as object });
      replies.push({ call: `${endpoint.method} ${endpoint.path}`, payload, statusCode, body });
      if (statusCode < 300) succeeded += 1;
      if (succeeded >= many) return replies;
    }
  }
  return replies;
}

test('every record of another account, asked for as a page or a call, is not there', async () => {
  for (const endpoint of own.web.web.endpoints.filter(
    ({ method, may, path }) => method === 'GET' && may === 'work' && /:(id|connectorId)\b/.test(path),
  )) {
    for (const id of ids) {
      const { statusCode, body } = await own.as(ann, { url: pathOf(endpoint, id) });
      expect([statusCode, body.includes(marker)], `${endpoint.path} ${id}`).not.toEqual([200, true]);
    }
  }
});

function pathOf({ path }: Endpoint, id: number): string {
  return path.replace(/:(\w+)/g, (_, name: string) =>
    name === 'name' ? word : name === 'accountId' ? String(ann.accountId) : name === 'action' ? 'cancel' : String(id),
  );
}
