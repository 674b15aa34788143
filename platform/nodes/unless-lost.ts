import { isNodeLost, type LostNode, type Nodes } from './lost-nodes.ts';

/** What was done for an account, or the node of its rows, which does not reply. */
export type UnlessLost<T> = { done: T } | { lost: LostNode };

/** Does `work` for one account, so that one that is on a lost node does not keep those on others from being shown. */
export async function unlessLost<T>(nodes: Nodes, accountId: number, work: () => Promise<T>): Promise<UnlessLost<T>> {
  // What is known to be lost is not waited for again.
  const isOut = nodes.reach()?.includes(accountId) === false;
  const lost = () => nodes.lost().find(({ accountIds }) => accountIds.includes(accountId));
  const silent = isOut ? lost() : undefined;
  if (silent) return { lost: silent };
  try {
    return { done: await work() };
  } catch (error) {
    const found = isNodeLost(error) && (await nodes.look().catch(() => false)) ? lost() : undefined;
    if (!found) throw error;
    return { lost: found };
  }
}
