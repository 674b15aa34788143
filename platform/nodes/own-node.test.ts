import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { steadyPool } from '../steady.ts';
import { ownNodes } from './own-node.ts';

const pools = new Map<string, pg.Pool>();
const open = (node: string) => {
  const pool = steadyPool(new pg.Pool({ connectionString: `postgres://${node}/crossdock` }));
  pools.set(node, pool);
  return pool;
};
afterAll(() => Promise.all([...pools.values()].map((pool) => pool.end())));

/** With a clock that goes on by hand, and a directory in which accounts have places. */
function started(places: Record<number, string | null>) {
  const asked: number[] = [];
  let at = 0;
  const own = ownNodes(
    async (accountId) => {
      asked.push(accountId);
      return places[accountId] ?? null;
    },
    open,
    () => at,
  );
  return {
    own,
    asked,
    wait(ms: number) {
      at += ms;
    },
  };
}
const settled = () => new Promise(setImmediate);
const broken = new Error('Connection terminated unexpectedly');

test('one database is asked once where an account is, and read as ever', async () => {
  const { own, asked, wait } = started({});
  expect(own.of(1)).toBeUndefined();
  await settled();
  wait(1_000_000);
  expect([own.of(1), own.of(2)]).toEqual([undefined, undefined]);
  expect(asked).toEqual([1]);
});

test('accounts of one node share its connections, and nobody waits for the first word of where they are', async () => {
  const { own, asked } = started({ 1: 'a:1', 2: 'b:1', 3: 'a:1' });
  expect([1, 2, 3].map(own.of)).toEqual([undefined, undefined, undefined]);
  await settled();
  expect([1, 2, 3].map(own.of)).toEqual([pools.get('a:1'), pools.get('b:1'), pools.get('a:1')]);
  expect(asked).toEqual([1, 2, 3]);
});

test('an account that has moved is followed within a minute', async () => {
  const places = { 1: 'a:2' };
  const { own, wait } = started(places);
  own.of(1);
  await settled();
  places[1] = 'b:2';
  expect(own.of(1)).toBe(pools.get('a:2'));
  wait(60_000);
  own.of(1);
  await settled();
  expect(own.of(1)).toBe(pools.get('b:2'));
});

test('a node that did not reply is left alone for five seconds, and one that refused a statement is not', async () => {
  const { own, wait } = started({ 1: 'a:3' });
  own.of(1);
  await settled();
  const pool = own.of(1) as pg.Pool;
  const refused = (code: string) => Object.assign(new pg.DatabaseError('no', 1, 'error'), { code });
  expect([own.isToRepeat(pool, refused('42P01')), own.isToRepeat(pool, refused('57014')), own.isToRepeat(pool, new Error('no'))]).toEqual([
    true,
    false,
    false,
  ]);
  expect(own.of(1)).toBe(pool);
  for (const error of [broken, refused('28P01'), refused('42883')]) {
    expect(own.isToRepeat(pool, error)).toBe(true);
    expect(own.of(1)).toBeUndefined();
    wait(5_000);
    expect(own.of(1)).toBe(pool);
  }
});
