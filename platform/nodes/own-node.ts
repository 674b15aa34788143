import pg from 'pg';
import { isLost } from '../is-lost.ts';

/**
 * The way to the node of an account's rows without the coordinator. What only reads is planned there as on one database. It is a short cut
 * and nothing depends on it: a node that is not the account's asks the others, and what fails there is asked of the coordinator.
 */
export type OwnNodes = {
  /** Connections to it; undefined where there is one database, where nobody knows yet, and where it did not reply a moment ago. */
  of: (accountId: number) => pg.Pool | undefined;
  /** Whether what failed there may succeed at the coordinator, which alone has some tables. A silent node is left for a while. */
  isToRepeat: (pool: pg.Pool, error: unknown) => boolean;
  close: () => Promise<void>;
};

/** An account that has moved is read at its old node until then, which asks the new one. */
const knownMs = 60_000;
const againMs = 5_000;

const tookTooLong = '57014';
/** No login, no such database, no room, an end; or no `read_here`, as before `distribute` was run. */
const ofNode = /^(08|28|3D|53|57P|42883)/;

/** `placeOf`: the address of an account's node, null where there is one database. `open`: connections to a node. */
export function ownNodes(
  placeOf: (accountId: number) => Promise<string | null>,
  open: (node: string) => pg.Pool,
  now: () => number = () => performance.now(),
): OwnNodes {
  const places = new Map<number, { node: string | undefined; until: number }>();
  const pools = new Map<string, pg.Pool>();
  const silentUntil = new Map<pg.Pool, number>();
  let isOneDatabase = false;
  const learn = (accountId: number) => {
    // Whoever reads meanwhile goes by what was known.
    places.set(accountId, { node: places.get(accountId)?.node, until: now() + againMs });
    placeOf(accountId).then(
      (node) => {
        isOneDatabase = node === null;
        places.set(accountId, { node: node ?? undefined, until: now() + knownMs });
      },
      () => undefined,
    );
  };
  const poolAt = (node: string) => {
    const pool = pools.get(node) ?? open(node);
    pools.set(node, pool);
    return (silentUntil.get(pool) ?? 0) > now() ? undefined : pool;
  };
  return {
    of(accountId) {
      if (isOneDatabase) return undefined;
      if ((places.get(accountId)?.until ?? 0) <= now()) learn(accountId);
      const node = places.get(accountId)?.node;
      return node === undefined ? undefined : poolAt(node);
    },
    isToRepeat(pool, error) {
      const { code = '' } = (error ?? {}) as { code?: unknown };
      if (isLost(error) || ofNode.test(String(code))) silentUntil.set(pool, now() + againMs);
      return isLost(error) || (error instanceof pg.DatabaseError && code !== tookTooLong);
    },
    close: async () => void (await Promise.all([...pools.values()].map((pool) => pool.end()))),
  };
}
