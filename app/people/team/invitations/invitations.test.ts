import { beforeEach, expect, test } from 'vitest';
import { inTenant, type Tenant } from '../../../../platform/tenant.ts';
import { doneOrLockWait } from '../../../../test/lock-waits.ts';
import { type Person, testWeb } from '../../../../test/web.ts';
import { invitationMail } from '../mail.ts';
import { type MemberRole, memberRoles } from '../rules.ts';
import { invite } from './invitations.ts';

const own = testWeb({ demo: true });
let team: Record<MemberRole, Person>;

beforeEach(async () => {
  await own.sql('delete from sign_in_attempts');
  const accountId = await own.account('Northwind');
  team = {
    account_admin: await own.person(accountId, 'account_admin'),
    admin: await own.person(accountId, 'admin'),
    user: await own.person(accountId),
  };
});

async function invited(role: MemberRole, email: string): Promise<number> {
  await own.as(team.account_admin, { method: 'POST', url: '/settings/team/invitees', payload: { emails: email, role } });
  const [row] = await own.sql<{ id: string }>('select id from invitations where account_id = $1 and email = $2', [
    team.user.accountId,
    email,
  ]);
  await own.sql('delete from sign_in_attempts');
  return Number(row?.id);
}
const resend = (person: Person, id: number) => own.as(person, { method: 'POST', url: `/settings/team/invitees/${id}/resend` });
const remove = (person: Person, id: number) => own.as(person, { method: 'DELETE', url: `/settings/team/invitees/${id}` });

// By who sends it again or takes it back: to which role the invitation may be. Everything else is 403.
const mayDo: Record<MemberRole, MemberRole[]> = {
  account_admin: ['user', 'admin', 'account_admin'],
  admin: ['user', 'admin'],
  user: [],
};

test.each(memberRoles.flatMap((actor) => memberRoles.map((role) => [actor, role] as const)))(
  'only who may invite sends an invitation again and takes it back: %s, one to %s',
  async (actor, role) => {
    const id = await invited(role, 'ina@example.org');
    const expected = mayDo[actor].includes(role) ? 200 : 403;
    expect([(await resend(team[actor], id)).statusCode, (await remove(team[actor], id)).statusCode]).toEqual([expected, expected]);
    expect(await own.sql('select from invitations where id = $1', [id])).toHaveLength(expected === 200 ? 0 : 1);
  },
);

test('an address is mailed once in five minutes and five times a day, also when the invitation is deleted and made anew', async () => {
  const id = await invited('user', 'often@example.org');
  const later = () => own.sql(`update sign_in_attempts set until = now() where until < now() + interval '1 hour'`);
  expect((await resend(team.admin, id)).statusCode).toBe(200);
  const soon = await resend(team.admin, id);
  expect([soon.statusCode, soon.json().errorMessage]).toEqual([429, 'often@example.org was mailed before. Send it again in 5 minutes.']);
  for (let sent = 1; sent < 5; sent++) {
    await later();
    expect((await resend(team.admin, id)).statusCode).toBe(200);
  }
  await later();
  expect((await resend(team.admin, id)).json().errorMessage).toBe('often@example.org was mailed before. Send it again in 24 hours.');
  await remove(team.admin, id);
  const anew = await own.as(team.admin, {
    ...{ method: 'POST', url: '/settings/team/invitees' },
    payload: { emails: 'often@example.org', role: 'user' },
  });
  expect(anew.json().outcomes).toEqual([{ email: 'often@example.org', outcome: 'not_mailed' }]);
});

test('two who invite at once do not have more invitations open together than one may', async () => {
  const { accountId } = team.admin;
  await own.sql(
    `insert into invitations (account_id, email, role, token_digest, expires_at)
     select $1, n || '@example.org', 'user', 'none', now() + interval '1 day' from generate_series(1, 199) as n`,
    [accountId],
  );
  const inviting = (emails: string) => (tenant: Tenant) =>
    invite(tenant, { ...team.admin, role: 'admin' }, { emails, role: 'user', departments: [] });
  let second: Promise<unknown> | undefined;
  await inTenant(own.database, team.admin, async (tenant) => {
    await inviting('first@example.org')(tenant);
    second ??= inTenant(own.database, team.admin, inviting('second@example.org')).catch((error: Error) => error.message);
    // The second is done, or waits for this one.
    await doneOrLockWait(own, second);
  });
  expect(await second).toBe('More than 200 invitations would be open. Delete those that nobody follows, then go on.');
  expect(await own.sql('select from invitations where account_id = $1', [accountId])).toHaveLength(200);
});

test('a hundred a day are mailed for one account, whichever addresses they are to', async () => {
  await own.sql(`insert into sign_in_attempts (key, count, until) values ('mails of invitation|' || $1, 99, now() + interval '1 day')`, [
    team.admin.accountId,
  ]);
  const payload = { emails: 'last@example.org more@example.org', role: 'user' };
  const reply = await own.as(team.account_admin, { method: 'POST', url: '/settings/team/invitees', payload });
  expect(reply.json().outcomes).toEqual([
    { email: 'last@example.org', outcome: 'invited' },
    { email: 'more@example.org', outcome: 'not_mailed' },
  ]);
});

test.each([
  ['a line', 'Ann\nYour password has expired', 'A name is one line.'],
  ['a web address', 'Ann https://evil.example', 'A name cannot have a web address in it.'],
])('a name with %s is refused, since mails show it', async (_what, name, sentence) => {
  const profile = await own.as(team.user, { method: 'PATCH', url: '/api/profile', payload: { name } });
  expect([profile.statusCode, profile.json()]).toEqual([422, { name: [sentence] }]);
});

test('what a mail shows of names is one line without a web address, in its body too', () => {
  const from = { baseUrl: 'https://crossdock.example', inviter: 'Ann\n\nhttps://evil.example', accountName: 'North\r\nwind' };
  const { subject, text } = invitationMail({ id: 1, email: 'ina@example.org', token: 't' }, from);
  expect(subject).toBe('Ann https: //evil.example invites you to North wind');
  expect(text.split('\n\n')[1]).toBe(
    'Ann https: //evil.example invites you to work with North wind in Crossdock. Choose your name and password here:',
  );
});
