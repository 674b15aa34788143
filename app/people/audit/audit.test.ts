import { beforeAll, expect, test } from 'vitest';
import { readingOf } from '../../../bench/plans/explained.ts';
import { inTenant, type Tenant } from '../../../platform/tenant.ts';
import { type Person, testWeb } from '../../../test/web.ts';
import { changesIn, sentenceOf } from './entry.ts';
import { listAudit } from './queries.ts';

const own = testWeb();
const password = 'correct horse battery';
let admin: Person;
let user: Person;
let stranger: Person;

beforeAll(async () => {
  const accountId = await own.account('Acme', 'Europe/Berlin');
  admin = await own.person(accountId, 'account_admin', password);
  user = await own.person(accountId);
  stranger = await own.person(await own.account(), 'account_admin');
});

const audit = async (query = '', person = admin) => (await own.as(person, { url: `/api/audit?${query}` })).json().data;
const sentences = async (query = '') => (await audit(query)).map(sentenceOf);
const post = (person: Person, url: string, payload: object) => own.as(person, { method: 'POST', url, payload });

test('what people do is listed, newest first, with who, from where, and what changed', async () => {
  const { id } = (await post(admin, '/api/departments', { name: 'Returns' })).json();
  await own.as(admin, { method: 'PUT', url: `/api/departments/${id}`, payload: { name: 'Returns desk' } });
  const [changed, created] = await audit();
  expect(changed).toMatchObject({
    ...{ who: 'Person 1', acting_as: false, address: '127.0.0.1', verb: 'changed', noun: 'department', record_name: 'Returns desk' },
    changes: { name: { from: 'Returns', to: 'Returns desk' } },
  });
  expect(sentenceOf(created)).toBe('created department “Returns”');
  expect(sentenceOf({ verb: 'connected', noun: 'connection', record_name: 'NetSuite' })).toBe('connected “NetSuite”');
  const keyless = { verb: 'created', noun: 'API key', record_name: 'Ledger', changes: { networks: { from: null, to: [] } } } as const;
  expect(changesIn(keyless, { timezone: 'UTC', dateStyle: 'year_first' })).toEqual([]);
  expect(sentenceOf({ verb: 'exported', noun: 'orders', record_name: '' })).toBe('exported orders');
  expect(await audit(`before=${changed.id}`)).toEqual([created]);
});

test('what a person does with their own sign-in is listed too, and never a secret', async () => {
  await own.as(user, { method: 'PATCH', url: '/api/profile', payload: { name: 'Ada' } });
  await post(admin, '/api/auth/change-password', { currentPassword: password, newPassword: 'battery staple horse' });
  expect((await sentences()).slice(0, 2)).toEqual(['changed password “Person 1”', 'changed Name of profile “Ada”']);
  expect(JSON.stringify(await audit())).not.toMatch(/staple|correct horse/);
});

test('what a super admin does as the account is listed there, with when that began and ended', async () => {
  const sam = await own.person(await own.account(), 'super');
  const cookieOf = (reply: { headers: Record<string, unknown> }) => String(reply.headers['set-cookie']).split(';', 1)[0] ?? '';
  const acting = { ...sam, cookie: cookieOf(await post(sam, '/api/accounts/act-as', { accountId: admin.accountId })) };
  await post(acting, '/api/departments', { name: 'Made for them' });
  const back = { ...sam, cookie: cookieOf(await own.as(acting, { method: 'DELETE', url: '/api/accounts/act-as' })) };
  expect(await sentences('acting=yes')).toEqual([
    'stopped acting as account “Acme”',
    'created department “Made for them”',
    'started acting as account “Acme”',
  ]);
  expect((await audit('acting=yes')).map(({ who }: { who: string }) => who)).toEqual(Array(3).fill('Person 4'));
  expect(await audit('', back)).toEqual([]);
});

test.each([
  ['noun=profile', ['changed Name of profile “Ada”']],
  ['search=returns+desk', ['changed Name of department “Returns desk”']],
  ['search=%25', []],
  ['verb=created&acting=no', ['created department “Returns”']],
  ['start_at=2999-01-01', []],
  ['end_at=1999-01-01', []],
])('the filter %s leaves %j', async (query, expected) => {
  expect(await sentences(query)).toEqual(expected);
});

test.each(["search=')--", "noun='; drop table x--", 'who=0', 'verb=hacked', 'before=-1', 'other=1'])(
  'the filter %s harms nothing',
  async (query) => {
    expect([200, 422]).toContain((await own.as(admin, { url: `/api/audit?${query}` })).statusCode);
  },
);

test('it is exported as it is filtered, a row a change, in the time zone of the account, and safe in a spreadsheet', async () => {
  await post(admin, '/api/departments', { name: '=1+1' });
  const reply = await own.as(admin, { url: '/api/audit/export?noun=department' });
  expect(reply.headers['content-disposition']).toBe('attachment; filename="audit.csv"');
  const [header, first, ...others] = reply.body.replace('\ufeff', '').trim().split('\r\n');
  expect(header).toBe('time,who,for_crossdock,key,address,did,what,record,field,from,to');
  expect(first).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,Person 1,no,,127\.0\.0\.1,created,department,'=1\+1,name,,'=1\+1$/);
  expect(others).toHaveLength(3);
});

test('a file that would be too large for the memory is refused, and a shorter time is not', async () => {
  const other = await own.person(await own.account(), 'account_admin');
  await own.sql(
    `insert into audit_entries (account_id, at, acting_as, verb, noun, record_id, record_name, changes)
      select $1, now() - make_interval(days => n), false, 'changed', 'product', n, 'P', jsonb_build_object('description',
        jsonb_build_object('from', null, 'to', repeat('x', 1000000))) from generate_series(0, 50) as n`,
    [other.accountId],
  );
  const reply = await own.as(other, { url: '/api/audit/export' });
  expect([reply.statusCode, reply.json().errorMessage]).toEqual([
    409,
    'These entries make a file of more than 50 MB. Choose a shorter time.',
  ]);
  const since = new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10);
  expect((await own.as(other, { url: `/api/audit/export?start_at=${since}` })).statusCode).toBe(200);
});

test('what has a code in the place of a name is worded, and found by these words', async () => {
  const other = await own.person(await own.account(), 'account_admin');
  await own.sql(
    `insert into audit_entries (account_id, acting_as, verb, noun, record_id, record_name, changes)
      select $1, false, 'changed', noun, 1, name, '{}' from (values ('bulk action', 'undo-hold'), ('export', 'raw_materials'),
        ('notification rule', 'orders_waiting'), ('notification rule', 'hold')) as named (noun, name)`,
    [other.accountId],
  );
  const names = ['hold', 'Orders wait for a person', 'raw materials', 'End the hold'];
  const namesOf = async (query: string) => (await audit(query, other)).map((entry: { record_name: string }) => entry.record_name);
  expect(await namesOf('')).toEqual(names);
  expect(await namesOf('search=the+end')).toEqual(['End the hold']);
  expect(await namesOf('search=hold')).toEqual(['hold', 'End the hold']);
  expect((await own.as(other, { url: '/api/audit/export?search=person' })).body).toContain(',Orders wait for a person,');
});

test('words are searched for in so many entries at a time, and the search goes on where it ended', async () => {
  const actor = { accountId: await own.account(), userId: null };
  await own.sql(
    `insert into audit_entries (account_id, acting_as, changes, verb, noun, record_id, record_name)
     select $1, false, '{}', 'changed', 'order', n, case when n in (2, 9) then 'found' else 'other' end from generate_series(1, 10) as n`,
    [actor.accountId],
  );
  const search = (before?: number) => inTenant(own.database, actor, (tenant) => listAudit(tenant, { search: 'found', before }, 50, 4));
  const numbers = async (found: ReturnType<typeof search>) => (await found).rows.map(({ record_id }) => record_id);
  const first = await search();
  expect(await numbers(search())).toEqual([9]);
  const second = await search(first.lookedTo ?? 0);
  expect(second.rows).toEqual([]);
  expect(await numbers(search(second.lookedTo ?? 0))).toEqual([2]);
  expect((await search(second.lookedTo ?? 0)).lookedTo).toBeNull();
});

test('what a rare verb did is found without reading what the others did', async () => {
  const actor = { accountId: await own.account(), userId: null };
  await own.sql(
    `insert into audit_entries (account_id, acting_as, changes, verb, noun, record_id, record_name)
     select $1, false, '{}', case when n = 1 then 'sent' else 'changed' end, 'order', n, 'SO' from generate_series(1, 5000) as n`,
    [actor.accountId],
  );
  await own.sql('analyze audit_entries');
  const ask = (tenant: Tenant) => listAudit(tenant, { verb: 'sent' });
  expect((await readingOf(own.database, ask, actor)).pages).toBeLessThan(30);
});

test('only admins read it, and of their own account alone', async () => {
  for (const url of ['/api/audit', '/api/audit/export']) expect((await own.as(user, { url })).statusCode, url).toBe(403);
  expect(await audit('', stranger)).toEqual([]);
  expect((await own.as(stranger, { url: '/api/audit/export' })).body.trim().split('\r\n')).toHaveLength(1);
});

const style = { timezone: 'Europe/Berlin', dateStyle: 'month_first' } as const;

test('a long change is cut short, and says by how much', () => {
  const changes = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`sku_${n}`, { from: null, to: n }]));
  expect(changesIn({ noun: 'product link', changes }, style)).toHaveLength(13);
  expect(changesIn({ noun: 'product link', changes }, style).at(-1)).toEqual({ field: 'and 8 more', from: null, to: null });
  expect(changesIn({ noun: 'product link', changes: { shared: { from: true, to: ['a', 'b'] } } }, style)).toEqual([
    { field: 'shared', from: 'yes', to: 'a, b' },
  ]);
  const days = { expected_at: { from: null, to: '2026-12-03' } };
  expect(changesIn({ noun: 'purchase order', changes: days }, { ...style, dateStyle: 'day_first' })).toEqual([
    { field: 'Expected on', from: null, to: '3 Dec 2026' },
  ]);
});

test('of a rule that was changed only the values that differ are shown', () => {
  const fields = { source_field: 'country', source_name: 'Country', destination_field: 'delivery_instructions', destination_name: '' };
  const rule = { ...fields, source_value: 'DE', destination_value: 'Bitte klingeln' };
  const changes = {
    channel: { from: null, to: 'ShipStation' },
    rule: { from: rule, to: { ...rule, destination_value: 'Bei Nachbarn abgeben' } },
  };
  expect(changesIn({ noun: 'field mapping', changes }, style)).toEqual([
    { field: 'Channel', from: null, to: 'ShipStation' },
    { field: 'Destination value', from: 'Bitte klingeln', to: 'Bei Nachbarn abgeben' },
  ]);
  expect(changesIn({ noun: 'field mapping', changes: { rule: { from: null, to: rule } } }, style)).toEqual([
    { field: 'Source field', from: null, to: 'Country' },
    { field: 'Amware field', from: null, to: 'delivery instructions' },
    { field: 'Source value', from: null, to: 'DE' },
    { field: 'Destination value', from: null, to: 'Bitte klingeln' },
  ]);
  const named = { subject: { from: null, to: 'Weights' }, files: { from: null, to: 0 } };
  expect(changesIn({ verb: 'created', noun: 'support ticket', record_name: 'Import: Weights', changes: named }, style)).toEqual([
    { field: 'files', from: null, to: '0' },
  ]);
  expect(changesIn({ verb: 'changed', noun: 'support ticket', record_name: 'Import: Weights', changes: named }, style)).toHaveLength(2);
});

test.each([
  ['order', 'shipping_code', 'Shipping Method'],
  ['account', 'combine_orders', 'Combine orders'],
  ['connection', 'api_address', 'API address'],
  ['schedule', 'start_sync_time_window_orders', 'Orders: start'],
  ['product', 'warehouse_location', 'Location'],
  // What an older entry has, and no screen does.
  ['product', 'certificateId', 'certificate ID'],
  ['product link', '85123A-PACK6', '85123A-PACK6'],
  ['product link', 'globe', 'globe'],
  ['order', 'quantity of MUG', 'quantity of MUG'],
])('of a %s the field %s is called %s', (noun, name, shown) => {
  expect(changesIn({ noun, changes: { [name]: { from: null, to: 'x' } } }, style)[0]?.field).toBe(shown);
});

test.each([
  ['invitation', 'role', 'account_admin', 'Account admin'],
  ['e-mail notification', 'enabled', '1', 'on'],
  ['schedule', 'end_sync_time_window_orders', '18,00', '18:00'],
  ['stock settings', 'mode', 'rehearsal', 'Rehearsal'],
])('of a %s the value of %s %s is written as %s', (noun, field, to, shown) => {
  expect(changesIn({ noun, changes: { [field]: { from: null, to } } }, style)[0]?.to).toBe(shown);
});

test('a rule is named by what changed of it, not by the channel that it is of, and its fields without their explanation', () => {
  const rule = { field_name: 'slip', field_description: 'Packing slip message: Printed below the lines.', field_value: 'Thank you' };
  const changes = { channel: { from: null, to: 'Shop' }, rule: { from: rule, to: { ...rule, field_value: 'Thanks' } } };
  expect(sentenceOf({ verb: 'changed', noun: 'preset', record_name: 'Packing slip message', changes })).toBe(
    'changed Preset value of preset “Packing slip message”',
  );
  expect(changesIn({ noun: 'preset', changes: { rule: { from: null, to: rule } } }, style)).toEqual([
    { field: 'Field', from: null, to: 'Packing slip message' },
    { field: 'Preset value', from: null, to: 'Thank you' },
  ]);
});

test('what the verb says is not said again beside it', () => {
  const changes = { confirmed: { from: false, to: true } };
  const confirmed = { verb: 'confirmed', noun: 'mail address', record_name: 'a@example.com', changes };
  expect(sentenceOf(confirmed)).toBe('confirmed mail address “a@example.com”');
  expect(changesIn(confirmed, style)).toEqual([]);
});

test.each([
  ['2026-03-04T09:14:03.123Z', 'Mar 4, 2026 10:14 am'],
  ['2026-07-04T09:14:03+00:00', 'Jul 4, 2026 11:14 am'],
  ['2026-03-04', '2026-03-04'],
  ['SKU 2026-03-04T09', 'SKU 2026-03-04T09'],
])('a change to %s is written as %s', (to, shown) => {
  expect(changesIn({ noun: 'product link', changes: { at: { from: null, to } } }, style)).toEqual([{ field: 'at', from: null, to: shown }]);
});

test.each([
  ['changed', { weight: { from: 1, to: 2 } }, 'changed Weight of product “MUG”'],
  ['changed', { name: { from: 'a', to: 'b' }, reorder_point: { from: 1, to: 2 } }, 'changed Name and Reorder point of product “MUG”'],
  ['changed', { '85123A-PACK6': { from: null, to: 'MUG' } }, 'changed product “MUG”'],
  ['changed', {}, 'changed product “MUG”'],
  ['created', { name: { from: null, to: 'b' } }, 'created product “MUG”'],
] as const)('an entry that %s %j says: %s', (verb, changes, sentence) => {
  expect(sentenceOf({ verb, noun: 'product', record_name: 'MUG', changes })).toBe(sentence);
});

test('records within a change are written in words, never as JSON', () => {
  const columns = {
    from: { sku: 0, name: 1 },
    to: [
      { sku: 'MUG', quantity: 2, lot: null },
      { sku: 'CUP', quantity: 1 },
    ],
  };
  expect(changesIn({ noun: 'export', changes: { lines: columns } }, style)).toEqual([
    { field: 'lines', from: 'SKU 0, name 1', to: 'SKU MUG, quantity 2; SKU CUP, quantity 1' },
  ]);
});
