import { afterAll, beforeEach, expect, test } from 'vitest';
import { startMailServer } from '../../../../test/mail-server.ts';
import { testWeb } from '../../../../test/web.ts';

/** Whom it refuses for good. */
let refused = '';
const server = await startMailServer((line) => (refused && line === `RCPT TO:<${refused}>` ? '550 5.1.1 no such user' : undefined));
afterAll(() => server.close());
const own = testWeb({ mailServer: server.url });
beforeEach(() => own.sql('delete from sign_in_attempts'));

const ask = (email: string, headers = {}) =>
  own.as(null, { method: 'POST', url: '/api/auth/request-password-reset', payload: { email }, headers });
/** How often a link was asked for, by all that is counted apart. */
const counts = async (email: string) =>
  (await own.sql<{ count: number }>(`select count from sign_in_attempts where starts_with(key, $1) order by key`, [`reset|${email}`])).map(
    ({ count }) => count,
  );

test('a link that no mail server took counts for nothing', async () => {
  const { email } = await own.person(await own.account());
  server.isAway = true;
  for (const call of [1, 2, 3, 4]) {
    expect((await ask(email)).statusCode).toBe(200);
    await expect.poll(async () => [server.calls, await counts(email)]).toEqual([call, [0]]);
  }
  server.isAway = false;
  await ask(email);
  await expect.poll(() => server.mails.map(({ to }) => to)).toEqual([email]);
});

/** Somebody who has signed in, and the cookies of their browser. */
async function withBrowser() {
  const password = 'a battery and a staple';
  const { email } = await own.person(await own.account(), 'user', password);
  const { cookies } = await own.as(null, { method: 'POST', url: '/api/auth/sign-in/email', payload: { email, password } });
  return { email, cookie: cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ') };
}

test('of a browser that its person used before, it counts for nothing there, and where others ask as much as before', async () => {
  const { email, cookie } = await withBrowser();
  await ask(email);
  await expect.poll(() => server.mails.at(-1)?.to).toBe(email);
  server.isAway = true;
  const before = server.calls;
  expect((await ask(email, { cookie })).statusCode).toBe(200);
  await expect.poll(async () => [server.calls - before, await counts(email)]).toEqual([1, [1, 0]]);
  server.isAway = false;
});

test('a link to a mailbox that there is not counts', async () => {
  const { email } = await own.person(await own.account());
  refused = email;
  const before = server.received.length;
  const calls = () => server.received.slice(before).filter((line) => line === `RCPT TO:<${email}>`).length;
  for (const asked of [1, 2, 3, 4]) {
    expect((await ask(email)).statusCode).toBe(200);
    await expect.poll(async () => [calls(), await counts(email)]).toEqual([Math.min(asked, 3), [asked]]);
  }
});

test('a browser that has asked for as many links as it may is mailed another once a password was chosen by one', async () => {
  const { email, cookie } = await withBrowser();
  const statuses: number[] = [];
  for (let asked = 0; asked < 6; asked++) statuses.push((await ask(email, { cookie })).statusCode);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  const mails = () => server.mails.filter(({ to }) => to === email);
  await expect.poll(() => mails().length).toBe(5);
  const token = /token=([\w-]+)/.exec(mails()[0]?.text ?? '')?.[1];
  const payload = { token, newPassword: 'a horse and a battery' };
  expect((await own.as(null, { method: 'POST', url: '/api/auth/reset-password', payload })).statusCode).toBe(200);
  expect([(await ask(email, { cookie })).statusCode, await counts(email)]).toEqual([200, [1]]);
});
