import { expect, test } from 'vitest';
import { isPrivate } from './addresses.ts';

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.31.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
])('%s is inside', (address) => expect(isPrivate(address)).toBe(true));

test.each([
  '::1',
  '::',
  'fe80::1',
  'fd00:ec2::254',
  'ff02::1',
  '::ffff:10.0.0.1',
  '::ffff:8.8.8.8',
  '::ffff:a9fe:a9fe',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '::127.0.0.1',
  '::ffff:0:127.0.0.1',
  '::ffff:0:8.8.8.8',
  '64:ff9b:1::7f00:1',
  '2001:0:7f00:1::1',
  '2001:20::1',
  '2001:db8::1',
  '100::1',
  '100:0:0:1::1',
  '3fff::1',
  '5f00::1',
  'fec0::1',
  '4000::1',
])('%s is inside', (address) => expect(isPrivate(address)).toBe(true));

test.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '1.1.1.1', '223.255.255.255', '2606:4700::1111', '64:ff9b::808:808'])(
  '%s is public',
  (address) => expect(isPrivate(address)).toBe(false),
);
