import { expect, test } from 'vitest';
import { createDatabase } from '../database.ts';
import { edges } from './edges.ts';
import { playEdge } from './play.ts';

/** The whole is `npm run test:edges`; here those that end within half a minute, beside each other, with a few orders. */
const short = edges.filter(({ isShort }) => isShort);

test.concurrent.each(short)(
  '$name: no unit leaves beyond what was sold, or to somebody else',
  async (edge) => {
    const { url: databaseUrl, drop } = await createDatabase();
    const stage = { webArgs: ['test/faults/web.ts'], everySeconds: 1, databaseUrl };
    const { verdict, seconds } = await playEdge(edge, { orders: 12, bought: 2 }, stage, 120_000);
    expect(verdict).toEqual({ beyond: [], elsewhere: [], lost: [] });
    expect(seconds).not.toBeNull();
    await drop();
  },
  300_000,
);
