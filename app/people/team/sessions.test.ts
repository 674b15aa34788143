import { expect, test } from 'vitest';
import { type Person, testWeb } from '../../../test/web.ts';

const own = testWeb();
const end = (person: Person, userId: number) => own.as(person, { method: 'DELETE', url: `/settings/team/members/${userId}/sessions` });

test('an admin signs a member out wherever they are, which is recorded; nobody does it to who is above them, to themselves or elsewhere', async () => {
  const accountId = await own.account();
  const [owner, admin, user] = [
    await own.person(accountId, 'account_admin'),
    await own.person(accountId, 'admin'),
    await own.person(accountId),
  ];
  const stranger = await own.person(await own.account(), 'account_admin');
  const reply = await end(admin, user.userId);
  expect([reply.statusCode, reply.json()]).toEqual([200, { message: 'Person 3 is signed out everywhere.' }]);
  expect((await own.as(user, { url: '/api/team' })).statusCode).toBe(401);
  expect(await own.sql('select verb, noun, record_name from audit_entries where account_id = $1', [accountId])).toEqual([
    { verb: 'signed out', noun: 'team member', record_name: 'Person 3' },
  ]);
  const refusals = [await end(admin, owner.userId), await end(admin, admin.userId), await end(stranger, owner.userId)];
  expect(refusals.map(({ statusCode }) => statusCode)).toEqual([403, 403, 404]);
  expect((await own.as(owner, { url: '/api/team' })).statusCode).toBe(200);
});
