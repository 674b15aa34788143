import { expect, test } from 'vitest';
import { consented, listTools, postForm, programs } from '../../../../test/connecting.ts';
import { keyOf, use } from '../../../../test/keys.ts';
import { testWeb } from '../../../../test/web.ts';

const own = testWeb({ strictSupers: true });
const at = programs(own);

test('keys and agents of a super admin without two-factor sign-in, whose calls are refused, are not listed as active', async () => {
  const { admin, key } = await keyOf(own);
  const boss = await own.person(admin.accountId, 'account_admin');
  const { exchange } = await consented(own, at.add(), admin);
  const { access_token: token } = JSON.parse((await postForm(own, '/oauth/token', exchange)).body);
  const states = async () => {
    const [keys, agents] = [await own.as(boss, { url: '/api/keys' }), await own.as(boss, { url: '/api/agents' })];
    return [...keys.json().keys, ...agents.json().agents].map(({ state }) => state);
  };
  expect(await states()).toEqual(['active', 'active']);
  await own.sql('update users set is_super = true where id = $1', [admin.userId]);
  expect(await states()).toEqual(['needs_two_factor', 'needs_two_factor']);
  await expect.poll(async () => (await use(own, key)).json()).toMatchObject({ code: 'needs_two_factor' });
  await expect.poll(async () => (await listTools(own, token)).statusCode).toBe(403);
  await own.sql('update users set two_factor_enabled = true where id = $1', [admin.userId]);
  expect(await states()).toEqual(['active', 'active']);
});
