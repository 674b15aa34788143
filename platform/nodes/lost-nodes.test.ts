import pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { watchNodes } from './lost-nodes.ts';

afterEach(() => void vi.useRealTimers());

test('a lost node is asked again after seconds, also where the clock was set back', async () => {
  let isAway = true;
  const nodes = watchNodes(async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) => {
    if (text.includes('node_of')) return [1, 2].map((id) => ({ node: `node ${id}`, accountIds: [id] })) as unknown as Row[];
    if (isAway && values[0] === 2) throw Object.assign(new pg.DatabaseError('no reply', 0, 'error'), { code: '08006' });
    return [];
  });
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  expect([await nodes.look(), nodes.reach()]).toEqual([true, [1]]);
  isAway = false;
  vi.setSystemTime(Date.now() - 3_600_000);
  vi.advanceTimersByTime(5_000);
  nodes.reach();
  await expect.poll(() => nodes.reach()).toBeNull();
});
