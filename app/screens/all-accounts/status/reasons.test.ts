import { expect, test } from 'vitest';
import { slowReasons } from './reasons.ts';

const well = {
  ...{
    slug: 'shop',
    name: 'Shop',
    health: 'healthy' as const,
    health_sentence: 'Working.',
    last_ok_at: null,
    waiting: 3,
    behind_minutes: 0,
  },
  ...{ overdue: { stream: 'orders', minutes: 1 }, calls: { made: 100, failed: 2, limited: 0, medianMs: 180 } },
};
const account = { suspended_at: null, stopped: null, connections: [well], underWay: [] };
const withConnection = (facts: object) => slowReasons({ ...account, connections: [{ ...well, ...facts }] });

test('an account that is read and sent on time has no reason to be slow', () => {
  expect(slowReasons(account)).toEqual([]);
  expect(
    slowReasons({ ...account, underWay: [{ id: 1, title: 'Products', handled: 4, total: 900, started_at: '2026-01-01T00:00:00Z' }] }),
  ).toEqual([]);
});

test('what stops everything comes first', () => {
  const underWay = [{ id: 1, title: 'Products', handled: 41_000, total: 1_000_000, started_at: '2026-01-01T00:00:00Z' }];
  const connections = [{ ...well, health: 'blocked' as const, health_sentence: 'Timed out.' }];
  expect(slowReasons({ suspended_at: '2026-01-01T00:00:00Z', stopped: 'A copy works.', connections, underWay })).toEqual([
    'The account is suspended: nothing is read for it, and nothing is sent.',
    'Nothing is sent from this installation, for no account. A copy works.',
    'Shop: Timed out.',
    'Products is under way: 41,000 of 1,000,000 rows.',
  ]);
});

test.each([
  [{ overdue: { stream: 'orders', minutes: 12 } }, 'Orders of Shop should have been read 12 minutes ago.'],
  [{ behind_minutes: 14, waiting: 1_204 }, 'Shop: 1,204 wait to be sent, about 14 minutes behind.'],
  [{ calls: { ...well.calls, failed: 12 } }, '12 of 100 calls to Shop failed in the last hour.'],
  [{ calls: { ...well.calls, medianMs: 2_300 } }, 'Shop is slow: half of the calls of the last hour took 2.3 s or more.'],
  [{ calls: { ...well.calls, failed: 5, limited: 5 } }, 'The limit of Shop is used up: it refused 5 calls in the last hour for that.'],
])('%j', (facts, sentence) => {
  expect(withConnection(facts)).toEqual([sentence]);
});

test('a connection that is paused is late for that reason alone', () => {
  const paused = { health: 'paused', health_sentence: 'Paused.', behind_minutes: 90, overdue: { stream: 'orders', minutes: 90 } };
  expect(withConnection(paused)).toEqual(['Shop: Paused.']);
});
