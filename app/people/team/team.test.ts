import { beforeEach, expect, test } from 'vitest';
import { inTenant } from '../../../platform/tenant.ts';
import { type Person, testWeb } from '../../../test/web.ts';
import { withTime } from '../../../test/with-time.ts';

const own = testWeb({ demo: true });
let lea: Person;
let jon: Person;
let uma: Person;
let stranger: Person;

beforeEach(async () => {
  await own.sql('delete from sign_in_attempts');
  const accountId = await own.account('Northwind');
  [lea, jon, uma] = [await own.person(accountId, 'account_admin'), await own.person(accountId, 'admin'), await own.person(accountId)];
  stranger = await own.person(await own.account('Other'), 'account_admin');
});

/** Nobody was mailed of late. */
const aDayPasses = () => own.sql('delete from sign_in_attempts');
const post = (person: Person | null, url: string, payload: object) => own.as(person, { method: 'POST', url, payload });
const team = async (person = lea) => (await own.as(person, { url: '/api/team' })).json();
const roleOf = async ({ userId }: Person) => (await team()).members.find((each: { user_id: number }) => each.user_id === userId)?.role;
const assign = (person: Person, userId: number, rest: object = {}) => post(person, '/api/departments/add-to-user', { userId, ...rest });
const invite = (person: Person, emails: string, rest: object = {}) =>
  post(person, '/settings/team/invitees', { emails, role: 'user', ...rest });
const remove = (person: Person, { userId }: Person) => own.as(person, { method: 'DELETE', url: `/settings/team/members/${userId}` });
const departments = async () =>
  Object.entries((await own.as(lea, { url: '/api/departments/get-departments' })).json() as Record<string, string>);
const idOf = async (wanted: string) => Number((await departments()).find(([, name]) => name === wanted)?.[0]);
/** The token of the last invitation that was mailed to an address. */
async function tokenFor(email: string): Promise<string> {
  const mails = (await own.as(null, { url: '/api/outbox' })).json().mails as { to: string; text: string }[];
  return /invitation\?token=(\S+)/.exec(mails.find(({ to }) => to === email)?.text ?? '')?.[1] ?? 'no mail';
}
const join = (token: string, rest: object = {}) =>
  post(null, '/api/auth/accept-invitation', { token, name: 'Ina Moss', password: 'a walk along the harbour', ...rest });

test('departments by id, those of a member as ids and as a text, and 204 for none', async () => {
  expect((await departments()).map(([, name]) => name).sort()).toEqual(['Inventory', 'Orders', 'Purchasing', 'Support']);
  const ofUma = () => post(jon, '/api/departments/get-departments-by-user', { userId: uma.userId });
  expect((await ofUma()).statusCode).toBe(204);
  const [orders, support] = [await idOf('Orders'), await idOf('Support')];
  expect((await assign(jon, uma.userId, { departments: [support, orders] })).json()).toMatchObject([
    'User',
    expect.stringContaining('was saved.'),
    { departments: [{ name: 'Orders' }, { name: 'Support' }], is_admin: false, is_super: false, is_account_admin: false },
  ]);
  expect((await ofUma()).json()).toEqual([[orders, support], 'Orders, Support']);
  // Blank takes them out of all.
  await assign(jon, uma.userId, { departments: '' });
  expect((await ofUma()).statusCode).toBe(204);
});

test('signed out is 401, another account’s person 404, a department of another account 422', async () => {
  expect((await post(null, '/api/departments/add-to-user', { userId: uma.userId })).statusCode).toBe(401);
  expect((await assign(stranger, uma.userId)).json()).toEqual({ errorMessage: 'This person is not in your team.', code: 'not_found' });
  const [foreign] = await own.sql<{ id: string }>('select id from departments where account_id = $1 limit 1', [stranger.accountId]);
  expect((await assign(lea, uma.userId, { departments: [Number(foreign?.id)] })).statusCode).toBe(422);
  expect((await remove(stranger, uma)).statusCode).toBe(404);
});

test('the admin flag: who may set it does, the others are refused and nothing changes', async () => {
  expect((await assign(uma, uma.userId, { isAdmin: true })).statusCode).toBe(403);
  expect((await assign(jon, jon.userId, { isAdmin: false })).statusCode).toBe(403);
  expect((await assign(jon, lea.userId, { isAdmin: false })).statusCode).toBe(403);
  expect([await roleOf(uma), await roleOf(jon), await roleOf(lea)]).toEqual(['user', 'admin', 'account_admin']);
  expect((await assign(jon, uma.userId, { isAdmin: true })).json()[0]).toBe('Admin');
  // Jon could make her one, and cannot take it back.
  expect((await assign(jon, uma.userId, { isAdmin: false })).statusCode).toBe(403);
  expect((await assign(lea, uma.userId, { isAdmin: false })).json()[0]).toBe('User');
});

test('a change that began before another is refused, and says how the member is now', async () => {
  const [orders, support] = [await idOf('Orders'), await idOf('Support')];
  const was = { departments: [], isAdmin: false };
  expect((await assign(jon, uma.userId, { departments: [support], isAdmin: true, was })).statusCode).toBe(200);
  const late = await assign(lea, uma.userId, { departments: [orders], was });
  const nameOf = async ({ userId }: { userId: number }) =>
    (await own.sql<{ name: string }>('select name from users where id = $1', [userId]))[0]?.name ?? '';
  const [name, theirs] = [await nameOf(uma), await nameOf(jon)];
  expect([late.statusCode, late.json()]).toEqual([
    409,
    {
      errorMessage: withTime(`${theirs} changed ${name} on …. Role: Admin. Departments: Support. Look at it again before you save.`),
      code: 'changed_meanwhile',
    },
  ]);
  expect(await roleOf(uma)).toBe('admin');
  const seen = { departments: [support], isAdmin: true };
  expect((await assign(lea, uma.userId, { departments: [orders], was: seen })).json()[2]).toMatchObject({ departments: [{ id: orders }] });
});

test('the last account admin stays, also when two remove each other at once', async () => {
  const second = await own.person(lea.accountId, 'account_admin');
  const both = await Promise.all([remove(lea, second), remove(second, lea)]);
  expect(both.map(({ statusCode }) => statusCode).filter((status) => status === 200)).toHaveLength(1);
  const left = (await own.sql(`select from members where account_id = $1 and role = 'account_admin'`, [lea.accountId])).length;
  expect(left).toBe(1);
});

test('the last account admin is not demoted either, by Crossdock or by two who demote each other at once', async () => {
  const sam = await own.person(await own.account('Portal'), 'super');
  const acting = await post(sam, '/api/accounts/act-as', { accountId: lea.accountId });
  const asNorthwind = { ...sam, cookie: String(acting.headers['set-cookie']).split(';', 1)[0] ?? '' };
  const refused = await assign(asNorthwind, lea.userId, { isAdmin: false });
  expect([refused.statusCode, refused.json()]).toEqual([
    409,
    {
      errorMessage: expect.stringMatching(/ is the last account admin\. Invite another account admin first\.$/),
      code: 'last_account_admin',
    },
  ]);
  const second = await own.person(lea.accountId, 'account_admin');
  const both = await Promise.all([assign(lea, second.userId, { isAdmin: false }), assign(second, lea.userId, { isAdmin: false })]);
  // Whoever was demoted before their own request is looked at may no longer demote anybody.
  expect(['200,403', '200,409']).toContain(
    both
      .map(({ statusCode }) => statusCode)
      .sort()
      .join(),
  );
  const roles = await own.sql('select role from members where account_id = $1 and user_id = any($2)', [
    lea.accountId,
    [lea.userId, second.userId],
  ]);
  expect(roles.map(({ role }) => role).sort()).toEqual(['account_admin', 'user']);
});

test('who is removed is signed out at once, and what they did keeps their name', async () => {
  await own.sql(
    `insert into audit_entries (account_id, user_id, acting_as, verb, noun, record_id, record_name, changes) values ($1, $2, false,
      'created', 'department', 1, 'x', '{}')`,
    [uma.accountId, uma.userId],
  );
  expect((await remove(jon, uma)).json().message).toMatch(/is no longer in your team\.$/);
  expect((await own.as(uma, { url: '/api/team' })).statusCode).toBe(401);
  const names = await inTenant(own.database, lea, ({ prepared }) =>
    prepared('', 'select u.name from audit_entries a join users u on u.id = a.user_id where a.record_name = $1', ['x']),
  );
  expect(names).toHaveLength(1);
});

test('several are invited at once; each address gets its outcome, and a mail', async () => {
  const reply = await invite(jon, `New@Example.org, ${uma.email}; not-an-address new@example.org`, { departments: [await idOf('Orders')] });
  expect(reply.json()).toEqual({
    message: '1 person was invited.',
    outcomes: [
      { email: 'new@example.org', outcome: 'invited' },
      { email: uma.email, outcome: 'member' },
      { email: 'not-an-address', outcome: 'no_address' },
    ],
  });
  expect((await invite(jon, 'new@example.org')).json().outcomes).toEqual([{ email: 'new@example.org', outcome: 'invited_before' }]);
  expect((await team(uma)).invitees).toMatchObject([
    { email: 'new@example.org', role: 'user', departments: [{ name: 'Orders' }], mailed: true },
  ]);
  expect((await invite(jon, '  ')).json()).toEqual({ emails: ['Write at least one e-mail address.'] });
});

test('nobody invites above their own role', async () => {
  expect((await invite(jon, 'boss@example.org', { role: 'account_admin' })).statusCode).toBe(403);
  expect((await invite(uma, 'friend@example.org')).statusCode).toBe(403);
  expect((await team()).invitees).toEqual([]);
});

test('an invitation that is sent again keeps its role, whatever the request names', async () => {
  await invite(jon, 'eva@example.org');
  const [{ id }] = (await team()).invitees;
  await aDayPasses();
  const named = { role: 'account_admin', email: 'jon@example.org', departments: [await idOf('Support')] };
  expect((await post(jon, `/settings/team/invitees/${id}/resend`, named)).statusCode).toBe(200);
  expect((await team()).invitees).toMatchObject([{ email: 'eva@example.org', role: 'user', departments: [] }]);
  await join(await tokenFor('eva@example.org'), { name: 'Eva Lund' });
  expect((await team()).members).toContainEqual(expect.objectContaining({ email: 'eva@example.org', role: 'user' }));
});

test('who is invited joins by the link, once, with their departments and role', async () => {
  await invite(lea, 'ina@example.org', { role: 'admin', departments: [await idOf('Support')] });
  const token = await tokenFor('ina@example.org');
  expect((await own.as(null, { url: `/api/auth/invitation?token=${token}` })).json()).toEqual({
    email: 'ina@example.org',
    accountName: 'Northwind',
  });
  expect((await join(token, { password: 'password1' })).statusCode).toBe(422);
  expect((await join(token)).json()).toEqual({ email: 'ina@example.org' });
  const { members, invitees } = await team();
  expect(invitees).toEqual([]);
  expect(members).toContainEqual(
    expect.objectContaining({ name: 'Ina Moss', role: 'admin', departments: [expect.objectContaining({ name: 'Support' })] }),
  );
  expect((await join(token)).statusCode).toBe(404);
  const signedIn = await post(null, '/api/auth/sign-in/email', { email: 'ina@example.org', password: 'a walk along the harbour' });
  expect(signedIn.statusCode).toBe(200);
});

test('a link ends when the invitation is sent again, deleted, or a week old', async () => {
  const gone = 'This invitation was used already, taken back, or is older than a week. Ask for a new one.';
  await invite(lea, 'ina@example.org');
  const first = await tokenFor('ina@example.org');
  const { id } = (await team()).invitees[0];
  await aDayPasses();
  expect((await post(jon, `/settings/team/invitees/${id}/resend`, {})).json().message).toBe(
    'ina@example.org was invited again. The former link ends.',
  );
  const second = await tokenFor('ina@example.org');
  expect([first === second, (await join(first)).json().errorMessage]).toEqual([false, gone]);
  await own.sql(`update invitations set expires_at = now() - interval '1 second' where id = $1`, [id]);
  expect((await join(second)).json().errorMessage).toBe(gone);
  await own.sql(`update invitations set expires_at = now() + interval '1 day' where id = $1`, [id]);
  expect((await own.as(stranger, { method: 'DELETE', url: `/settings/team/invitees/${id}` })).statusCode).toBe(404);
  expect((await own.as(jon, { method: 'DELETE', url: `/settings/team/invitees/${id}` })).statusCode).toBe(200);
  expect((await join(second)).json().errorMessage).toBe(gone);
});

test('an invitation takes nobody’s sign-in over, and brings back who was removed', async () => {
  await invite(lea, stranger.email);
  expect((await join(await tokenFor(stranger.email))).json()).toMatchObject({ code: 'has_account' });
  await remove(lea, uma);
  await invite(lea, uma.email);
  expect((await join(await tokenFor(uma.email), { name: 'Uma Again' })).statusCode).toBe(200);
  expect((await team()).members).toContainEqual(expect.objectContaining({ user_id: uma.userId, name: 'Uma Again' }));
});
