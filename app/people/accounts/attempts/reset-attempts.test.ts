import { afterAll, expect, test } from 'vitest';
import { startMailServer } from '../../../../test/mail-server.ts';
import { testWeb } from '../../../../test/web.ts';

const server = await startMailServer();
afterAll(() => server.close());
const own = testWeb({ mailServer: server.url });

test('a link that no mail server took counts for nothing', async () => {
  const { email } = await own.person(await own.account());
  const ask = () => own.as(null, { method: 'POST', url: '/api/auth/request-password-reset', payload: { email } });
  server.isAway = true;
  for (const call of [1, 2, 3, 4]) {
    expect((await ask()).statusCode).toBe(200);
    await expect
      .poll(async () => [server.calls, await own.sql(`select count from sign_in_attempts where key = $1`, [`reset|${email}`])])
      .toEqual([call, [{ count: 0 }]]);
  }
  server.isAway = false;
  await ask();
  await expect.poll(() => server.mails.map(({ to }) => to)).toEqual([email]);
});
