import { sql } from 'kysely';
import type { Listing } from '../../../connectors/contract.ts';
import { writeAudit } from '../../../platform/audit.ts';
import type { Columns } from '../../../platform/columns.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { linkProducts } from '../../connector-products/link-products.ts';
import { storeListings } from '../../connector-products/store.ts';
import { headerKey } from '../reading/headers.ts';
import type { Row } from '../reading/rows.ts';
import { readRows, type TableFormat } from '../reading/table.ts';
import type { MappingColumn } from './contract.ts';

export type StoredAliases = { listings: number; linked: number; left: number };
type Connection = Columns<'connections', 'id' | 'name'>;

const atOnce = 1_000;

/**
 * Stores the listings of a report as products of a channel, under what its order lines name, and links each that has no link yet to
 * the product whose SKU is the report's seller-sku. Columns are found by their names; rows may be shorter than the headers.
 */
export async function storeAliases(
  tenant: Tenant,
  connection: Connection,
  { format, content }: { format: TableFormat; content: AsyncIterable<Buffer> },
  by: MappingColumn,
): Promise<StoredAliases> {
  const at = positions(format);
  const total = { listings: 0, linked: 0, left: 0 };
  const waiting: Row[] = [];
  for await (const rows of readRows(content, format)) {
    waiting.push(...rows);
    while (waiting.length >= atOnce) add(total, await storeSome(tenant, connection, waiting.splice(0, atOnce), at, by));
  }
  add(total, await storeSome(tenant, connection, waiting, at, by));
  await writeAudit(tenant, { verb: 'imported', noun: 'listings', record: connection, to: total });
  return total;
}

function add(total: StoredAliases, { listings, linked, left }: StoredAliases): void {
  total.listings += listings;
  total.linked += linked;
  total.left += left;
}

type At = (header: string) => number | undefined;

function positions({ headers }: TableFormat): At {
  const known = new Map(headers.map((header, place) => [headerKey(header), place]));
  return (header) => known.get(headerKey(header));
}

async function storeSome(tenant: Tenant, { id }: Connection, rows: Row[], at: At, by: MappingColumn): Promise<StoredAliases> {
  const read = rows.map(
    ({ cells }) =>
      (header: string) =>
        (cells[at(header) ?? -1] ?? '').replaceAll('\u0000', '').trim(),
  );
  const named = read.filter((cell) => cell(by) !== '');
  await storeListings(
    tenant,
    id,
    named.map((cell) => listingOf(cell, by)),
  );
  const linked = await link(
    tenant,
    id,
    named.map((cell) => ({ sku: cell(by), means: cell('seller-sku') })),
  );
  return { listings: named.length, linked, left: rows.length - named.length };
}

function listingOf(cell: (header: string) => string, by: MappingColumn): Listing {
  const code = cell('product-id');
  return {
    sku: cell(by),
    remoteId: cell('listing-id') || code || cell(by),
    name: cell('item-name') || cell(by),
    // An ASIN is no barcode.
    upc: /^(?:\d{8}|\d{12,14})$/.test(code) ? code : null,
    imageUrl: /^https?:\/\//.test(cell('image-url')) ? cell('image-url') : null,
    url: null,
    raw: null,
  };
}

async function link(tenant: Tenant, connectionId: number, aliases: { sku: string; means: string }[]): Promise<number> {
  const { rows: products } = await sql<Columns<'products', 'id' | 'sku'>>`
    select id, sku from products where account_id = ${tenant.accountId} and sku = any(${aliases.map(({ means }) => means)}::text[])`.execute(
    tenant.db,
  );
  const ids = new Map(products.map(({ id, sku }) => [sku, id]));
  // Of a listing that comes twice, the last.
  const links = new Map(
    aliases.flatMap(({ sku, means }) => (ids.has(means) ? [[sku, { connectionId, sku, productId: ids.get(means) as number }]] : [])),
  );
  return links.size === 0 ? 0 : (await linkProducts(tenant, [...links.values()])).linked;
}
