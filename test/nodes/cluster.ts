import { randomBytes } from 'node:crypto';
import { distribute } from '../../bin/distribute/distribute.ts';
import { migrate } from '../../platform/migrate.ts';
import { databaseUrl, onCluster } from '../start-database.ts';

export type OnNodes = { url: string; drop: () => Promise<void> };
type Node = { host: string; port: number; isCoordinator: boolean };

/** The owner's address of a database of the coordinator that knows its nodes. Tests make their own databases beside it. */
export const citusUrl = process.env.CITUS_URL ?? '';

/** A database of all nodes of the cluster at `CITUS_URL`, empty and with nothing distributed. Few shards, because each takes its time. */
export async function createOnNodes(): Promise<OnNodes> {
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
    for (const node of nodes) await alone(addressOf(node), `drop database if exists ${name} with (force)`);
  };
  return { url: url.href, drop };
}

/** A migrated one, with each table in its place. */
export async function createDistributed(): Promise<OnNodes> {
  const database = await createOnNodes();
  await migrate(database.url);
  await distribute(database.url, () => undefined);
  return database;
}

/** On this node and no other. */
async function alone(url: string, statement: string): Promise<void> {
  const address = new URL(url);
  address.searchParams.set('options', '-c citus.enable_create_database_propagation=off');
  await onCluster(address.href, statement);
}
