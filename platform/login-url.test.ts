import { expect, test } from 'vitest';
import { loginUrl } from './login-url.ts';

test('the address of a login keeps what it is given, for every role', () => {
  const url = 'postgres://crossdock_app:a%2Fb%3A@db:5433/crossdock?sslmode=require';
  expect(loginUrl(url, 'crossdock_app')).toBe(url);
  expect(loginUrl(url, 'crossdock_queue')).toBe('postgres://crossdock_queue:a%2Fb%3A@db:5433/crossdock?sslmode=require');
});

test('of the owner it tells neither name nor password', () => {
  const url = loginUrl('postgres://me:secret@db/crossdock', 'crossdock_app');
  expect(url).toMatch(/^postgres:\/\/crossdock_app:[\w-]{43}@db\/crossdock$/);
  expect(loginUrl('postgres://me:other@db/crossdock', 'crossdock_app')).not.toBe(url);
  expect(loginUrl(url, 'crossdock_app')).toBe(url);
});

test('without a password there is none', () => {
  expect(loginUrl('postgres://me@db/crossdock', 'crossdock_app')).toBe('postgres://crossdock_app@db/crossdock');
});
