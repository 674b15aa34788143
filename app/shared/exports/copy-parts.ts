import { PassThrough, pipeline, type Readable } from 'node:stream';
import { type RawBuilder, sql } from 'kysely';
import { withLiterals } from '../../../platform/account-parameter.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { ExportFile } from './export-file.ts';

/** How much of a part is kept while the one before is being written. */
const aheadBytes = 4_000_000;

/** The CSV of a file, as PostgreSQL writes it: its parts one after the other, while another session already reads the next. */
export async function* copyParts(tenants: Tenant[], { rows }: Pick<ExportFile, 'rows'>, parts: RawBuilder<unknown>[]) {
  const read: Readable[] = [];
  let next = 0;
  const start = () => {
    const [part, tenant] = [parts[next], tenants[next % tenants.length]];
    if (part && tenant) read.push(readAhead(tenant.copyOut(copyOf(rows(tenant, part), next === 0))));
    next += 1;
  };
  try {
    for (const _ of tenants) start();
    for (let part = read.shift(); part; part = read.shift()) {
      yield* part;
      start();
    }
  } finally {
    for (const part of read) part.destroy();
  }
}

const copyOf = (rows: RawBuilder<unknown>, isFirst: boolean): string =>
  withLiterals(sql`copy (${rows}) to stdout with (format csv, header ${sql.raw(String(isFirst))}, encoding 'UTF8')`);

/** Errors are those of what is read from it. */
const readAhead = (copied: Readable): Readable => pipeline(copied, new PassThrough({ highWaterMark: aheadBytes }), () => undefined);
