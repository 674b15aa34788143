import { randomBytes } from 'node:crypto';
import { distribute } from '../../bin/distribute/distribute.ts';
import { migrate } from '../../platform/migrate.ts';
import { steadyClient } from '../../platform/steady.ts';
import { databaseUrl, onCluster } from '../start-database.ts';

export type OnNodes = {
  url: string;
  /** From now on the node at this port refuses the database's connections, and has none. Returns what lets them in again. */
  shut: (port: number) => Promise<() => Promise<void>>;
  drop: () => Promise<void>;
};
type Node = { host: string; port: number; isCoordinator: boolean };

/** The owner's address of a database of the coordinator that knows its nodes. Tests make their own databases beside it. */
export const citusUrl = process.env.CITUS_URL ?? '';

/** A database of all nodes of the cluster at `CITUS_URL`, empty and with nothing distributed. Few shards, because each takes its time. */
export const createOnNodes = (): Promise<OnNodes> => oneAtATime(createEmpty);

async function createEmpty(): Promise<OnNodes> {
  const name = `crossdock_nodes_${randomBytes(4).toString('hex')}`;
  const nodes = (await onCluster(
    citusUrl,
    `select nodename as host, nodeport as port, groupid = 0 as "isCoordinator" from pg_dist_node order by groupid`,
  )) as Node[];
  const addressOf = ({ host, port }: Node, database?: string) => {
    const address = new URL(database ? databaseUrl(citusUrl, database) : citusUrl);
    address.hostname = host;
    address.port = String(port);
    return address.href;
  };
  for (const node of nodes) {
    await alone(addressOf(node), `create database ${name}`);
    await onCluster(addressOf(node, name), 'create extension citus');
  }
  const own = databaseUrl(citusUrl, name);
  for (const { host, port, isCoordinator } of nodes)
    await onCluster(own, `select ${isCoordinator ? 'citus_set_coordinator_host' : 'citus_add_node'}('${host}', ${port})`);
  const url = new URL(own);
  url.searchParams.set('options', '-c citus.shard_count=2');
  const drop = async () => {
    for (const node of nodes) {
      // What the coordinator did not end, because it was lost.
      const left = await onCluster(addressOf(node), `select gid from pg_prepared_xacts where database = '${name}'`);
      for (const { gid } of left) await alone(addressOf(node, name), `rollback prepared '${gid}'`);
      await alone(addressOf(node), `drop database if exists ${name} with (force)`);
    }
  };
  const shut = async (port: number) => {
    const there = nodes.filter((node) => node.port === port).map((node) => addressOf(node));
    const onNode = async (statement: string) => {
      for (const address of there) await alone(address, statement);
    };
    await onNode(`alter database ${name} allow_connections false`);
    await onNode(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and backend_type = 'client backend'`);
    return () => onNode(`alter database ${name} allow_connections true`);
  };
  return { url: url.href, shut, drop };
}

/** A migrated one, with each table in its place. */
export const createDistributed = (): Promise<OnNodes> =>
  oneAtATime(async () => {
    const database = await createEmpty();
    await migrate(database.url);
    await distribute(database.url, () => undefined);
    return database;
  });

/** Roles belong to all databases of a node: two that are set up at once would both change them, and one would be refused. */
async function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const client = steadyClient(citusUrl);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(1)');
    return await work();
  } finally {
    await client.end();
  }
}

/** The next account that is created is on another node than this one: ids are drawn on the coordinator, and the node comes from the id. */
export const nextAccountElsewhere = `
  select setval(pg_get_serial_sequence('accounts', 'id'), min(id) - 1) from generate_series($1::bigint + 1, $1::bigint + 100) as id
  where get_shard_id_for_distribution_column('orders', id) <> get_shard_id_for_distribution_column('orders', $1::bigint)`;

export const nodesOfAccounts = `
  select id, s.nodeport as node from unnest($1::bigint[]) with ordinality as a (id, place)
  join citus_shards s on s.shardid = get_shard_id_for_distribution_column('orders', id) order by place`;

/** On this node and no other. */
async function alone(url: string, statement: string): Promise<void> {
  const address = new URL(url);
  address.searchParams.set('options', '-c citus.enable_create_database_propagation=off -c citus.enable_ddl_propagation=off');
  await onCluster(address.href, statement);
}
