import { expect, test } from 'vitest';
import { inTenant } from '../../../../platform/tenant.ts';
import { keyOf, makeKey, use } from '../../../../test/keys.ts';
import { type Person, testWeb } from '../../../../test/web.ts';
import { readTwoFactor } from '../../team/queries.ts';
import { tellOfExpiringKeys } from './expiring.ts';

const own = testWeb();

const listed = async (person: Person) => (await own.as(person, { url: '/api/keys' })).json().keys;
const within = <T>(person: Person, work: Parameters<typeof inTenant<T>>[2]) => inTenant(own.database, person, work);

test('a key whose maker has to set up two-factor sign-in is not listed as active, and who requires it reads its name before', async () => {
  const { admin, key } = await keyOf(own);
  const safe = await own.person(admin.accountId, 'account_admin');
  await makeKey(own, safe, { name: 'Books' });
  await own.sql('update users set two_factor_enabled = true where id = $1', [safe.userId]);
  expect((await listed(safe)).map(({ name, state }: Record<string, string>) => [name, state])).toEqual([
    ['Books', 'active'],
    ['Ledger', 'active'],
  ]);
  expect((await within(safe, readTwoFactor)).keys).toEqual(['Ledger']);
  await own.sql('update accounts set two_factor_required = true where id = $1', [admin.accountId]);
  expect((await listed(safe)).map(({ name, state }: Record<string, string>) => [name, state])).toEqual([
    ['Books', 'active'],
    ['Ledger', 'needs_two_factor'],
  ]);
  await expect.poll(async () => (await use(own, key)).json()).toMatchObject({ code: 'needs_two_factor' });
  await own.sql(`update api_keys set expires_at = now() - interval '1 day' where account_id = $1 and name = 'Ledger'`, [admin.accountId]);
  expect((await within(safe, readTwoFactor)).keys).toEqual([]);
});

test('the role of its maker is listed with a key, which may no more than that', async () => {
  const { admin } = await keyOf(own);
  const boss = await own.person(admin.accountId, 'account_admin');
  expect(await listed(boss)).toMatchObject([{ maker_role: 'account_admin' }]);
  await own.sql(`update members set role = 'user' where user_id = $1`, [admin.userId]);
  expect(await listed(boss)).toMatchObject([{ maker_role: 'user', state: 'active' }]);
  await own.as(boss, { method: 'DELETE', url: `/settings/team/members/${admin.userId}` });
  expect(await listed(boss)).toMatchObject([{ maker_role: null, state: 'paused' }]);
});

test('the admins are told once of a key that expires within a week, and again when it was extended since', async () => {
  const { admin, id } = await keyOf(own, 'Soon', { days: 90 });
  await makeKey(own, admin, { name: 'Later', days: 90 });
  await makeKey(own, admin, { name: 'Short', days: 3 });
  const days = (left: number) => own.sql(`update api_keys set expires_at = now() + make_interval(days => $2) where id = $1`, [id, left]);
  await own.sql(`update api_keys set created_at = now() - interval '84 days' where account_id = $1 and name <> 'Short'`, [admin.accountId]);
  const told = async () => {
    await within(admin, tellOfExpiringKeys);
    return own.sql<{ kind: string; sentence: { code: string; key: string; day: string }; path: string }>(
      'select kind, sentence, path from notifications where account_id = $1 order by id',
      [admin.accountId],
    );
  };
  expect(await told()).toEqual([]);
  await days(6);
  await told();
  const first = await told();
  expect(first).toMatchObject([{ kind: 'key_paused', sentence: { code: 'key_expires', key: 'Ledger' }, path: '/settings/api' }]);
  await days(80);
  expect(await told()).toHaveLength(1);
  await own.sql(`update api_keys set expiry_told_at = now() - interval '60 days' where id = $1`, [id]);
  await days(2);
  await told();
  expect(await told()).toHaveLength(2);
});
