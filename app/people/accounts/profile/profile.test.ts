import { beforeEach, expect, test } from 'vitest';
import { type Person, testWeb } from '../../../../test/web.ts';
import { createSessionFor } from '../people.ts';
import { browserName } from './profile.ts';

const own = testWeb();
let ann: Person;
beforeEach(async () => {
  ann = await own.person(await own.account());
});

const profileOf = async (person: Person) => (await own.as(person, { url: '/api/profile' })).json();
const elsewhere = async (person: Person): Promise<Person> => {
  const { directory, sessions } = own.web.parts;
  return { ...person, cookie: await createSessionFor(directory, sessions.cookie, person.userId) };
};
const isSignedIn = async (person: Person) => (await own.as(person, { url: '/api/profile' })).statusCode === 200;

test('a person sees where they are signed in, the own browser first, and nobody else’s sessions', async () => {
  await own.person(ann.accountId);
  const phone = await elsewhere(ann);
  await own.sql(
    `update sessions set user_agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', ip_address = '203.0.113.7',
       updated_at = now() - interval '3 hours' where id = (select max(id) from sessions where user_id = $1)`,
    [ann.userId],
  );
  const { browsers } = await profileOf(ann);
  expect(browsers.map(({ own, name, address }: Record<string, unknown>) => ({ own, name, address }))).toEqual([
    { own: true, name: 'Unknown browser', address: 'unknown' },
    { own: false, name: 'Firefox on Linux', address: '203.0.113.7' },
  ]);
  expect(Date.now() - Date.parse(browsers[1].seenAt)).toBeGreaterThan(3 * 3_590_000);
  await profileOf(phone);
  await own.web.parts.uses.flush();
  expect(Date.now() - Date.parse((await profileOf(ann)).browsers[1].seenAt)).toBeLessThan(60_000);
});

test('a person ends one of their sessions, or all others, but none of somebody else', async () => {
  const [phone, laptop, bob] = [await elsewhere(ann), await elsewhere(ann), await own.person(ann.accountId)];
  const idOf = async (person: Person) => (await profileOf(person)).browsers.find(({ own }: { own: boolean }) => own).id;
  const end = async (id: number) => (await own.as(ann, { method: 'DELETE', url: `/api/profile/sessions/${id}` })).statusCode;
  expect([await end(await idOf(phone)), await end(await idOf(bob))]).toEqual([200, 404]);
  await expect.poll(() => isSignedIn(phone)).toBe(false);
  expect([await isSignedIn(laptop), await isSignedIn(bob)]).toEqual([true, true]);
  const others = await own.as(ann, { method: 'DELETE', url: '/api/profile/sessions' });
  expect(others.json()).toEqual({ message: 'One other browser is signed out.' });
  await expect.poll(() => isSignedIn(laptop)).toBe(false);
  expect([await isSignedIn(ann), await isSignedIn(bob)]).toEqual([true, true]);
});

test('a person changes their own name, and sees it at once', async () => {
  const rename = (name: string) => own.as(ann, { method: 'PATCH', url: '/api/profile', payload: { name } });
  expect((await rename(' Ann Smith ')).statusCode).toBe(200);
  expect((await profileOf(ann)).name).toBe('Ann Smith');
  const [row] = await own.sql('select name from users where id = $1', [ann.userId]);
  expect(row).toEqual({ name: 'Ann Smith' });
  const refused = await rename('  ');
  expect([refused.statusCode, refused.json()]).toEqual([422, { name: ['Enter your name'] }]);
});

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0',
    'Microsoft Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
  ['', 'Unknown browser'],
  ['\u0000<script>', 'Unknown browser'],
])('the User-Agent %j is called %s', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name);
});
