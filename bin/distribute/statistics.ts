import type pg from 'pg';
import { onEachNode } from '../../platform/nodes/parts.ts';

/**
 * Tells each node about its parts of the tables by account what migrations told about new tables: see `give_first_statistics`. The engine
 * does not bring that along, and without it a join could read a whole account for each of its rows. What a node has counted is left.
 * @throws Error where a node does not take it.
 */
export const giveStatistics = (client: pg.Client): Promise<void> => onEachNode(client, ofAllParts);

const ofAllParts = `
  do $$ declare part regclass; begin
    for part in
      select shard_name(t.logicalrelid, s.shardid)::regclass from pg_dist_partition t
      join pg_dist_shard s on s.logicalrelid = t.logicalrelid join pg_dist_placement p on p.shardid = s.shardid
      where t.partmethod = 'h' and p.groupid = (select groupid from pg_dist_local_group)
    loop call give_first_statistics(part); end loop;
  end $$`;
