import { expect, test } from 'vitest';
import { edges } from './edges.ts';
import { playEdge } from './play.ts';

/** The whole is `npm run test:edges`; here those alone that nothing smaller shows. */
const short = edges.slice(0, 1);

test.each(short)('$name: no unit leaves beyond what was sold, or to somebody else', async (edge) => {
  const stage = { webArgs: ['test/faults/web.ts'], everySeconds: 1 };
  const { verdict, seconds } = await playEdge(edge, { orders: 12, bought: 2 }, stage, 120_000);
  expect(verdict).toEqual({ beyond: [], elsewhere: [], lost: [] });
  expect(seconds).not.toBeNull();
});
