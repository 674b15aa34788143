import { expect, test } from 'vitest';
import { linesOf, packLines } from './packed-lines.ts';

test('texts that are packed together come back in their order', async () => {
  const lines = Array.from({ length: 50 }, (_, n) => JSON.stringify({ order: n, name: 'Ceramic money bank Größe \u0000' }));
  const packed = packLines(lines);
  expect(packed.length).toBeLessThan(lines.join('').length / 4);
  expect(await linesOf(packed)).toEqual(lines);
});

test('what was stored before it was packed is read as it is', async () => {
  expect(await linesOf(Buffer.from('[{"a": 1}, null]'))).toEqual(['[{"a": 1}, null]']);
});
