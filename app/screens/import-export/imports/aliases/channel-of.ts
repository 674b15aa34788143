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
 * The channel of this slug. Without one the only channel that there is, or the only one that has listings of this report already, where it
 * has half of them: a few SKUs that one shares with another would make the others its listings as well.
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
  const having = rows.length > 1 ? await withListings(tenant, rows, await namesOf(files, table, by)) : rows;
  const [channel] = having;
  if (channel && having.length === 1) return channel;
  const sentence = [slug ? aliasTexts.channelGone : aliasTexts.whichChannel];
  // Whoever calls as the specification does reads what is said of the file.
  throw invalid({ connector: sentence, uploadedFile: sentence });
}

/** The channels that have listings of these rows; none where the only one has less than half of them. */
async function withListings(tenant: Tenant, channels: Channel[], names: string[][]): Promise<Channel[]> {
  const skus = names.flatMap((ofRow, place) => ofRow.map((sku) => ({ sku, place })));
  const { rows } = await sql<Columns<'connections', 'id'> & { count: number }>`
    select p.connection_id as id, count(distinct given.place)::int as count
    from json_to_recordset(${JSON.stringify(skus)}::json) as given (sku text, place int)
    join connector_products p on ${inAccount(tenant, 'p')} and p.connector_product_sku = given.sku
      and p.connection_id = any(${channels.map(({ id }) => id)}::bigint[])
    group by p.connection_id`.execute(tenant.db);
  const [{ count } = { count: 0 }] = rows;
  if (rows.length === 1 && count * 2 < names.length) return [];
  return channels.filter((channel) => rows.some(({ id }) => id === channel.id));
}

/** So many rows say whose listings they are. */
const enough = 1_000;

/** What these rows call their listings. */
async function namesOf({ store }: Files, { key, format }: ReceivedTable, by: MappingColumn): Promise<string[][]> {
  const places = [...new Set([by, 'seller-sku'] as const)].flatMap((header) => positions(format)(header) ?? []);
  const names: string[][] = [];
  const content = await store.read(key);
  if (!content) return [];
  for await (const rows of readRows(content, format)) {
    const ofRows = rows.map(({ cells }) => places.flatMap((at) => cells[at]?.replaceAll('\u0000', '').trim() || []));
    names.push(...ofRows.filter((ofRow) => ofRow.length > 0));
    if (names.length >= enough) break;
  }
  return names;
}
