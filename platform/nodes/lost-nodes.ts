import pg from 'pg';

/** Which accounts a statement across accounts is about: null for all, which it is as long as every database node replies. */
export type Reach = readonly number[] | null;
/** A database node that does not reply, since when, and the accounts whose rows it has. */
export type LostNode = { node: string; since: Date; accountIds: number[]; why: string };

/** What this process knows of the nodes of its database. Nothing is asked until a statement fails for one. */
export type Nodes = {
  reach: () => Reach;
  /** Asks each node once, and says whether one is lost. Callers share it. @throws pg's errors, where the coordinator does not reply */
  look: () => Promise<boolean>;
  lost: () => LostNode[];
};

type Read = <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>;
type Place = { node: string | null; accountIds: number[] };

/** A lost node is asked again after so long, beside whatever goes on without it. */
const againMs = 5_000;

/**
 * Whether the server says that it did not reach another one, that this other one ends, or that a statement waited for too long, as one
 * does whose node was lost while it ran. A database of one node says so of itself when it ends, and of statements.
 */
export const isNodeLost = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  (/^(08|57)/.test(error.code ?? '') || unreached.some((beginning) => error.message.startsWith(beginning)));

/** Of a connection that broke in the middle of a transaction, and of a node that is left out: these have no code of their own. */
const unreached = [
  'failure on connection marked as essential',
  'could not commit transaction for shard',
  'no active placements were found for shard',
  'could not find length of shard',
  'found no worker with all shard placements',
  'cannot find a worker that has active placements',
];

/** `read`: as the scheduler, which sees of each account where it is, and whether it has connections. */
export function watchNodes(read: Read, now: () => number = () => performance.now()): Nodes {
  let places: Place[] = [];
  let lost = new Map<string, LostNode>();
  let looking: Promise<boolean> | undefined;
  let lookedAt = 0;
  const askAll = async () => {
    const found = await read<Place>(placesOfAccounts);
    const silent = new Map<string, LostNode>();
    // One after another, so that nodes that let us wait leave connections for the others.
    for (const { node, accountIds } of found) {
      const why = node === null ? null : await whyLost(accountIds[0]);
      if (node !== null && why) silent.set(node, { node, accountIds, why, since: lost.get(node)?.since ?? new Date() });
    }
    [places, lost, lookedAt] = [found, silent, now()];
    return lost.size > 0;
  };
  const whyLost = (accountId?: number) =>
    read('select from connections where account_id = $1 limit 1', [accountId]).then(
      () => null,
      (error: Error) => {
        if (isNodeLost(error)) return error.message;
        throw error;
      },
    );
  const look = () => {
    looking ??= askAll().finally(() => {
      looking = undefined;
    });
    return looking;
  };
  return {
    look,
    lost: () => [...lost.values()],
    reach() {
      if (lost.size === 0) return null;
      if (now() - lookedAt >= againMs) void look().catch(() => undefined);
      return places.flatMap(({ node, accountIds }) => (node !== null && lost.has(node) ? [] : accountIds));
    },
  };
}

const placesOfAccounts = `
  select node_of(id) as node, json_agg(id order by id) as "accountIds" from unnest(array(select id from accounts)) as id group by 1 order by 1`;
