import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { zstdDecompressSync } from 'node:zlib';
import { from, to } from 'pg-copy-streams';
import type { Cluster } from './cluster.ts';

/** The rows of each table that belong to the orders. */
const tables = { orders: 'id > $last', order_lines: 'order_id > $last', order_payloads: 'order_id > $last' };

/**
 * Orders a second of COPY into bare tables of the same columns: no index, no key, no check, no trigger, no policy. Payloads are
 * copied as separate texts: packing them together is our own choice.
 */
export async function copyFloor({ owner }: Cluster, skipped: number): Promise<number> {
  await unpackPayloads(owner);
  const client = await owner.connect();
  try {
    const copies = [];
    let orders = 0;
    const last = `(select id from orders order by id offset ${skipped - 1} limit 1)`;
    for (const [table, some] of Object.entries(tables)) {
      const rows = `select * from ${table} where ${some.replace('$last', last)}`;
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

async function unpackPayloads(owner: Cluster['owner']): Promise<void> {
  await owner.query('create index on order_payloads (bundle_id)');
  await owner.query('alter table order_payloads add column raw json');
  const { rows } = await owner.query<{ id: string; packed: Buffer }>('select id, packed from payload_bundles');
  for (const { id, packed } of rows) {
    const texts = zstdDecompressSync(packed).toString('utf8').split('\n');
    await owner.query('update order_payloads set raw = ($2::text[])[line + 1]::json where bundle_id = $1', [id, texts]);
  }
  await owner.query('alter table order_payloads drop column bundle_id, drop column line');
}
