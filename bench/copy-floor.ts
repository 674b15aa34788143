import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { from, to } from 'pg-copy-streams';
import type { Cluster } from './cluster.ts';

const tables = ['orders', 'order_lines', 'order_payloads'];

/** Orders a second of COPY into bare tables of the same columns: no index, no key, no check, no trigger, no policy. */
export async function copyFloor({ owner }: Cluster, skipped: number): Promise<number> {
  const client = await owner.connect();
  try {
    const copies = [];
    let orders = 0;
    for (const table of tables) {
      const own = table === 'orders' ? 'id' : 'order_id';
      const rows = `select * from ${table} where ${own} > (select id from orders order by id offset ${skipped - 1} limit 1)`;
      await client.query(`create table bare_${table} as select * from ${table} limit 0`);
      copies.push({ table, bytes: await buffer(client.query(to(`copy (${rows}) to stdout`))) });
    }
    const started = performance.now();
    for (const { table, bytes } of copies) {
      const stream = client.query(from(`copy bare_${table} from stdin`));
      await pipeline(Readable.from(slices(bytes)), stream);
      if (table === 'orders') orders = stream.rowCount ?? 0;
    }
    return orders / ((performance.now() - started) / 1000);
  } finally {
    client.release();
  }
}

function* slices(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 1 << 20) yield bytes.subarray(at, at + (1 << 20));
}
