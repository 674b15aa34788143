import { expect, test } from 'vitest';
import { createKeyCall } from './contract.ts';
import { newHandle, newSecret, readKey, writeKey } from './key-text.ts';
import { isWithinAny } from './network-sets.ts';
import { isWithin } from './networks.ts';
import { allows } from './scopes.ts';

const parts = { handle: 'h4ndleOfAKey', secret: 'S'.repeat(43) };

test('a key is read as it was written, and not with any other character, nor one more or less', () => {
  const key = writeKey(parts);
  expect(key).toMatch(/^xdk_h4ndleOfAKey_S{43}[0-9A-Za-z]{6}$/);
  expect(readKey(key)).toEqual(parts);
  for (let at = 0; at < key.length; at++)
    expect(readKey(`${key.slice(0, at)}${key[at] === 'x' ? 'y' : 'x'}${key.slice(at + 1)}`), String(at)).toBeNull();
  for (const other of ['', key.slice(1), `${key}x`, ` ${key}`, key.toUpperCase(), key.replace('xdk', 'sk')])
    expect(readKey(other)).toBeNull();
});

test('new keys are other ones each time, of the same length', () => {
  const keys = Array.from({ length: 20 }, () => writeKey({ handle: newHandle(), secret: newSecret() }));
  expect(new Set(keys).size).toBe(20);
  expect(new Set(keys.map(({ length }) => length))).toEqual(new Set([66]));
});

test.each([
  ['10.0.0.0/8', '10.200.3.4', true],
  ['10.0.0.0/8', '11.0.0.1', false],
  ['10.0.0.0/8', '::ffff:10.1.1.1', true],
  ['10.0.0.0/8', '::ffff:a01:101', true],
  ['::ffff:10.0.0.0/104', '10.1.1.1', true],
  ['::ffff:10.0.0.0/104', '::ffff:10.1.1.1', true],
  ['::ffff:10.0.0.0/104', '11.1.1.1', false],
  ['::ffff:10.0.0.0/8', '11.1.1.1', false],
  ['::/64', '11.1.1.1', false],
  ['::/0', '2001:db8::1', true],
  ['::ffff:cb00:7107', '203.0.113.7', true],
  ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.8', false],
  ['203.0.113.7', '203.0.113.7', true],
  ['203.0.113.7', '203.0.113.8', false],
  ['2001:db8::/32', '2001:db8:1::9', true],
  ['2001:db8::/32', '2001:db9::9', false],
  ['0.0.0.0/0', '2001:db8::1', false],
  ['10.0.0.0/8', 'unknown', false],
])('of %s is %s: %s', (network, address, is) => expect(isWithin(address, [network])).toBe(is));

test.each<[networks: string[], allowed: string[], is: boolean]>([
  [['10.1.0.0/16'], ['10.0.0.0/8'], true],
  [['10.0.0.0/8'], ['10.1.0.0/16'], false],
  [['10.9.9.9/8'], ['10.0.0.0/8'], true],
  [['10.0.0.0'], ['10.0.0.0/32'], true],
  [['::ffff:10.1.0.0/112'], ['10.0.0.0/8'], true],
  [['10.1.0.0/16'], ['::ffff:a00:0/104'], true],
  [['::ffff:10.0.0.0/103'], ['10.0.0.0/8'], false],
  [['10.0.0.0/8'], ['10.0.0.0/9', '10.128.0.0/9'], true],
  [['10.0.0.0/8'], ['10.0.0.0/9', '10.128.0.0/10'], false],
  [['10.0.0.0/9', '2001:db8::/48'], ['10.0.0.0/8', '2001:0db8::/32'], true],
  [['2001:db8:0:0::1'], ['2001:db8::/64'], true],
  [['2001:db9::/32'], ['2001:db8::/32'], false],
  [['10.0.0.0/8'], ['::/0'], false],
  [['::ffff:0:0/95'], ['::/0'], true],
  [['10.0.0.0/8', '11.0.0.0/8'], ['10.0.0.0/8'], false],
  [['203.0.113.0/24'], [], true],
  [[], ['10.0.0.0/8'], false],
  [[], ['0.0.0.0/0', '::/0'], true],
  [[], [], true],
])('that %j is within %j: %s', (networks, allowed, is) => expect(isWithinAny(networks, allowed)).toBe(is));

const networks = createKeyCall.body?.shape.networks;
test.each([
  '',
  'x',
  '10.0.0.0/33',
  '10.0.0.0/',
  '10.0.0/8',
  '::/129',
  '10.0.0.0/8/8',
  '10.0.0.0/-1',
  'fe80::1%eth0',
  '010.0.0.1/8',
  '::ffff:10.0.0.0/104',
  '::FFFF:10.0.0.0/8',
  '0:0:0:0:0:ffff:a00:1',
])('“%s” is no network', (text) => expect(networks?.safeParse([text]).success).toBe(false));

test('who may write something may read it, and not release it or read something else', () => {
  expect(allows(['write_orders'], 'read_orders')).toBe(true);
  expect(allows(['write_orders'], 'release_orders')).toBe(false);
  expect(allows(['release_orders'], 'read_orders')).toBe(false);
  expect(allows(['read_orders'], 'write_orders')).toBe(false);
  expect(allows([], 'read_orders')).toBe(false);
});
