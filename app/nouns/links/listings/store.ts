import { type RawBuilder, sql } from 'kysely';
import type { Listing } from '../../../../connectors/contract.ts';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { closeIssues } from '../../../shared/issues/commands.ts';
import { queueListingsAnew } from '../../stock-out/queue.ts';
import { type ChangedListing, endLinksOfChangedListings, whatChanged } from '../saving/end-links.ts';
import { factsOfSeveral, type Several, type Standing, standingsOf, storeOthers, withoutIds } from './several.ts';

/**
 * Takes products off the list that the channel no longer names. One that it goes on to list under another id, that is linked, or that
 * orders wait for, stays.
 */
export async function removeListings(tenant: Tenant, connectionId: number, remoteIds: string[]): Promise<void> {
  await forgetIds(tenant, connectionId, remoteIds);
  await sql`
    update connector_products p set deleted_at = now()
    where ${inAccount(tenant, 'p')} and p.connection_id = ${connectionId} and p.deleted_at is null and p.product_id is null
      and p.connector_product_id = any(${remoteIds}::text[])
      and not exists (select from issue_tallies t where ${inAccount(tenant, 't')} and t.type = 'unmapped_sku'
        and t.connection_id = p.connection_id and t.subject = p.connector_product_sku and t.n > 0)`.execute(tenant.db);
}

/** What is left of a SKU was listed before: it is no other article for its id and name, only for its UPC. */
async function forgetIds(tenant: Tenant, connectionId: number, remoteIds: string[]): Promise<void> {
  const { rows } = await sql<Several>`
    select cp.connector_product_sku as sku, ${factsOfSeveral} from connector_products cp
    where ${inAccount(tenant, 'cp')} and cp.connection_id = ${connectionId} and cp.other_listings is not null
      and (cp.listed_id = any(${remoteIds}::text[]) or cp.other_listings ?| ${remoteIds}::text[])
    order by cp.connector_product_sku collate "C" for no key update`.execute(tenant.db);
  const gone = new Set(remoteIds);
  const standings = rows.map((row) => withoutIds(row, gone));
  await store(tenant, connectionId, firstsOf(standings), { areAliases: false, byChannel: true, idsCount: false }, noFacts);
  await storeOthers(tenant, connectionId, standings);
}

/** The listings that stand for their SKUs, with the UPC that one of each SKU's has. */
const firstsOf = (standings: readonly Standing[]) => standings.flatMap(({ first, upc }) => (first ? [{ ...first, upc }] : []));

const noFacts = sql`null::json as was, null::json as now`;

/**
 * Stores a channel's products as it sells them; links that a person made stay, and one that was deleted is listed again without a
 * link. Of a SKU that is listed several times one stands for it: see several.ts. `areAliases`: order lines name them so; those that the
 * channel has not listed are aliases from now on, until it lists them. `idsCount`: one under another id may be another article, for which
 * the link ends.
 */
export async function storeListings(
  tenant: Tenant,
  connectionId: number,
  listings: Listing[],
  { areAliases = false, idsCount = true } = {},
): Promise<{ done: number; skipped: number }> {
  const standings = await standingsOf(tenant, connectionId, listings);
  const stored = await store(tenant, connectionId, firstsOf(standings), { areAliases, byChannel: true, idsCount }, noFacts);
  await storeOthers(tenant, connectionId, standings);
  return { done: stored.length, skipped: listings.length - stored.length };
}

/** The same for a listing report, which can be undone: returns what it changed, as it was and as it is; null for what was not there. */
export function storeReport(tenant: Tenant, connectionId: number, listings: Listing[], areAliases: boolean): Promise<Stored[]> {
  const was = sql`case when old.id is not null then ${factsOf('old')} end`;
  return store(tenant, connectionId, listings, { areAliases, byChannel: false }, sql`${was} as was, ${factsOf('new')} as now`);
}

/** What a report says of a listing. */
export type ListingFacts = Columns<
  'connector_products',
  'connector_product_id' | 'name' | 'upc' | 'image_url' | 'source_link' | 'is_alias' | 'deleted_at'
>;

const factsOf = (row: 'old' | 'new') => {
  const facts = ['connector_product_id', 'name', 'upc', 'image_url', 'source_link', 'is_alias', 'deleted_at'];
  return sql`json_build_object(${sql.join(facts.flatMap((fact) => [sql.lit(fact), sql.ref(`${row}.${fact}`)]))})`;
};

async function store(
  tenant: Tenant,
  connectionId: number,
  listings: Listing[],
  { areAliases, byChannel, idsCount = true }: { areAliases: boolean; byChannel: boolean; idsCount?: boolean },
  facts: RawBuilder<unknown>,
): Promise<Stored[]> {
  const rows = [...new Map(listings.filter(({ sku }) => sku !== '').map((listing) => [listing.sku, listing])).values()];
  if (rows.length === 0) return [];
  const { rows: changed } = await sql<Stored>`
    insert into connector_products as listing (account_id, connection_id, connector_product_sku, connector_product_id, name, upc, image_url,
      source_link,
      quantity_available, connector_product_location, stock_id, is_alias, listed_id,
      listed_product_id, listed_stock_id)
    select ${tenant.accountId}, ${connectionId}, sku, "remoteId", name, nullif(btrim(upc), ''), "imageUrl", url, quantity, location,
      "stockId", ${areAliases}, case when ${byChannel} then "remoteId" end, case when ${byChannel} then "productId" end,
      case when ${byChannel} then "stockId" end
    from jsonb_to_recordset(${JSON.stringify(rows.map(({ raw: _, ...shown }) => shown))}::jsonb)
      as row (sku text, "remoteId" text, name text, upc text, "imageUrl" text, url text, quantity int, location text, "stockId" text,
        "productId" text)
    on conflict (account_id, connection_id, connector_product_sku) do update
      set connector_product_id = excluded.connector_product_id, name = excluded.name, upc = excluded.upc, image_url = excluded.image_url,
        source_link = excluded.source_link, deleted_at = null, quantity_available = ${kept('quantity_available')},
        connector_product_location = ${kept('connector_product_location')}, stock_id = ${kept('stock_id')},
        is_alias = excluded.is_alias and (listing.is_alias or ${isUnlisted}), listed_id = ${kept('listed_id')},
        listed_product_id = ${valueNow('listed_product_id')}, listed_stock_id = ${valueNow('listed_stock_id')}
      where (listing.connector_product_id, listing.name, listing.upc, listing.image_url, listing.source_link,
        listing.quantity_available, listing.connector_product_location, listing.stock_id, listing.listed_id,
        listing.listed_product_id, listing.listed_stock_id)
        is distinct from (excluded.connector_product_id, excluded.name, excluded.upc, excluded.image_url, excluded.source_link,
          ${kept('quantity_available')}, ${kept('connector_product_location')}, ${kept('stock_id')}, ${kept('listed_id')},
          ${valueNow('listed_product_id')}, ${valueNow('listed_stock_id')})
        or listing.deleted_at is not null or (listing.is_alias and not excluded.is_alias)
    returning new.id, new.connector_product_sku as sku, old.is_alias as was_alias, new.is_alias, ${isToTell} as is_to_tell, ${facts},
      ${whatChanged}`.execute(tenant.db);
  await endLinksOfChangedListings(tenant, connectionId, idsCount ? changed : changed.map((each) => ({ ...each, is_other: false })));
  await followAliases(tenant, connectionId, changed);
  await queueListingsAnew(
    tenant,
    connectionId,
    changed.flatMap(({ sku, is_to_tell }) => (is_to_tell ? sku : [])),
  );
  return changed;
}

/**
 * What the channel lists under another id by now has a quantity of its own there, whatever it was told under the former one. One that it
 * gives an id for the first time is told where it has not taken a quantity by its SKU.
 */
const isToTell = sql`(old.listed_id, old.listed_product_id, old.listed_stock_id) is distinct from
  (new.listed_id, new.listed_product_id, new.listed_stock_id) and (old.listed_id is not null or old.stock_sent is null)`;

/** Only orders, or a person, named it so far; or it was deleted. Whatever lists a product gives it an id. */
const isUnlisted = sql`listing.connector_product_id is null or listing.deleted_at is not null`;

export type Stored = ChangedListing &
  Columns<'connector_products', 'id' | 'is_alias'> & {
    sku: Column<'connector_products', 'connector_product_sku'>;
    was_alias: Column<'connector_products', 'is_alias'> | null;
    is_to_tell: boolean;
    was: ListingFacts | null;
    now: ListingFacts | null;
  };

/** What the channel lists itself by now is told its stock; of what is an alias by now nothing is sent, so no refusal waits for a person. */
async function followAliases(tenant: Tenant, connectionId: number, stored: Stored[]): Promise<void> {
  const skus = (some: Stored[]) => some.map(({ sku }) => sku);
  await queueListingsAnew(tenant, connectionId, skus(stored.filter(({ was_alias, is_alias }) => was_alias && !is_alias)));
  const aliases = skus(stored.filter(({ was_alias, is_alias }) => was_alias === false && is_alias));
  if (aliases.length > 0) await closeIssues(tenant, { connectionId, types: ['stock_refused'], subjects: aliases });
}

/** What the channel says now, also where that is nothing: what it said before may be of another article. A file says none of these. */
const valueNow = (column: string) =>
  sql`case when excluded.listed_id is null then ${sql.ref(`listing.${column}`)} else ${sql.ref(`excluded.${column}`)} end`;

/** What the channel said of it before, where it says nothing now. */
const kept = (column: string) => sql`coalesce(${sql.ref(`excluded.${column}`)}, ${sql.ref(`listing.${column}`)})`;
