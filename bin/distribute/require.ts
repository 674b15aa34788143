import type pg from 'pg';
import { Stop } from '../stop.mjs';

type Found = { available: boolean; created: boolean; migrated: boolean; busy: number };

/** How many nodes there are besides the coordinator. @throws Stop where the tables of this database cannot be distributed. */
export async function requireNodes(client: pg.Client): Promise<number> {
  const { rows } = await client.query<Found>(
    `select exists (select from pg_available_extensions where name = 'citus') as available,
       exists (select from pg_extension where extname = 'citus') as created, to_regclass('public.accounts') is not null as migrated,
       (select count(*)::int from pg_stat_activity
         where datname = current_database() and usename like 'crossdock\\_%' and pid <> pg_backend_pid()) as busy`,
  );
  const why = whyNot(rows[0] ?? { available: false, created: false, migrated: false, busy: 0 });
  if (why) throw new Stop(why);
  const { rows: nodes } = await client.query(`select from pg_dist_node where isactive and noderole = 'primary' and groupid <> 0`);
  if (nodes.length === 0)
    throw new Stop(
      'This database has no nodes: make it known to the others with citus_set_coordinator_host, and add each with citus_add_node.',
    );
  return nodes.length;
}

/** @throws Stop where the tables of this database are not distributed. */
export async function requireCitus(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ distributed: boolean }>(`select to_regclass('pg_dist_partition') is not null as distributed`);
  if (!rows[0]?.distributed) throw new Stop('The tables of this database are not distributed, so its accounts cannot be moved.');
}

function whyNot({ available, created, migrated, busy }: Found): string | undefined {
  if (!available)
    return 'This PostgreSQL has no Citus, so its tables cannot be distributed. The one that npm start brings along has none: see docs/scaling.md.';
  if (!created) return 'Citus is not set up in this database: run "create extension citus" in it, here and on each node.';
  if (!migrated) return 'This database is not migrated: run "node bin/crossdock.ts migrate" first.';
  if (busy > 0) return 'Web or worker processes are connected: stop them first, because what they write meanwhile would be left behind.';
  return undefined;
}
