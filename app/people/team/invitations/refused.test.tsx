import { afterAll, beforeAll, expect, test } from 'vitest';
import { startMailServer } from '../../../../test/mail-server.ts';
import { rendered } from '../../../../test/rendered.tsx';
import { type Person, testWeb } from '../../../../test/web.ts';
import { AccountClock } from '../../../ui/time/clock.tsx';
import type { Invitee } from '../contract.ts';
import { Invitees } from '../widgets/invitees.tsx';

let isKnown = false;
const server = await startMailServer((line) =>
  line.startsWith('RCPT TO:<gone@') && !isKnown ? '550 5.1.1 No such person here' : undefined,
);
afterAll(server.close);

const own = testWeb({ mailServer: server.url });
let ann: Person;
beforeAll(async () => {
  ann = await own.person(await own.account(), 'account_admin');
});

const post = async (url: string, payload?: object) => {
  await own.sql('delete from sign_in_attempts');
  return own.as(ann, { method: 'POST', url, ...(payload && { payload }) });
};
const invitees = async () => (await own.as(ann, { url: '/api/team' })).json<{ invitees: Invitee[] }>().invitees;
const shown = async () =>
  rendered(
    <AccountClock now={Date.now()} timezone="UTC" dateStyle="month_first">
      <Invitees invitees={await invitees()} roles={['user']} />
    </AccountClock>,
  );
const why = 'The mail was not taken: 550 5.1.1 No such person here. Send it again, or delete the invitation where its address is wrong.';

test('why the mail of an invitation was refused is said at once and in the list, until it is taken', async () => {
  const invited = await post('/settings/team/invitees', { emails: 'gone@example.org here@example.org', role: 'user' });
  expect(invited.json()).toEqual({
    message: '1 person was invited.',
    outcomes: [
      { email: 'gone@example.org', outcome: 'not_mailed', refused_because: '550 5.1.1 No such person here' },
      { email: 'here@example.org', outcome: 'invited' },
    ],
  });
  const [, gone] = await invitees();
  expect(gone).toMatchObject({ email: 'gone@example.org', mailed: false, refused_because: '550 5.1.1 No such person here' });
  expect(await shown()).toContain(why);
  const again = await post(`/settings/team/invitees/${gone?.id}/resend`);
  expect([again.statusCode, again.json().errorMessage]).toEqual([502, why]);
  isKnown = true;
  expect((await post(`/settings/team/invitees/${gone?.id}/resend`)).statusCode).toBe(200);
  expect((await invitees())[1]).toMatchObject({ email: 'gone@example.org', mailed: true, refused_because: null });
  expect(await shown()).not.toContain('The mail was not taken');
});
