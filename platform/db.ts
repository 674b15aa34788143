import pg from 'pg';
import { isLost } from './is-lost.ts';
import { loginUrl } from './login-url.ts';
import { isNodeLost, type Nodes, watchNodes } from './nodes/lost-nodes.ts';
import { type OwnNodes, ownNodes } from './nodes/own-node.ts';
import { aliveChecks, steadyPool } from './steady.ts';
import type { Turns } from './turns.ts';

/** The connections of a process. Only tenant.ts takes any. */
export type Database = {
  pool: pg.Pool;
  /** For `reading`, so that no reader waits for those who write. */
  readers: pg.Pool;
  /** For `atOneMoment`: other connections send a statement without waiting for the reply to the one before, and cannot copy. */
  copies: pg.Pool;
  /** For `acrossAccounts`. */
  scheduler: pg.Pool;
  /** Which of several database nodes do not reply, as `acrossAccounts` finds out. */
  nodes: Nodes;
  /** For `reading` where there are several. */
  ownNodes: OwnNodes;
  /** What each transaction begins with: how long its statements may take, and wait for a lock. */
  limits: string;
  /** Whose turn it is at a connection: one account leaves some for the others. Without, whoever comes first. */
  turns: Turns | null;
  close: () => Promise<void>;
};

export type DatabaseOptions = {
  /** The owner's, or that of a role of login-url.ts. */
  url: string;
  connections?: number;
  /** As many connections more for `reading`. */
  readers?: number;
  name?: string;
  /** How long work waits for a connection; 0 for as long as it takes. */
  connectionMs?: number;
  /** How long a statement may take, and how long it may wait for a lock. */
  patience?: { statementMs: number; lockMs: number };
  turns?: Turns;
};

/** Parses int8 as a number: our ids are far below 2^53. Dates without time and numerics stay text. */
const types = new pg.TypeOverrides();
types.setTypeParser(20, Number);
types.setTypeParser(1082, (day) => day);

/** So long as the coordinator waits for one: see bin/distribute/distribute.ts. */
const ofNode = { connectionTimeoutMillis: 5_000 };

function addressAt(url: string, node: string): string {
  const address = new URL(url);
  address.host = node;
  return address.href;
}

/** Opens the pools, which log in as `crossdock_app` and `crossdock_scheduler`: roles that row-level security binds. */
export function openDatabase({
  url,
  connections = 12,
  readers = 4,
  name = 'crossdock',
  connectionMs = 10_000,
  patience,
  turns,
}: DatabaseOptions): Database {
  const options = {
    connectionString: loginUrl(url, 'crossdock_app'),
    types,
    application_name: name,
    connectionTimeoutMillis: connectionMs,
    idleTimeoutMillis: 60_000,
    ...aliveChecks,
  };
  const pools = {
    pool: openPool({ ...options, max: connections, pipeline: true }),
    readers: openPool({ ...options, max: readers, pipeline: true }),
    copies: openPool({ ...options, max: 4 }),
    scheduler: openPool({ ...options, connectionString: loginUrl(url, 'crossdock_scheduler'), max: 3, pipeline: true }),
  };
  // No parameters of the session: a pooler between us and the database refuses them, or hands the session on with them.
  const limits = patience ? `; set local statement_timeout = ${patience.statementMs}; set local lock_timeout = ${patience.lockMs}` : '';
  const ask: Parameters<typeof watchNodes>[0] = async (text, values) => (await pools.scheduler.query(text, values)).rows;
  const own = ownNodes(
    async (accountId) => (await ask<{ node: string | null }>('select node_of($1) as node', [accountId]))[0]?.node ?? null,
    (node) =>
      openPool({ ...options, connectionString: addressAt(options.connectionString, node), max: readers, pipeline: true, ...ofNode }),
  );
  return {
    ...pools,
    limits,
    nodes: watchNodes(ask),
    ownNodes: own,
    turns: turns ?? null,
    close: async () => void (await Promise.all([own.close(), ...Object.values(pools).map((pool) => pool.end())])),
  };
}

const openPool = (config: pg.PoolConfig): pg.Pool => steadyPool(new pg.Pool(config));

/** Whether a retry may succeed: the connection broke, the server or a node restarts or is full, or two transactions conflicted. */
export function isPassing(error: unknown): boolean {
  const { code = '' } = (error ?? {}) as { code?: unknown };
  // SQLSTATE classes: connection, rollback, resources, intervention. Node's own codes begin with E.
  return /^(08|40|53|57|E[A-Z]+$)/.test(String(code)) || isLost(error) || isNodeLost(error);
}
