import type pg from 'pg';
import { isNodeLost, type Nodes } from './lost-nodes.ts';

/** Graphile Worker waits e^n seconds after the nth attempt: nearly a minute. */
const mostAttempts = 4;

/**
 * Runs jobs. One whose account is on a lost node is tried again within a minute, however long that is away, and is never given up. A
 * statement that takes too long is no lost node.
 */
export const againSoon =
  (queue: pg.Pool, nodes: Nodes) =>
  async (id: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (isNodeLost(error) && (await nodes.look().catch(() => false)))
        await queue.query(countNoFurther, [id, mostAttempts]).catch(() => undefined);
      throw error;
    }
  };

const countNoFurther = 'update graphile_worker._private_jobs set attempts = least(attempts, $2) where id = $1';
