import { expect, test } from 'vitest';
import { createDatabase } from '../database.ts';
import { poolerIsHere } from '../pooler.ts';
import type { Edge } from './edge.ts';
import { playEdge } from './play.ts';

/** Plays these with a few orders and one worker, one after the other: each has processes of its own. The whole is `npm run test:edges`. */
export function playInShort(edges: Edge[]): void {
  for (const edge of edges)
    test.skipIf(edge.isPooled && !poolerIsHere)(
      `${edge.name}: no unit leaves beyond what was sold, or to somebody else`,
      async () => {
        const own = edge.hasStandby ? undefined : await createDatabase();
        const stage = { webArgs: ['test/faults/web.ts'], everySeconds: 1, databaseUrl: own?.url, workers: 1 };
        const { verdict, seconds } = await playEdge(edge, { orders: 12, bought: 2 }, stage, 120_000);
        expect(verdict).toEqual({ beyond: [], elsewhere: [], lost: [] });
        expect(seconds).not.toBeNull();
        await own?.drop();
      },
      300_000,
    );
}
