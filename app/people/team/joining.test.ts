import { expect, test } from 'vitest';
import { type Person, testWeb } from '../../../test/web.ts';

const own = testWeb({ demo: true });

async function invited(by: Person, email: string): Promise<string> {
  await own.sql('delete from sign_in_attempts');
  await own.as(by, { method: 'POST', url: '/settings/team/invitees', payload: { emails: email, role: 'user' } });
  const { mails } = (await own.as(null, { url: '/api/outbox' })).json<{ mails: { to: string; text: string }[] }>();
  return /invitation\?token=(\S+)/.exec(mails.find(({ to }) => to === email)?.text ?? '')?.[1] ?? 'no mail';
}

const join = async (token: string) => {
  const payload = { token, name: 'Ina Moss', password: 'a walk along the harbour' };
  return (await own.as(null, { method: 'POST', url: '/api/auth/accept-invitation', payload })).statusCode;
};
const waiting = () =>
  own.sql(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and usename = 'crossdock_sign_in'`);

test('who was removed and follows two invitations at once joins one account', async () => {
  const [first, second] = [await own.person(await own.account(), 'account_admin'), await own.person(await own.account(), 'account_admin')];
  const { email, userId } = await own.person(first.accountId);
  expect((await own.as(first, { method: 'DELETE', url: `/settings/team/members/${userId}` })).statusCode).toBe(200);
  const tokens = [await invited(first, email), await invited(second, email)];
  const joining = await own.web.parts.directory
    .transaction(async (query) => {
      await query('select from users where id = $1 for update', [userId]);
      const both = tokens.map(join);
      // Both have read by now that the person is in no account.
      await expect.poll(async () => (await waiting()).length, { timeout: 20_000 }).toBe(2);
      return both;
    })
    .then((both) => Promise.all(both));
  expect(joining.sort()).toEqual([200, 409]);
  expect(await own.sql('select from members where user_id = $1', [userId])).toHaveLength(1);
});
