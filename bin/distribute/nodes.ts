import type pg from 'pg';
import { Stop } from '../stop.mjs';

/** A node of the database, as the coordinator knows it. */
export type Node = { id: number; host: string; port: number; active: boolean };

export const addressOf = ({ host, port }: Pick<Node, 'host' | 'port'>) => `${host}:${port}`;

/**
 * The node at an address, of those for which a condition of `pg_dist_node` holds.
 * @param otherwise what to say where there is none, by the addresses of those there are
 * @throws Stop
 */
export async function nodeAt(client: pg.Client, address: string, fits: string, otherwise: (there: string) => string): Promise<Node> {
  const { rows } = await client.query<Node>(
    `select nodeid as id, nodename as host, nodeport as port, isactive as active from pg_dist_node
     where noderole = 'primary' and ${fits} order by 2, 3`,
  );
  const node = rows.find((each) => addressOf(each) === address);
  if (!node) throw new Stop(otherwise(rows.map(addressOf).join(', ')));
  return node;
}
