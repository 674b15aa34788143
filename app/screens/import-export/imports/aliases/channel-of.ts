import { sql } from 'kysely';
import type { Columns } from '../../../../../platform/columns.ts';
import type { Files } from '../../../../../platform/files.ts';
import { invalid } from '../../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import { readRows } from '../../../../shared/imports/reading/table.ts';
import type { ReceivedTable } from '../files/receive.ts';
import { positions } from './columns-of.ts';
import { aliasTexts, type MappingColumn } from './contract.ts';

type Channel = Columns<'connections', 'id' | 'name'>;

/**
 * The channel of this slug. Without one the only channel that there is, or the only one that has listings of this report already.
 * @throws Invalid
 */
export async function channelOf(
  tenant: Tenant,
  files: Files,
  table: ReceivedTable,
  { slug, by }: { slug: string | undefined; by: MappingColumn },
): Promise<Channel> {
  const { rows } = await sql<Channel>`
    select id, name from connections where ${inAccount(tenant)} and disconnected_at is null and 'orders' = any(capabilities)
      and (${slug || null}::text is null or slug = ${slug || null})`.execute(tenant.db);
  const having = rows.length > 1 ? await withListings(tenant, rows, await listed(files, table, by)) : rows;
  const [channel] = having;
  if (channel && having.length === 1) return channel;
  const sentence = [slug ? aliasTexts.channelGone : aliasTexts.whichChannel];
  // Whoever calls as the specification does reads what is said of the file.
  throw invalid({ connector: sentence, uploadedFile: sentence });
}

async function withListings(tenant: Tenant, channels: Channel[], skus: string[]): Promise<Channel[]> {
  const { rows } = await sql<Columns<'connections', 'id'>>`
    select id from unnest(${channels.map(({ id }) => id)}::bigint[]) as channel (id)
    where exists (select from connector_products p
      where ${inAccount(tenant, 'p')} and p.connection_id = channel.id and p.connector_product_sku = any(${skus}::text[]))`.execute(
    tenant.db,
  );
  return channels.filter((channel) => rows.some(({ id }) => id === channel.id));
}

/** So many rows say whose listings they are. */
const enough = 1_000;

async function listed({ store }: Files, { key, format }: ReceivedTable, by: MappingColumn): Promise<string[]> {
  const places = [...new Set([by, 'seller-sku'] as const)].flatMap((header) => positions(format)(header) ?? []);
  const skus: string[] = [];
  let count = 0;
  const content = await store.read(key);
  if (!content) return [];
  for await (const rows of readRows(content, format)) {
    skus.push(...rows.flatMap(({ cells }) => places.flatMap((at) => cells[at]?.replaceAll('\u0000', '').trim() || [])));
    count += rows.length;
    if (count >= enough) break;
  }
  return skus;
}
