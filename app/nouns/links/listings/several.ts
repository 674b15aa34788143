import { sql } from 'kysely';
import type { Listing } from '../../../../connectors/contract.ts';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { ListingsDoubt } from '../../../shared/issues/types/mapping.ts';
import { articleOf } from '../../catalogue/values/article.ts';
import { firstUpc } from '../../catalogue/values/upcs.ts';
import { enqueueCheck } from '../../order-flow/recheck.ts';
import { queueListingsAnew } from '../../stock-out/queue.ts';
import { upcsDiffer } from '../choice/equal.ts';
import { endLinksOfOtherListings } from '../saving/end-links.ts';
import { ordersWaitingForLinks } from '../saving/waiting.ts';

/*
 * A channel may list one SKU several times, each under an id of its own. One of these listings stands for the SKU; what the channel says
 * of the others is kept beside it, so that it is the same one with each read, and a UPC of any of them counts. A listing under a new id
 * takes the place of one that is not read beside it: the channel lists the SKU anew. Should the former one be read again, both are there.
 * What a read of all listings does not have counts no longer.
 */

/** `former`: another took its place, and it was not seen since. It counts for nothing. */
type Other = Omit<Listing, 'raw'> & { former?: true };
type Others = Record<string, Other>;

/** What is stored of a SKU that the channel lists under another id than it is known by, or under several. */
export type Several = Omit<Other, 'former'> & { others: Others | null; is_deleted: boolean };

/** A SKU as it is listed by now. `first`: the listing that stands for it; null where that is not what was read. `upc`: of any of them. */
export type Standing = { sku: string; first: Listing | null; upc: string | null; before: Others; others: Others };

/** Which of these listings stand for their SKUs, and what is kept of the others. */
export async function standingsOf(tenant: Tenant, connectionId: number, listings: readonly Listing[]): Promise<Standing[]> {
  const bySku = Map.groupBy(
    listings.filter(({ sku }) => sku !== ''),
    ({ sku }) => sku,
  );
  const given = [...bySku].map(([sku, those]) => ({ sku, id: onlyOne(those.map(({ remoteId }) => remoteId)) }));
  const { rows } = await sql<Several>`
    select cp.connector_product_sku as sku, ${factsOfSeveral}
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (sku text, id text)
    join connector_products cp on ${inAccount(tenant, 'cp')} and cp.connection_id = ${connectionId} and cp.connector_product_sku = given.sku
    where cp.listed_id is not null and (cp.listed_id is distinct from given.id or cp.other_listings is not null)
    order by cp.connector_product_sku collate "C" for no key update of cp`.execute(tenant.db);
  const stored = new Map(rows.map((row) => [row.sku, row]));
  return [...bySku].map(([sku, those]) => standingOf(those, stored.get(sku)));
}

const onlyOne = (ids: readonly string[]) => (new Set(ids).size === 1 ? ids[0] : null);

/** Of a row `cp`. */
export const factsOfSeveral = sql`cp.listed_id as "remoteId", cp.listed_product_id as "productId", cp.listed_stock_id as "stockId",
  coalesce(cp.name, '') as name, cp.upc, cp.image_url as "imageUrl", cp.source_link as url, cp.quantity_available as quantity,
  cp.connector_product_location as location, cp.other_listings as others, cp.deleted_at is not null as is_deleted`;

function standingOf(listings: readonly Listing[], known: Several | undefined): Standing {
  const given = new Map(listings.map((listing) => [listing.remoteId, listing]));
  const before = known?.others ?? {};
  // What was deleted is listed again by any of them.
  const fresh = [...given.keys()].filter((id) => known?.is_deleted || !(id in before));
  const firstId = known && given.has(known.remoteId) ? known.remoteId : (lowest(fresh) ?? known?.remoteId ?? '');
  const others: Others = { ...before };
  for (const [id, { raw: _, ...listing }] of given) others[id] = listing;
  if (known && known.remoteId !== firstId) {
    const { others: _, is_deleted: __, ...former } = known;
    others[known.remoteId] = { ...former, former: true };
  }
  delete others[firstId];
  return standing({ sku: listings[0]?.sku ?? '', first: given.get(firstId) ?? null, before, others }, known);
}

function standing(of: Omit<Standing, 'upc'>, known: Several | undefined): Standing {
  const upcs = [of.first ?? known, ...living(of.others)].flatMap((each) => each?.upc?.trim() || []);
  return { ...of, upc: upcs.find(articleOf) ?? upcs[0] ?? null };
}

const living = (others: Others) => Object.values(others).filter(({ former }) => !former);

/** Ids are mostly numbers. */
const lowest = (ids: readonly string[]) => ids.toSorted((one, other) => one.length - other.length || (one < other ? -1 : 1))[0];

/** What is left of a SKU once the channel no longer has these ids: where the one that stood for it is among them, another of them does. */
export function withoutIds(known: Several, gone: ReadonlySet<string>): Standing {
  const before = known.others ?? {};
  const others = Object.fromEntries(Object.entries(before).filter(([id]) => !gone.has(id)));
  const isOver = gone.has(known.remoteId) && !known.is_deleted;
  const next = isOver ? lowest(Object.keys(others).filter((id) => !others[id]?.former)) : undefined;
  const heir = next === undefined ? undefined : others[next];
  if (next !== undefined) delete others[next];
  return standing({ sku: known.sku, first: heir ? { ...heir, raw: null } : null, before, others }, known);
}

/**
 * Keeps the other listings of these SKUs. The channel is told the stock of one that was not there before; where its UPC names another
 * article than the product, the link ends; and where the UPCs of a SKU's listings name several articles, a person compares them.
 */
export async function storeOthers(tenant: Tenant, connectionId: number, standings: readonly Standing[]): Promise<void> {
  const several = standings.filter(({ before, others }) => Object.keys(before).length + Object.keys(others).length > 0);
  if (several.length === 0) return;
  await endLinksOfOtherListings(tenant, connectionId, several.flatMap(changedUpcs));
  const rows = several.map((each) => {
    const { sku, upc, others } = each;
    return { sku, upc, others: Object.keys(others).length > 0 ? others : null, differ: doubtAbout(each) };
  });
  const { rows: changed } = await sql<Columns<'connector_products', 'connection_id' | 'connector_product_sku'>>`
    update connector_products cp set other_listings = row.others, upc = ${firstUpc(sql`cp.upc`, sql`row.upc`)}, doubt = ${doubtNow}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (sku text, upc text, others jsonb, differ jsonb)
    where ${inAccount(tenant, 'cp')} and cp.connection_id = ${connectionId} and cp.connector_product_sku = row.sku
      and (cp.other_listings, cp.upc, cp.doubt) is distinct from (row.others, ${firstUpc(sql`cp.upc`, sql`row.upc`)}, ${doubtNow})
    returning cp.connection_id, cp.connector_product_sku`.execute(tenant.db);
  await enqueueCheck(tenant, await ordersWaitingForLinks(tenant, changed));
  await queueListingsAnew(
    tenant,
    connectionId,
    several.filter(hasNew).map(({ sku }) => sku),
  );
}

/** A doubt about the listings ends with the others. Where a link ended for it, a person still has to say what the SKU means. */
const doubtNow = sql`case
  when row.differ is not null then coalesce(cp.doubt, '{}'::jsonb) || row.differ
  when cp.doubt ->> 'kind' is distinct from 'listings' then cp.doubt
  when cp.doubt ->> 'product' is not null and cp.linked_by is null then cp.doubt || '{"kind": "upc"}'::jsonb end`;

const changedUpcs = ({ sku, before, others }: Standing) =>
  Object.entries(others).flatMap(([id, { upc, former }]) =>
    former ? [] : [{ sku, was_upc: wasThere(before[id])?.upc ?? null, is_upc: upc }],
  );

const wasThere = (other: Other | undefined) => (other?.former ? undefined : other);

const hasNew = ({ before, others }: Standing) =>
  Object.entries(others).some(([id, { former, stockId }]) => !former && (!wasThere(before[id]) || before[id]?.stockId !== stockId));

/** That two UPCs of a SKU's listings name different articles; null where none do. */
function doubtAbout({ sku, upc, others }: Standing): ListingsDoubt | null {
  const first = { sku, name: '', upc };
  const other = living(others).find((each) => upcsDiffer(first, each));
  return upc !== null && other?.upc ? { kind: 'listings', side: 'channel', was: upc, is: other.upc } : null;
}

/** More go along with no read. */
const mostIds = 5_000;

/** The ids of the SKUs that a channel lists several times, of all their listings; none where those are very many. */
export async function idsOfSeveral(tenant: Tenant, connectionId: number): Promise<string[]> {
  const { rows } = await sql<{ id: NonNullable<Column<'connector_products', 'listed_id'>> }>`
    select distinct listed.id from connector_products cp cross join lateral (
      select cp.listed_id as id union all select jsonb_object_keys(cp.other_listings)) as listed
    where ${inAccount(tenant, 'cp')} and cp.connection_id = ${connectionId} and cp.other_listings is not null and listed.id is not null
    limit ${mostIds + 1}`.execute(tenant.db);
  return rows.length > mostIds ? [] : rows.map(({ id }) => id);
}
