import { type RawBuilder, sql } from 'kysely';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { ChunkRange, ImportJob } from '../../../shared/imports/entity.ts';
import { rowsByOrder } from './judge-all.ts';

/** A purchase order whose rows are in several chunks: in which it begins, and which has the last row that is applied. */
type Span = { key: string; first: number; last: number };

/** Of a job, as long as it is applied: for this the whole file is read once, and not with each batch. */
const spansOf = new WeakMap<ImportJob, Span[]>();

/** The rows, with their chunk, of the purchase orders whose last row that is applied is in these chunks. */
export async function rowsOfOrdersIn(tenant: Tenant, job: ImportJob, { first, last }: ChunkRange): Promise<RawBuilder<unknown>> {
  const spans = spansOf.get(job) ?? (await readSpans(tenant, job));
  spansOf.set(job, spans);
  const ending = spans.filter((span) => span.last >= first && span.last <= last);
  const goingOn = spans.filter((span) => span.first <= last && span.last > last).map(({ key }) => key);
  const from = ending.reduce((least, span) => Math.min(least, span.first), first);
  return sql`
    select * from (
      select r.*, max(chunk) filter (where code in ('c', 'u')) over (partition by key) as last_chunk
      from (${rowsByOrder(tenant, job, sql`p.chunk between ${from} and ${last}`)}) as r where key <> all(${goingOn}::text[])
    ) as whole
    where last_chunk >= ${first}`;
}

async function readSpans(tenant: Tenant, job: ImportJob): Promise<Span[]> {
  const { rows } = await sql<Span>`
    select * from (
      select key, min(chunk) as first, max(chunk) filter (where code in ('c', 'u')) as last from (${rowsByOrder(tenant, job)}) as r
      where key is not null group by key
    ) as span
    where first < last`.execute(tenant.db);
  return rows;
}
