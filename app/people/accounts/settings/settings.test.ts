import { beforeEach, expect, test } from 'vitest';
import type { Role } from '../../../../platform/signed-in.ts';
import { type Person, testWeb } from '../../../../test/web.ts';
import { withTime } from '../../../../test/with-time.ts';
import { timezones } from './timezones.ts';

const own = testWeb();
let admin: Person;
beforeEach(async () => {
  admin = await own.person(await own.account('Acme', 'Europe/London'), 'admin');
});

const settings = {
  name: 'Acme Ltd',
  timezone: 'Asia/Kolkata',
  combine_orders: false,
  page_size: 25,
  date_style: 'day_first',
  expiry_days: 30,
  buyers_kept_days: 7,
};
const read = async (person: Person) => (await own.as(person, { url: '/api/account' })).json();
const save = (person: Person | null, payload: object) => own.as(person, { method: 'PUT', url: '/api/account', payload });

test('an admin changes the account, everyone in it sees that, and it is in the audit', async () => {
  const colleague = await own.person(admin.accountId);
  const usual = {
    name: 'Acme',
    timezone: 'Europe/London',
    combine_orders: true,
    page_size: 50,
    date_style: 'month_first',
    expiry_days: 0,
    buyers_kept_days: null,
  };
  expect(await read(colleague)).toEqual(usual);
  const saved = await save(admin, settings);
  expect([saved.statusCode, saved.json()]).toEqual([200, { message: 'The account was saved.' }]);
  expect(await read(colleague)).toEqual(settings);
  const [entry] = await own.sql('select verb, noun, record_id, user_id, changes from audit_entries where account_id = $1', [
    admin.accountId,
  ]);
  expect(entry).toMatchObject({ verb: 'changed', noun: 'account', changes: { timezone: { from: 'Europe/London', to: 'Asia/Kolkata' } } });
});

test('two admins who change different settings at once both keep theirs', async () => {
  await save(admin, { name: 'By the one' });
  await save(await own.person(admin.accountId, 'admin'), { page_size: 100 });
  expect(await read(admin)).toMatchObject({ name: 'By the one', page_size: 100, timezone: 'Europe/London' });
});

test('of two admins who change the same setting the later is told what it is now; whoever was told saves it', async () => {
  const was = await read(admin);
  const colleague = await own.person(admin.accountId, 'admin');
  expect((await save(colleague, { name: 'By the one', combine_orders: false, was })).statusCode).toBe(200);
  const late = await save(admin, { name: 'By the other', was });
  const [{ name: theirs = '' } = {}] = await own.sql<{ name?: string }>('select name from users where id = $1', [colleague.userId]);
  expect([late.statusCode, late.json()]).toEqual([
    409,
    {
      errorMessage: withTime(`${theirs} changed the name to “By the one” on …. Look at it again before you save.`),
      code: 'changed_meanwhile',
    },
  ]);
  // What both want, and what nobody else touched, is no change over another's.
  expect((await save(admin, { name: 'By the one', page_size: 100, was })).statusCode).toBe(200);
  expect((await save(admin, { name: 'By the other' })).statusCode).toBe(200);
  expect(await read(admin)).toMatchObject({ name: 'By the other', combine_orders: false, page_size: 100 });
});

test.each<[Role, number]>([
  ['super', 200],
  ['account_admin', 200],
  ['admin', 200],
  ['user', 403],
])('a %s gets %i for changing it, and may look', async (role, status) => {
  const person = await own.person(admin.accountId, role);
  expect((await save(person, settings)).statusCode).toBe(status);
  expect((await own.as(person, { url: '/api/account' })).statusCode).toBe(200);
});

test('nobody is let in who is signed out', async () => {
  expect((await save(null, settings)).statusCode).toBe(401);
});

test.each([
  ['name', '  ', 'Give the account a name.'],
  ['name', 'x'.repeat(101), 'A name has at most 100 characters.'],
  ['timezone', 'Europe/Atlantis', 'Choose a time zone from the list.'],
  ['timezone', '+05:00', 'Choose a time zone from the list.'],
  ['timezone', "UTC'; drop table accounts", 'Choose a time zone from the list.'],
])('%s %j is refused', async (field, value, message) => {
  const refused = await save(admin, { ...settings, [field]: value });
  expect([refused.statusCode, refused.json()]).toEqual([422, { [field]: [message] }]);
  expect((await read(admin)).name).toBe('Acme');
});

test.each([
  ['page_size', 30],
  ['page_size', 'all'],
  ['date_style', 'us'],
  ['combine_orders', 'yes please'],
  ['buyers_kept_days', 0],
  ['buyers_kept_days', 366],
])('%s %j is refused', async (field, value) => {
  expect((await save(admin, { ...settings, [field]: value })).statusCode).toBe(422);
});

test('a zone that the account has stays, whatever it is called today', async () => {
  await own.sql(`update accounts set timezone = 'US/Pacific' where id = $1`, [admin.accountId]);
  expect((await save(admin, { ...settings, timezone: 'US/Pacific' })).statusCode).toBe(200);
});

test('every zone that is offered is one of PostgreSQL’s and of the browser’s, with its place and its offset now', async () => {
  const reply = await own.as(admin, { url: '/api/timezones' });
  const zones: { timezone: string; location: string; offset: number }[] = reply.json();
  expect(zones).toHaveLength(timezones.length);
  expect(zones.length).toBeGreaterThan(400);
  const byName = new Map(zones.map((zone) => [zone.timezone, zone]));
  expect(zones[0]).toEqual({ timezone: 'UTC', location: 'Coordinated Universal Time', offset: 0 });
  expect(byName.get('Asia/Kolkata')).toEqual({ timezone: 'Asia/Kolkata', location: 'Kolkata, Asia', offset: 330 });
  expect(byName.get('America/Argentina/Buenos_Aires')?.location).toBe('Buenos Aires, Argentina, America');
  expect(byName.get('Asia/Tokyo')?.offset).toBe(540);
  for (const { timezone } of timezones) expect(() => new Intl.DateTimeFormat('en-US', { timeZone: timezone })).not.toThrow();
});
