import { sql } from 'kysely';
import { inAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import { recognisedUpc, upcsDiffer } from '../../../../nouns/catalogue/values/upcs.ts';
import type { RowCode } from '../../../../shared/imports/contract.ts';
import type { ImportJob } from '../../../../shared/imports/entity.ts';
import { addErrors } from '../checking/chunks.ts';
import type { RowError } from '../checking/clean-row.ts';
import { textArray } from '../checking/text-array.ts';
import type { MappingColumn } from './contract.ts';

/** A row of a report: what order lines name, and the SKU of the product that is meant. */
export type Alias = { number: number; listing: string; means: string };
/** `units`: what a sale took of what was linked before. */
type Judged = Alias & { code: RowCode; is_other: boolean; units: number };

/**
 * Stores the rows with what becomes of each; what is to be linked is when all are (`link-rows.ts`). Returns how many are wrong, and about
 * how many bytes are kept of them.
 */
export async function judgeSome(
  tenant: Tenant,
  job: ImportJob & { chunk: number },
  aliases: Alias[],
  by: MappingColumn,
): Promise<{ wrong: number; bytes: number }> {
  const judged = await judge(tenant, job, aliases);
  const [listings, means] = [judged.map(({ listing }) => listing), judged.map((alias) => alias.means)];
  const wrong = judged.filter(({ code }) => code === 'w');
  const errorBytes = await addErrors(
    tenant,
    job,
    wrong.map((alias) => errorOf(alias, by)),
  );
  const cells = job.columns.includes('product_sku') ? [listings, means] : [listings];
  await sql`
    insert into import_chunks (account_id, import_id, chunk, error_bytes, numbers, cells, codes)
    select ${tenant.accountId}, ${job.importId}, ${job.chunk}, ${errorBytes}, ${`{${judged.map(({ number }) => number).join()}}`}::int[],
      array[${sql.join(cells.map((column) => sql`${textArray(column)}::text[]`))}], ${judged.map(({ code }) => code).join('')}
      returning 1`.execute(tenant.db);
  const bytes = aliases.reduce((sum, each) => sum + Buffer.byteLength(each.listing) + Buffer.byteLength(each.means), errorBytes);
  return { wrong: wrong.length, bytes };
}

/**
 * What becomes of each, a link that there is stays. The same SKU links nothing by itself where the UPCs differ or a link ended by itself,
 * and no report does: other goods would leave. What was linked as a pack may be no pack of this product. Their listings were stored just
 * now, so that nobody else changes these until the transaction ends.
 */
async function judge(tenant: Tenant, { connectionId }: ImportJob, aliases: Alias[]): Promise<Judged[]> {
  const { rows } = await sql<Judged>`
    select alias.*, case when alias.listing = '' then 'w' when listed.product_id is not null then 's' when p.id is null or is_other
      or listed.units_per_sale <> 1 then 'w' else 'c' end as code, is_other,
      case when p.id is not null then listed.units_per_sale else 1 end as units
    from json_to_recordset(${JSON.stringify(aliases)}::json) as alias (number int, listing text, means text)
    left join connector_products listed on ${inAccount(tenant, 'listed')} and listed.connection_id = ${connectionId}
      and listed.connector_product_sku = alias.listing
    left join products p on ${inAccount(tenant, 'p')} and p.sku = alias.means
    cross join lateral (select p.id is not null and (${upcsDiffer(recognisedUpc('p'), sql`listed.upc`)}
      or listed.doubt is not null and listed.linked_by is null) as is_other) found order by alias.number`.execute(tenant.db);
  return rows;
}

function errorOf({ number, listing, means, is_other, units }: Judged, by: MappingColumn): RowError {
  if (listing === '')
    return { number, column: 'channel_sku', value: '', problem: { code: 'missing' }, expected: { code: 'mapped_value', column: by } };
  if (is_other) return { number, column: 'product_sku', value: means, problem: { code: 'other_article' }, expected: { code: 'by_hand' } };
  if (units > 1)
    return { number, column: 'product_sku', value: means, problem: { code: 'had_units', units }, expected: { code: 'units_by_hand' } };
  const problem = { code: means === '' ? 'missing' : 'no_product' } as const;
  return { number, column: 'product_sku', value: means, problem, expected: { code: 'seller_sku' } };
}
