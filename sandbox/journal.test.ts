import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openJournal } from './journal.ts';

async function folder() {
  const path = await mkdtemp(join(tmpdir(), 'journal-'));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

test('what was put, changed and removed is there again after a restart', async () => {
  const path = await folder();
  const first = await openJournal(path);
  const table = first.table<{ name: string; count: number }>('things');
  table.put('a', { name: 'one', count: 1 });
  table.put('b', { name: 'two', count: 1 });
  table.patch('a', { count: 2 });
  table.remove('b');
  await first.stop();

  const second = await openJournal(path);
  expect([...second.table('things').rows]).toEqual([['a', { name: 'one', count: 2 }]]);
  await second.stop();
  expect((await readFile(join(path, 'sandbox.jsonl'), 'utf8')).trim().split('\n')).toHaveLength(1);
});

test('an incomplete last line, from a killed process, is ignored', async () => {
  const path = await folder();
  const first = await openJournal(path);
  first.table('things').put('a', { name: 'one' });
  await first.stop();
  await appendFile(join(path, 'sandbox.jsonl'), '{"t":"things","k":"b","v":{"na');

  const second = await openJournal(path);
  expect([...second.table('things').rows.keys()]).toEqual(['a']);
  second.table('things').put('c', { name: 'three' });
  await second.stop();

  const third = await openJournal(path);
  expect([...third.table('things').rows.keys()]).toEqual(['a', 'c']);
  await third.stop();
});

test('without a folder it is empty each time', async () => {
  const journal = await openJournal(undefined);
  journal.table('things').put('a', {});
  await journal.stop();
  expect((await openJournal(undefined)).table('things').rows.size).toBe(0);
});
