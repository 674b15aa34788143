import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { threadTimeOf } from '../../test/thread-time.ts';
import { linesOf } from './lines.ts';

async function read(pieces: string[]): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of linesOf(Readable.from(pieces.map((piece) => Buffer.from(piece))))) lines.push(line);
  return lines;
}

test('lines are the same however their bytes are cut', async () => {
  const text = 'a\r\nbb\n\n\0c\r\n\rd';
  const lines = ['a', 'bb', '', '\ufffdc', '\rd'];
  expect(await read([text])).toEqual(lines);
  expect(await read([...text])).toEqual(lines);
});

test('a long line that comes in many small pieces takes no more time than its length', async () => {
  const pieces = Array.from({ length: 30_000 }, () => 'x'.repeat(20));
  await read(pieces.slice(0, 100));
  const { ms, result } = await threadTimeOf(() => read(pieces));
  expect(result[0]).toHaveLength(600_000);
  expect(ms).toBeLessThan(500);
});
