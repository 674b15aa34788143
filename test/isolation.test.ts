import { beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '../platform/endpoint.ts';
import { fillAccount } from './fill-account.ts';
import { type Person, testWeb } from './web.ts';

const own = testWeb();
const marker = 'only-account-b-may-read-this';
let ann: Person;
let bea: Person;
let foreign: Map<string, Record<string, unknown>>;

beforeAll(async () => {
  bea = await own.person(await own.account(marker), 'account_admin');
  foreign = await fillAccount(own, bea.accountId, bea.userId, marker);
  // Advances the ids, so that no record of A has an id of B.
  await own.sql(
    `select setval(format('%I.%I', schemaname, sequencename), coalesce(last_value, 0) + 10000) from pg_sequences where schemaname = 'public'`,
  );
  ann = await own.person(await own.account('A'), 'account_admin');
});

/** Policies beside the account's own, and why each is right. */
const beyond: Record<string, string[]> = {
  // Super admins read the tickets of all accounts, to find whose each is; what they do, they do in a transaction of that account.
  support_tickets: ['acts_super()'],
  // Stricter than the account's own: its people do not see what super admins tell one another of its tickets.
  support_notes: ['acts_super()'],
};

/** Tables without an account, and why that is right. */
const shared: Record<string, string> = {
  accounts: 'the accounts themselves: a policy on their id',
  users: 'a person may belong to several accounts: a policy on membership',
  sessions: 'sign-in, which business code cannot read',
  sign_in_methods: 'sign-in, which business code cannot read',
  two_factors: 'sign-in, which business code cannot read',
  last_visits: 'when a person was last seen, in whatever account: a policy on membership',
  verifications: 'sign-in, which business code cannot read',
  sign_in_attempts: 'sign-in, which business code cannot read',
  outbox_mails: 'the demo’s mail, which business code cannot read',
  application_limits: 'requests that all accounts of one application at a vendor share: a count under a digest',
  migrations: 'what was applied',
  workers: 'which worker processes live, which business code cannot read',
  worker_marks: 'what each worker raised the mark to, and whether it can write files: business code reads it alone',
  cut_off_jobs: 'jobs over which workers died: a count under a digest, which business code cannot read',
  installation: 'one row: by what the database recognises itself',
  mappable_fields: 'what super admins let all mappings read: policies let all read and them write',
  portal_messages: 'what super admins tell everyone: policies let all read and them write',
  portal_message_dismissals: 'what a person has dismissed, in whatever account: a policy on the person',
};

test('every table belongs to an account by its first key column, its foreign keys and a forced policy', async () => {
  const tables = await own.sql<{
    name: string;
    enabled: boolean;
    forced: boolean;
    policies: string[];
    key: string | null;
    loose: string[];
  }>(`
    select c.relname as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
      array(select pg_get_expr(polqual, polrelid) from pg_policy where polrelid = c.oid and 'crossdock_app'::regrole = any(polroles) order by polname desc) as policies,
      (select a.attname from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0] where i.indrelid = c.oid and i.indisprimary) as key,
      array(select pg_get_constraintdef(k.oid) from pg_constraint k where k.conrelid = c.oid and k.contype = 'f'
        -- On several nodes a table of the coordinator refers to its own copy: accounts_102008.
        and k.confrelid::regclass::text !~ '^(accounts|users)(_[0-9]+)?$' and pg_get_constraintdef(k.oid) not like 'FOREIGN KEY (account_id, %') as loose
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`);
  expect(tables.length).toBeGreaterThan(Object.keys(shared).length);
  for (const { name, ...table } of tables.filter(({ name }) => !(name in shared))) {
    expect({ name, ...table }).toEqual({
      name,
      enabled: true,
      forced: true,
      policies: ['(account_id = current_account())', ...(beyond[name] ?? [])],
      key: 'account_id',
      loose: [],
    });
  }
});

test('none of our roles bypasses row-level security', async () => {
  const roles = await own.sql(`select rolname from pg_roles where rolname like 'crossdock%' and (rolsuper or rolbypassrls)`);
  expect(roles).toEqual([]);
});

test('no call by one account, with any id of another, shows or changes anything of it', async () => {
  expect(await contentsOf(bea.accountId)).toContain(marker);
  const before = await contentsOf(bea.accountId);
  const ids = [...new Set([...foreign.values()].flatMap(({ id }) => (id ? [String(id)] : [])))];
  const failures: string[] = [];
  for (const endpoint of readsFirst(own.web.web.endpoints.filter(({ path, may }) => path !== '/api/events' && may !== 'anyone'))) {
    for (const id of [...ids, marker]) {
      const { statusCode, body } = await own.as(ann, requestFor(endpoint, id));
      // 504 says that our own export takes longer than the test waits.
      if ((body.includes(marker) && !repeating.has(endpoint.path)) || (statusCode >= 500 && statusCode !== 504))
        failures.push(`${endpoint.method} ${endpoint.path} with ${id}: ${statusCode} ${body}`);
    }
  }
  expect(failures).toEqual([]);
  expect(await contentsOf(bea.accountId)).toBe(before);
});

/** The specification wants the new record in their replies: what A has typed itself. */
const repeating = new Set(['/api/products/categories/create', '/api/raw_materials/categories/create']);

/** What A has typed itself is in later replies, as the name of a department is: no leak. */
const readsFirst = (endpoints: readonly Endpoint[]) =>
  endpoints.toSorted((a, b) => Number(a.method !== 'GET') - Number(b.method !== 'GET'));

/** The id in the path, in every field of the query and of the body that takes it. */
function requestFor({ method, path, query, body }: Endpoint, id: string) {
  const url = path.replace(/:\w+/g, encodeURIComponent(id)).replace('*', `images/${encodeURIComponent(id)}`);
  const search = new URLSearchParams(fieldsOf(query).map((field) => [field, id]));
  const payload = Object.fromEntries(fieldsOf(body).map((field) => [field, valueFor(field, body, id)]));
  return { method, url: search.size > 0 ? `${url}?${search}` : url, ...(body && { payload }) };
}

function valueFor(field: string, schema: unknown, id: string): unknown {
  const shape = (schema as { shape?: Record<string, { safeParse: (value: unknown) => { success: boolean } }> }).shape ?? {};
  const candidates = [id, Number(id), [Number(id)], [id], { id: Number(id) }, true, {}];
  return candidates.find((each) => shape[field]?.safeParse(each).success) ?? id;
}

function fieldsOf(schema: unknown): string[] {
  const named = schema && typeof schema === 'object' && 'shape' in schema ? Object.keys(schema.shape as object) : [];
  return named.filter((field) => !['accountId', 'account_id', 'userId', 'user_id'].includes(field));
}

/** Everything that is stored for an account, as one text. */
async function contentsOf(accountId: number): Promise<string> {
  const texts: string[] = [];
  for (const table of [...foreign.keys()].filter((name) => name !== 'users').sort()) {
    const key = table === 'accounts' ? 'id' : 'account_id';
    const rows = await own.sql<{ row: string }>(`select t::text as row from ${table} t where ${key} = $1 order by 1`, [accountId]);
    texts.push(`${table}: ${rows.map(({ row }) => row).join('\n')}`);
  }
  return texts.join('\n');
}
