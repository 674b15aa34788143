import { beforeEach, expect, test } from 'vitest';
import { type Person, testWeb } from '../../../../test/web.ts';
import { hashPassword, verifyPassword } from './passwords.ts';

const own = testWeb();
const password = 'correct horse';
let ann: Person;

beforeEach(async () => {
  ann = await own.person(await own.account(), 'user', password);
});

const change = (person: Person | null, currentPassword: string, newPassword: string) =>
  own.as(person, { method: 'POST', url: '/api/auth/change-password', payload: { currentPassword, newPassword } });
const signIn = async (typed: string) =>
  own.as(null, { method: 'POST', url: '/api/auth/sign-in/email', payload: { email: ann.email, password: typed } });
const mayWork = async (cookie: string) => (await own.as({ ...ann, cookie }, { url: '/api/files/1' })).statusCode === 404;
const stored = async () =>
  (await own.sql<{ password: string }>('select password from sign_in_methods where user_id = $1', [ann.userId]))[0]?.password;

test('a person changes their password; other browsers are signed out, this one is not', async () => {
  const other = String((await signIn(password)).headers['set-cookie']).split(';', 1)[0] ?? '';
  const reply = await change(ann, password, 'battery staple');
  expect([reply.statusCode, reply.json()]).toEqual([200, { message: 'Your password is changed. Every other browser was signed out.' }]);
  expect([await mayWork(ann.cookie), await mayWork(other)]).toEqual([true, false]);
  expect([(await signIn(password)).statusCode, (await signIn('battery staple')).statusCode]).toEqual([401, 200]);
});

test.each([
  ['a wrong current password', 'not this one', 'battery staple', { currentPassword: ['This is not your password.'] }],
  [
    'a common new one',
    password,
    'iloveyou1',
    { newPassword: ['This password is among the most common ones. Choose one that nobody else has.'] },
  ],
])('%s is refused beside its field, and nothing changes', async (_, current, next, errors) => {
  const before = await stored();
  const reply = await change(ann, current, next);
  expect([reply.statusCode, reply.json()]).toEqual([422, errors]);
  expect(await stored()).toBe(before);
});

test('someone without a session, or without a password, changes none', async () => {
  expect((await change(null, password, 'battery staple')).statusCode).toBe(401);
  const bob = await own.person(ann.accountId);
  expect((await change(bob, '', 'battery staple')).json()).toEqual({ currentPassword: ['This is not your password.'] });
});

test('the current password cannot be guessed from an open browser', async () => {
  expect((await change(ann, 'guess', 'battery staple')).statusCode).toBe(422);
  await own.sql(`update sign_in_attempts set count = 10 where key like 'password|%'`);
  expect((await change(ann, password, 'battery staple')).statusCode).toBe(429);
});

/** Of this password, made by Node's scrypt with N = 2^17, r = 8, p = 1. */
const known = 'scrypt17:t3d1l-zRBi3mxK9IU8fHpA:3BUzbJnJxiz3evMZPNEWlAJCxQvXrcELivPm6kM2v5M';

test('a password is stored by scrypt at the cost that OWASP asks for', async () => {
  expect(await verifyPassword({ hash: known, password })).toBe(true);
  await change(ann, password, 'battery staple');
  const hash = (await stored()) ?? '';
  expect(hash).toMatch(/^scrypt17:[\w-]{22}:[\w-]{43}$/);
  const fits = (typed: string) => verifyPassword({ hash, password: typed });
  expect([await fits('battery staple'), await fits('battery staple ')]).toEqual([true, false]);
});

test('a password that was stored at another cost is still known', async () => {
  const hash = await hashPassword(password, 12);
  expect(hash).toMatch(/^scrypt12:/);
  expect([await verifyPassword({ hash, password }), await verifyPassword({ hash, password: 'another' })]).toEqual([true, false]);
  expect(await verifyPassword({ hash: hash.replace('scrypt12', 'plain'), password })).toBe(false);
});

test('what people type as one character may be typed as two', async () => {
  const hash = await hashPassword('caf\u00e9 au lait');
  expect(await verifyPassword({ hash, password: 'cafe\u0301 au lait' })).toBe(true);
});
