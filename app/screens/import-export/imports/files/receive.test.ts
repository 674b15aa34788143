import { expect, test } from 'vitest';
import { headBytes } from '../../../../shared/imports/reading/table.ts';
import { readStart } from './receive.ts';

async function* pieces(bytes: number): AsyncGenerator<Buffer> {
  for (let left = bytes; left > 0; left -= 32_768) yield Buffer.alloc(Math.min(left, 32_768), 'a');
}

test.each([
  [headBytes - 1, false],
  [headBytes, false],
  [headBytes + 1, true],
])('of a file of %i bytes it is said whether more follows what is looked at', async (bytes, isCut) => {
  const start = await readStart(pieces(bytes));
  expect([start.bytes.length, start.isCut]).toEqual([bytes, isCut]);
});
