import { beforeAll, expect, test } from 'vitest';
import { theirWords } from '../../../connectors/http/reasons.ts';
import { inTenant, withoutPerson } from '../../../platform/tenant.ts';
import { type Person, testWeb } from '../../../test/web.ts';
import { withTime } from '../../../test/with-time.ts';
import { recipientOf, unsubscribeToken } from './mails/unsubscribe-token.ts';
import { type NotificationEvent, publish } from './publish.ts';
import { listRules } from './rules.ts';
import { wordNotification } from './sentences.ts';

const own = testWeb();
let owner: Person;
let admin: Person;
let user: Person;
let stranger: Person;
let orders: number;

beforeAll(async () => {
  const accountId = await own.account();
  [owner, admin, user] = [await own.person(accountId, 'account_admin'), await own.person(accountId, 'admin'), await own.person(accountId)];
  stranger = await own.person(await own.account(), 'account_admin');
  const [row] = await own.sql<{ id: string }>(`select id from departments where account_id = $1 and name = 'Orders'`, [accountId]);
  orders = Number(row?.id);
  await own.sql(`insert into connections (account_id, connector, slug, name) values ($1, 'ship_station', 'shop', 'Shop')`, [accountId]);
});

const event: NotificationEvent = {
  ...{ kind: 'needs_reconnect', path: '/settings/connectors/shop' },
  sentence: { code: 'requests_refused', connection: 'Shop', reason: theirWords('No.') },
};
/** Publishes it, and returns who is told: people by their address, and `!` where they are not mailed. */
async function toldOf(more: Partial<NotificationEvent> = {}): Promise<string[]> {
  await own.sql('delete from notifications');
  await withoutPerson(own.database, owner.accountId, (tenant) => publish(tenant, { ...event, ...more }));
  const rows = await own.sql<{ who: string }>(
    `select coalesce(n.address, u.email) || case when by_mail then '' else '!' end as who from notifications n left
      join users u on u.id = n.user_id order by 1`,
  );
  return rows.map(({ who }) => who);
}
const confirmAll = () => own.sql('update mail_addresses set confirmed_at = now()');
const put = (person: Person | null, url: string, payload: object) => own.as(person, { method: 'PUT', url, payload });
const rule = (kind: string, named: object, person = admin) =>
  put(person, `/api/notifications/rules/${kind}`, { departments: [], people: [], addresses: [], ...named });
const bell = async (person: Person) => (await own.as(person, { url: '/api/notifications' })).json();

test('where nobody is named, the department is told that the product names, or the admins when nobody is in it', async () => {
  expect(await toldOf()).toEqual([owner.email, admin.email]);
  await own.sql(`insert into member_departments select account_id, id, $2 from members where user_id = $1`, [user.userId, orders]);
  expect(await toldOf()).toEqual([user.email]);
  expect(await toldOf({ kind: 'ticket_answered' })).toEqual([owner.email, admin.email]);
});

test('whom it concerns is told, and nobody else; who is of another account is not', async () => {
  expect(await toldOf({ kind: 'import_finished', people: [user.userId, stranger.userId] })).toEqual([user.email]);
});

test('whom the account names is told instead: departments, people and addresses, each once', async () => {
  const reply = await rule('needs_reconnect', {
    departments: [orders],
    people: [user.userId, owner.userId],
    addresses: ['Ops@Example.org', user.email],
  });
  const first = 'ops@example.org has to confirm by the link in a mail first.';
  expect(reply.json()).toEqual({ message: `A connection needs new credentials: saved. ${first}` });
  expect(await toldOf()).toEqual([owner.email, user.email].sort());
  await confirmAll();
  expect(await toldOf()).toEqual(['ops@example.org', owner.email, user.email].sort());
  await rule('needs_reconnect', {});
  expect(await toldOf()).toEqual([user.email]);
});

test('a change that began before another is refused, and says who is notified now', async () => {
  const was = { departments: [], people: [], addresses: [], hours: 4 };
  expect((await rule('orders_waiting', { people: [user.userId], hours: 6, was })).statusCode).toBe(200);
  const late = await rule('orders_waiting', { departments: [orders], hours: 4, was });
  const [{ name } = { name: '' }] = await own.sql<{ name: string }>('select name from users where id = $1', [user.userId]);
  expect([late.statusCode, late.json()]).toEqual([
    409,
    {
      errorMessage: withTime(`You changed this on …. Notified now: ${name}, after 6 hours. Look at it again before you save.`),
      code: 'changed_meanwhile',
    },
  ]);
  const seen = { departments: [], people: [user.userId], addresses: [], hours: 6 };
  expect((await rule('orders_waiting', { departments: [orders], hours: 4, was: seen })).statusCode).toBe(200);
  expect((await rule('orders_waiting', { hours: 4 })).statusCode).toBe(200);
});

test.each([
  ['departments', { departments: [999_999] }],
  ['people', { people: [999_999] }],
])('%s of another account, or that are gone, are refused', async (field, named) => {
  const reply = await rule('po_received', named);
  expect([reply.statusCode, reply.json()]).toEqual([422, { [field]: ['Some of these no longer exist. Reload, and choose again.'] }]);
});

test('the spec’s setting mails an address whatever happens in a connection, or in the account', async () => {
  const save = (url: string, notificationEmail: unknown, enabled: unknown = '1') => put(admin, url, { notificationEmail, enabled });
  const [connection, account] = ['/api/connectors/shop/notification', '/api/notifications/email'];
  expect((await save(connection, 'shop@example.org')).json().message).toMatch(/^The e-mail notification was saved\./);
  expect((await save(account, 'all@example.org')).statusCode).toBe(200);
  expect(await toldOf()).toEqual([user.email]);
  await confirmAll();
  const [row] = await own.sql<{ id: string }>(`select id from connections where slug = 'shop'`);
  expect(await toldOf({ connectionId: Number(row?.id) })).toEqual(['all@example.org', user.email, 'shop@example.org'].sort());
  expect(await toldOf()).toEqual(['all@example.org', user.email].sort());
  expect((await save(account, 'all@example.org', '0')).statusCode).toBe(200);
  expect(await toldOf()).toEqual([user.email]);
  for (const [url, name] of [
    [connection, 'shop'],
    [account, 'account'],
  ] as const)
    for (const wrong of ['nobody', 'a@b', '', 'a b@example.org', `${'x'.repeat(330)}@example.org`]) {
      const reply = await save(url, wrong);
      expect([reply.statusCode, reply.json()], wrong).toEqual([422, { [`${name}-email`]: ['Email address must be valid'] }]);
    }
  expect((await save(connection, '', '0')).statusCode).toBe(200);
  expect((await save('/api/connectors/none/notification', 'a@example.org')).statusCode).toBe(404);
});

test.each(['/api/connectors/shop/notification', '/api/notifications/email'])(
  'an address that another saved meanwhile at %s is not saved over unread',
  async (url) => {
    const save = (person: Person, notificationEmail: string, more: object = {}) =>
      put(person, url, { notificationEmail, enabled: '1', ...more });
    await save(admin, 'ops@example.org');
    const was = { notificationEmail: 'ops@example.org', enabled: '1' };
    expect((await save(owner, 'night@example.org', { was })).statusCode).toBe(200);
    const late = await save(admin, 'day@example.org', { was });
    const [{ name } = { name: '' }] = await own.sql<{ name: string }>('select name from users where id = $1', [owner.userId]);
    expect([late.statusCode, late.json()]).toEqual([
      409,
      {
        errorMessage: withTime(`${name} changed this on …. Mailed now: night@example.org. Look at it again before you save.`),
        code: 'changed_meanwhile',
      },
    ]);
    expect((await save(admin, 'night@example.org', { was })).statusCode).toBe(200);
    expect((await save(admin, '', { enabled: '0' })).statusCode).toBe(200);
    expect((await save(owner, 'night@example.org', { was })).json().errorMessage).toMatch(
      /^\S.* changed this on .+\. Mailed now: nobody\. /,
    );
  },
);

test('who has left is no longer named: the department is told where nobody else is, and the rule can be saved', async () => {
  const gone = await own.person(admin.accountId);
  expect((await rule('needs_reconnect', { people: [gone.userId] })).statusCode).toBe(200);
  expect(await toldOf()).toEqual([gone.email]);
  await own.as(owner, { method: 'DELETE', url: `/settings/team/members/${gone.userId}` });
  expect(await toldOf()).toEqual([user.email]);
  const [shown] = (await inTenant(own.database, admin, listRules)).filter(({ kind }) => kind === 'needs_reconnect');
  expect(shown).toEqual({ kind: 'needs_reconnect', departments: [], people: [], addresses: [] });
  const was = { departments: [], people: [], addresses: [] };
  expect((await rule('needs_reconnect', { departments: [orders], was })).statusCode).toBe(200);
  expect((await rule('needs_reconnect', {})).statusCode).toBe(200);
});

test('users look, admins change, and nobody changes those of another account', async () => {
  for (const reply of [
    await rule('po_received', {}, user),
    await put(user, '/api/notifications/email', { notificationEmail: '', enabled: '0' }),
  ])
    expect(reply.statusCode).toBe(403);
  const theirs = await put(stranger, '/api/connectors/shop/notification', { notificationEmail: 'x@example.org', enabled: '1' });
  expect(theirs.statusCode).toBe(404);
});

test('the bell has what one was told of oneself, until it is read', async () => {
  await toldOf();
  const { data, unread } = await bell(user);
  expect([unread, data]).toMatchObject([1, [{ ...event, sentence: wordNotification(event.sentence), read: false }]]);
  expect(await bell(admin)).toEqual({ data: [], unread: 0 });
  const read = (person: Person, ids?: number[]) =>
    own.as(person, { method: 'POST', url: '/api/notifications/read', payload: ids ? { ids } : {} });
  await read(admin, [data[0].id]);
  expect((await bell(user)).unread).toBe(1);
  expect((await read(user, [data[0].id])).statusCode).toBe(204);
  expect(await bell(user)).toMatchObject({ unread: 0, data: [{ read: true }] });
});

test('who does not want a kind of mail still hears the bell', async () => {
  const choose = (mail: boolean) => put(user, '/api/notifications/mine/needs_reconnect', { mail });
  expect((await choose(false)).json().message).toBe('You are no longer mailed about this. The bell shows it still.');
  expect(await toldOf()).toEqual([`${user.email}!`]);
  await choose(true);
  expect(await toldOf()).toEqual([user.email]);
});

test('the link of a mail unsubscribes who got it, without a sign-in, and nobody else', async () => {
  await rule('po_received', { addresses: ['ops@example.org', 'dock@example.org'] });
  await confirmAll();
  const { seal } = own.web.parts.engine;
  const token = unsubscribeToken(seal, { accountId: owner.accountId, userId: null, address: 'ops@example.org' });
  const read = () => own.as(null, { url: `/api/auth/unsubscribe?token=${encodeURIComponent(token)}` });
  expect((await read()).json()).toMatchObject({ account: expect.stringMatching(/./), to: 'ops@example.org' });
  const personal = unsubscribeToken(seal, { accountId: owner.accountId, userId: user.userId, address: null });
  const ownLink = await own.as(null, { url: `/api/auth/unsubscribe?token=${encodeURIComponent(personal)}` });
  expect(ownLink.json().to).toBe(user.email);
  expect((await read()).json().kinds).toContainEqual({ kind: 'po_received', label: 'A purchase order was received', mail: true });
  expect((await put(null, '/api/auth/unsubscribe', { token, kinds: ['needs_reconnect'] })).statusCode).toBe(200);
  expect((await read()).json().kinds.filter(({ mail }: { mail: boolean }) => mail)).toHaveLength(1);
  expect(await toldOf({ kind: 'po_received' })).toEqual(['dock@example.org']);
  for (const forged of ['', 'x', token.slice(0, -2), seal.seal('{"accountId":1,"userId":null,"address":null}', 'another')])
    expect((await put(null, '/api/auth/unsubscribe', { token: forged, kinds: [] })).statusCode, forged).toBe(404);
  expect(recipientOf(seal, 'x')).toBeNull();
});

test('where the only address that is named has unsubscribed, the admins are told', async () => {
  await rule('webhook_off', { addresses: ['quay@example.org'] });
  await confirmAll();
  expect(await toldOf({ kind: 'webhook_off' })).toEqual(['quay@example.org']);
  const token = unsubscribeToken(own.web.parts.engine.seal, { accountId: owner.accountId, userId: null, address: 'quay@example.org' });
  await put(null, '/api/auth/unsubscribe', { token, kinds: [] });
  expect(await toldOf({ kind: 'webhook_off' })).toEqual([admin.email, owner.email].sort());
});

test('an admin who is told for want of others gets one mail, also where the account mails their address whatever happens', async () => {
  await put(admin, '/api/notifications/email', { notificationEmail: admin.email.toUpperCase(), enabled: '1' });
  expect(await toldOf({ kind: 'key_paused' })).toEqual([admin.email, owner.email].sort());
  await put(admin, '/api/notifications/email', { notificationEmail: '', enabled: '0' });
});

test('whom the account names beside those whom a feature mails itself is mailed', async () => {
  await rule('ticket_answered', { people: [admin.userId], addresses: ['desk@example.org'] });
  await confirmAll();
  const reply = { kind: 'ticket_answered', people: [user.userId], mailed: true } as const;
  expect(await toldOf(reply)).toEqual([`${user.email}!`, admin.email, 'desk@example.org'].sort());
  expect(await toldOf({ ...reply, except: admin.userId })).toEqual([`${user.email}!`, 'desk@example.org'].sort());
});

test('the link of a mail works for ninety days', () => {
  const { seal } = own.web.parts.engine;
  const who = { accountId: owner.accountId, userId: null, address: 'ops@example.org' };
  const token = unsubscribeToken(seal, who);
  const inDays = (days: number) => recipientOf(seal, token, Date.now() + days * 24 * 60 * 60 * 1000);
  expect([inDays(89.9), inDays(90.1)]).toEqual([who, null]);
});
