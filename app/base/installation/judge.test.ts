import { expect, test } from 'vitest';
import { judge, type Self } from './judge.ts';
import type { MarkFile } from './mark-files.ts';

const clock = new Date('2026-11-23T12:00:00Z');
const ago = (seconds: number) => new Date(clock.getTime() - seconds * 1000);
const self: Self = { id: 'a', mark: 20, life: 'before', now: 'now', hasConnections: true, beatAt: ago(5), rested: false, clock };
const mark: MarkFile = {
  ...{ installation: 'a', worker: 'w', life: 'before', mark: 20, at: ago(300), baseUrl: 'https://crossdock.example.com', released: true },
};
const at = 'https://crossdock.example.com';
const still = { ms: 0, moved: false };

test.each<[string, Partial<Self>, Partial<MarkFile>[], string, { ms: number; moved: boolean }, string]>([
  ['a new installation goes on', { mark: 0, life: null, beatAt: null, hasConnections: false }, [], at, still, 'newest'],
  [
    'one with the files of another that was deleted goes on',
    { mark: 0, life: null, hasConnections: false },
    [{ installation: 'b' }],
    at,
    still,
    'newest',
  ],
  [
    'one from before there were marks, beside newer files, has lost something',
    { mark: 0, life: null },
    [{ installation: 'b' }],
    at,
    still,
    'restored',
  ],
  ['a failover or restart with the mark intact goes on', {}, [{}], at, still, 'newest'],
  ['a database that is ahead of its files goes on', {}, [{ mark: 7 }], at, still, 'newest'],
  ['a database behind one of its marks has lost something', {}, [{ mark: 3 }, { mark: 21 }], at, still, 'restored'],
  ['a long gap that nobody announced counts as a loss', { beatAt: ago(601) }, [{}], at, still, 'restored'],
  ['a long gap that was announced does not', { beatAt: ago(86_400 * 30), rested: true }, [{}], at, still, 'newest'],
  ['other files: a person has to say', {}, [], at, still, 'copy'],
  ['another host: a person has to say', {}, [{}], 'https://staging.example.com', still, 'copy'],
  [
    'other ports of the same machine are the same host',
    {},
    [{ baseUrl: 'http://localhost:3000' }],
    'http://127.0.0.1:3001',
    still,
    'newest',
  ],
  [
    'workers of another life that were just alive are watched',
    {},
    [{ released: false, at: ago(3) }],
    at,
    { ms: 4_000, moved: false },
    'wait',
  ],
  ['when they go on, it is a copy', {}, [{ released: false, at: ago(3) }], at, { ms: 12_000, moved: true }, 'copy'],
  ['when they do not, they are dead', {}, [{ released: false, at: ago(20) }], at, { ms: 12_000, moved: false }, 'newest'],
])('%s', (_, one, marks, baseUrl, watched, expected) => {
  const given = marks.map((each) => ({ ...mark, ...each }));
  expect(judge({ ...self, ...one }, given, baseUrl, watched).kind).toBe(expected);
});
