import { beforeEach, expect, test } from 'vitest';
import { inTenant } from '../../../../platform/tenant.ts';
import { type Person, testWeb } from '../../../../test/web.ts';
import { removeMember } from '../commands.ts';

const own = testWeb({ demo: true });
let [boss, colleague]: Person[] = [];
let [email, people] = ['', 0];

beforeEach(async () => {
  email = `second.self.${++people}@example.org`;
  await own.sql('delete from sign_in_attempts');
  const accountId = await own.account('Northwind');
  [boss, colleague] = [await own.person(accountId, 'account_admin'), await own.person(accountId, 'account_admin')];
});

const as = (person: Person | undefined, method: 'POST' | 'DELETE' | 'GET', url: string, payload?: object) =>
  own.as(person ?? null, { method, url, ...(payload && { payload }) });
const invite = async (role: string): Promise<number> => {
  expect((await as(boss, 'POST', '/settings/team/invitees', { emails: email, role })).json().outcomes).toMatchObject([{ email }]);
  const [row] = await own.sql<{ id: string }>('select id from invitations where account_id = $1', [boss?.accountId]);
  return Number(row?.id);
};
async function join(): Promise<number> {
  const { mails } = (await as(undefined, 'GET', '/api/outbox')).json() as { mails: { to: string; text: string }[] };
  const token = /invitation\?token=(\S+)/.exec(mails.find(({ to }) => to === email)?.text ?? '')?.[1];
  const payload = { token, name: 'Second Self', password: 'a walk along the harbour' };
  return (await as(undefined, 'POST', '/api/auth/accept-invitation', payload)).statusCode;
}
const revoked = () =>
  own.sql(`select record_name from audit_entries where account_id = $1 and verb = 'revoked' and noun = 'invitation'`, [boss?.accountId]);

test('who was removed does not come back by an invitation of their own, until a colleague sends it again', async () => {
  const id = await invite('account_admin');
  expect((await as(colleague, 'DELETE', `/settings/team/members/${boss?.userId}`)).statusCode).toBe(200);
  expect(await join()).toBe(404);
  expect(await revoked()).toEqual([{ record_name: email }]);
  await own.sql('delete from sign_in_attempts');
  expect((await as(colleague, 'POST', `/settings/team/invitees/${id}/resend`)).statusCode).toBe(200);
  expect(await join()).toBe(200);
});

test('a link that a colleague sent again, and that nobody noted, ends with who sent it', async () => {
  const id = await invite('user');
  await own.sql('delete from sign_in_attempts');
  await own.sql(`create function lose() returns trigger language plpgsql as $$ begin raise exception 'the process ended'; end $$;
    create trigger lose before update of token_digest on invitations for each row execute function lose()`);
  expect((await as(colleague, 'POST', `/settings/team/invitees/${id}/resend`)).statusCode).toBe(500);
  await own.sql('drop function lose cascade');
  expect((await as(boss, 'DELETE', `/settings/team/members/${colleague?.userId}`)).statusCode).toBe(200);
  expect(await join()).toBe(404);
  expect(await own.sql('select expires_at > now() as open from invitations where id = $1', [id])).toEqual([{ open: true }]);
});

test('nor do they as an account admin who is a user by now; what an admin invites to goes on when somebody becomes one', async () => {
  await invite('account_admin');
  const assign = (person: Person | undefined, isAdmin: boolean) =>
    as(colleague, 'POST', '/api/departments/add-to-user', { userId: person?.userId, departments: [], isAdmin });
  expect((await assign(boss, false)).statusCode).toBe(200);
  expect(await join()).toBe(404);
  await own.sql('delete from sign_in_attempts; delete from invitations');
  await own.sql(`update members set role = 'account_admin' where user_id = $1`, [boss?.userId]);
  await invite('user');
  expect((await assign(boss, true)).statusCode).toBe(200);
  expect(await join()).toBe(200);
});

test('who is being removed at this moment invites nobody', async () => {
  const [sender, remover] = [boss, colleague] as [Person, Person];
  const ended: number[] = [];
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const inviting = await inTenant(own.database, remover, async (tenant) => {
    await removeMember(tenant, { userId: remover.userId, role: 'account_admin' }, sender.userId);
    const invited = as(sender, 'POST', '/settings/team/invitees', { emails: email, role: 'account_admin' }).then(({ statusCode }) => {
      ended.push(statusCode);
    });
    await expect.poll(async () => (await own.sql(waiting)).length + ended.length).toBe(1);
    return [invited];
  });
  await Promise.all(inviting);
  expect(ended).toEqual([403]);
  expect(await own.sql('select from invitations where account_id = $1', [sender.accountId])).toEqual([]);
});
