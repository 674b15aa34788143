import { expect, test } from 'vitest';
import { keyOf, use } from '../../../../test/keys.ts';
import { testWeb } from '../../../../test/web.ts';

const own = testWeb();

test('while a key is rotated every secret works for as long as it was said, and at once none but the new one', async () => {
  const { admin, id, key } = await keyOf(own);
  const rotate = async (hours: number) =>
    (await own.as(admin, { method: 'POST', url: `/api/keys/${id}/rotate`, payload: { hours } })).json().key;
  const second = await rotate(24);
  for (const each of [key, second]) await expect.poll(async () => (await use(own, each)).statusCode).toBe(200);
  // Another rotation ends neither the one in use nor the one that a colleague was shown.
  const third = await rotate(1);
  await expect.poll(async () => (await use(own, third)).statusCode).toBe(200);
  for (const each of [key, second]) expect((await use(own, each)).statusCode).toBe(200);
  const ends = await own.sql(
    `select round(extract(epoch from until - now()) / 3600)::int as hours from api_key_secrets where key_id = $1 order by id`,
    [id],
  );
  expect(ends.map(({ hours }) => hours)).toEqual([24, 1, null]);
  await own.sql(`update api_key_secrets set until = now() - interval '1 second' where key_id = $1 and until < now() + interval '2 hours'`, [
    id,
  ]);
  const fourth = await rotate(1);
  await expect.poll(async () => (await use(own, second)).json()).toMatchObject({ code: 'unknown_key' });
  for (const each of [key, third, fourth]) expect((await use(own, each)).statusCode).toBe(200);
  const last = await rotate(0);
  for (const each of [key, third, fourth]) await expect.poll(async () => (await use(own, each)).statusCode).toBe(401);
  expect((await use(own, last)).statusCode).toBe(200);
});

test('who is shown the new secret of a colleague’s key answers for it', async () => {
  const { admin, id } = await keyOf(own);
  const boss = await own.person(admin.accountId, 'account_admin');
  const rotated = await own.as(boss, { method: 'POST', url: `/api/keys/${id}/rotate`, payload: { hours: 1 } });
  const maker = (await own.sql('select name from users where id = $1', [boss.userId]))[0]?.name;
  await expect.poll(async () => (await use(own, rotated.json().key)).json()).toMatchObject({ made_by: maker });
});

test('a paused key that somebody rotates is theirs, and works', async () => {
  const { admin, id, key } = await keyOf(own);
  const boss = await own.person(admin.accountId, 'account_admin');
  await own.as(boss, { method: 'DELETE', url: `/settings/team/members/${admin.userId}` });
  await expect.poll(async () => (await use(own, key)).json()).toMatchObject({ code: 'key_paused' });
  const rotated = (await own.as(boss, { method: 'POST', url: `/api/keys/${id}/rotate`, payload: { hours: 24 } })).json();
  for (const each of [rotated.key, key]) await expect.poll(async () => (await use(own, each)).statusCode).toBe(200);
  expect((await own.as(boss, { url: '/api/keys' })).json().keys).toMatchObject([{ state: 'active' }]);
});
