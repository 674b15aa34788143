import { expect, test } from 'vitest';
import { testWeb } from '../../../../test/web.ts';
import { openSignIn } from '../sign-in.ts';
import { sessionCookie } from './cookie.ts';
import { knownBrowser } from './known-browser.ts';

const own = testWeb();
const baseUrl = 'https://crossdock.example.com';
const secretKeys: [string] = ['a key for tests that nobody else would ever use'];

/** What browsers demand of the prefix: Secure, every path, no Domain. */
function expectOfThisHost(cookie: string) {
  expect(cookie).toMatch(/^__Host-crossdock\.\w+=/);
  expect(cookie).toMatch(/; Path=\/(;|$)/);
  for (const attribute of ['Secure', 'HttpOnly', 'SameSite=Lax']) expect(cookie).toContain(`; ${attribute}`);
  expect(cookie).not.toMatch(/; Domain=/i);
}

test('over https every cookie of ours is of this host alone', async () => {
  const { email } = await own.person(await own.account(), 'user', 'correct horse');
  const { directory, log } = own.web.parts;
  const env = { baseUrl, secretKeys, smtpUrl: undefined };
  const signIn = openSignIn({ env, directory, log, post: async () => undefined });
  const body = JSON.stringify({ email, password: 'correct horse' });
  const headers = { 'content-type': 'application/json' };
  const reply = await signIn.handler(new Request(`${baseUrl}/api/auth/sign-in/email`, { method: 'POST', headers, body }));
  const cookies = reply.headers.getSetCookie();
  expect(cookies.length).toBeGreaterThan(0);
  const session = sessionCookie(secretKeys, baseUrl);
  for (const cookie of [...cookies, session.set('a token'), knownBrowser(secretKeys, baseUrl).set(email)]) expectOfThisHost(cookie);
  expect(session.read(cookies.map((cookie) => cookie.split(';', 1)[0]).join('; '))).toBeTruthy();
});
