import { type RawBuilder, sql } from 'kysely';
import { addressOf } from '../../../../platform/call.ts';
import { inAccount, type OfAccount } from '../../../../platform/in-account.ts';
import { readPage } from '../../../../platform/list/read-page.ts';
import type { ListSource } from '../../../../platform/list/source.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { wordIssue } from '../../../shared/issues/issue.ts';
import { doubtSentence } from '../../../shared/issues/types/mapping.checks.ts';
import { shownImage } from '../../catalogue/queries.ts';
import { equalProduct } from '../../catalogue/values/equal-product.ts';
import { packsDiffer } from '../../catalogue/values/pack.ts';
import { countNotLeft } from '../../order-flow/release/take-back.ts';
import { sentLast } from '../../stock-out/queries.ts';
import {
  type ConnectionStatus,
  type ConnectorProduct,
  type EqualPair,
  type ListedProducts,
  type ListingQuery,
  listListingsCall,
  mostEqualAtOnce,
} from './listing-contract.ts';
import { listingWords } from './listing-words.ts';

/** `id`: its number, or what finds it within a statement, which saves a round trip. */
type Connection = { id: number | RawBuilder<number>; slug: string };

const isListed = sql`deleted_at is null`;
const statusIs: Record<ConnectionStatus, RawBuilder<unknown>> = {
  All: isListed,
  Linked: sql`${isListed} and product_id is not null`,
  Unlinked: sql`${isListed} and product_id is null`,
};

/** One page of a connection's products, the newest first. */
export async function listListings(tenant: Tenant, connection: Connection, query: ListingQuery): Promise<ListedProducts> {
  const { page, perPage, q: search, connectionStatus, product_id: productId } = query;
  const ofProduct = productId === undefined ? sql`true` : sql`product_id = ${productId}`;
  const source: ListSource<'connector_products', 'newest'> = {
    table: 'connector_products',
    sorts: { newest: 'id' },
    words: ['sku_key', 'name_key', 'connector_product_id'],
    wordIndex: {
      noun: listingWords,
      within: sql`(${connection.id})::bigint || ':'`,
      beginnings: [{ column: 'sku_key', as: 'lower' }, { column: 'connector_product_id' }, { column: 'name_key', as: 'folded' }],
    },
    scope: sql`connection_id = ${connection.id} and ${statusIs[connectionStatus]} and ${ofProduct}`,
  };
  const listQuery = { search, page, perPage, orderBy: 'newest', orderDir: 'DESC' } as const;
  const result = await readPage(tenant, listListingsCall, listQuery, source, { query: (rows) => shownOf(tenant, rows) });
  const urlOf = (target: number) => addressOf(listListingsCall.path, { name: connection.slug }, { ...query, page: target });
  return {
    ...result,
    data: result.data.map((row) => ({
      ...row,
      equal: row.equal && !packsDiffer(row.equal, row) ? row.equal : null,
      doubt: inWords(row.doubt),
      stock_refused: inWords(row.stock_refused),
    })),
    prev_page_url: page > 1 ? urlOf(Math.min(page - 1, result.last_page)) : null,
    next_page_url: page < result.last_page ? urlOf(page + 1) : null,
  };
}

type UnwordedListing = Omit<ConnectorProduct, 'doubt' | 'stock_refused'> & { doubt: unknown; stock_refused: unknown };
const inWords = (sentence: unknown) => (sentence === null ? null : wordIssue(sentence));

/** What the page shows of rows of `connector_products`. */
const shownOf = (tenant: Tenant, rows: RawBuilder<unknown>) => sql<UnwordedListing>`
    select r.*, case when equal.id is not null then json_build_object('id', equal.id, 'sku', equal.sku, 'name', equal.name, 'same',
      equal.same) end as equal,
      case when r.product_id is null then (select count(*)::int ${issuesOf(tenant, 'unmapped_sku')} and i.order_id is not null)
        else 0 end as waiting,
      case when r.product_id is not null then (select i.sentence ${issuesOf(tenant, 'stock_refused')} order by i.id
        limit 1) end as stock_refused
    from (
      select cp.id, cp.account_id, cp.connection_id as connector_id, cp.product_id, cp.connector_product_sku, cp.connector_product_id,
        cp.connector_product_location, coalesce(nullif(cp.name, ''), cp.connector_product_sku) as title, cp.name, p.sku, cp.upc,
          cp.image_url,
        cp.quantity_available as qty, p.quantity_available, p.warehouse_location, ${doubtSentence('cp')} as doubt,
        cp.stock_id, cp.source_link, cp.units_per_sale, cp.is_alias, cp.stock_buffer, ${sentLast(tenant, 'cp')} as stock_sent,
        case when p.id is not null then json_build_object('id', p.id, 'title', coalesce(nullif(p.name, ''), p.sku), 'sku', p.sku,
          'warehouse_location', p.warehouse_location, 'quantity_available', p.quantity_available, 'image_url', p.image) end as linked
      from ${rows} as cp
      left join lateral (select p.id, p.sku, p.name, p.warehouse_location, p.quantity_available, ${shownImage} as image from products p
        where ${inAccount(tenant, 'p')} and p.id = cp.product_id) as p on true
    ) as r
    left join lateral (${equalTo(tenant)}) as equal on true`;

/** The open issues of a type about a listing `r`. */
const issuesOf = (tenant: OfAccount, type: string) => sql`from issues i
  where ${inAccount(tenant, 'i')} and i.type = ${sql.lit(type)} and i.connection_id = r.connector_id and i.subject = r.connector_product_sku
    and i.closed_at is null`;

/**
 * The product that equals a listing `r` without a link; none where its link ended by itself, as a person has to look at both, or where it
 * was linked as a pack, as a person has to say the units, or where the warehouse no longer names it, as its orders would wait. Of one with
 * a link nothing is looked for: a condition would come too late.
 */
const equalTo = (tenant: Tenant) => {
  const unlinked = (value: RawBuilder<unknown>) =>
    sql`case when r.product_id is null and r.doubt is null and r.units_per_sale = 1 then ${value} end`;
  const product = equalProduct(tenant, unlinked(sql`r.connector_product_sku`), unlinked(sql`nullif(btrim(r.upc), '')`));
  return sql`select e.id, e.sku, e.name, e.same from (${product}) as e where e.gone_at is null`;
};

/** So many of the newest products without a link are compared. */
const comparedAtMost = 10_000;
/** So many of these that have an equal product are looked at, as their names may say a pack. */
const equalAtMost = 2_000;
/** So many at once, where one is enough. */
const equalAtOnce = 20;

type Bounds = { most?: number; compared?: number };

/**
 * A connection's products without a link that have an equal product, of these ids or of all: what may be accepted all at once. Not where
 * their names say other numbers of units: a person says then what a sale takes. `more`: there are others, or may be.
 */
export async function findEqualListings(
  tenant: Tenant,
  connectionId: number,
  ids?: number[],
  { most = mostEqualAtOnce, compared = comparedAtMost }: Bounds = {},
): Promise<{ data: EqualPair[]; more: boolean }> {
  const rows = await readEqual(tenant, connectionId, { ids, compared, limit: equalAtMost });
  const equal = withoutPacks(rows);
  const isWhole =
    ids !== undefined || (equal.length <= most && rows.length < equalAtMost && !(await areMore(tenant, connectionId, compared)));
  return { data: equal.slice(0, most), more: !isWhole };
}

/** Whether there is one of them among the newest, of which no more are read than it takes to know. */
export async function hasEqualListings(tenant: Tenant, connectionId: number): Promise<boolean> {
  let before: number | undefined;
  for (let looked = 0; looked < equalAtMost; looked += equalAtOnce) {
    const rows = await readEqual(tenant, connectionId, { before, compared: comparedAtMost, limit: equalAtOnce });
    if (withoutPacks(rows).length > 0) return true;
    if (rows.length < equalAtOnce) return false;
    before = rows.at(-1)?.id;
  }
  return false;
}

const withoutPacks = (pairs: readonly EqualPair[]) => pairs.filter((pair) => !packsDiffer(pair.equal, pair));

/** `before`: only those that are older. `compared`: of so many of the newest. */
type Read = { ids?: number[] | undefined; before?: number | undefined; compared: number; limit: number };

async function readEqual(tenant: Tenant, connectionId: number, { ids, before, compared, limit }: Read): Promise<EqualPair[]> {
  const { rows } = await sql<EqualPair>`
    select r.id, r.connector_product_sku as sku, r.name, json_build_object('id', equal.id, 'sku', equal.sku, 'name', equal.name, 'same',
      equal.same) as equal
    from (
      select id, connector_product_sku, name, upc, product_id, doubt, units_per_sale from connector_products
      where ${inAccount(tenant)} and connection_id = ${connectionId} and ${statusIs.Unlinked} and (${ids ?? null}::bigint[] is null
        or id = any(${ids ?? []}::bigint[])) and (${before ?? null}::bigint is null or id < ${before ?? null})
      order by id desc limit ${compared}
    ) as r cross join lateral (${equalTo(tenant)}) as equal
    order by r.id desc limit ${limit}`.execute(tenant.db);
  return rows;
}

/** Whether a connection has more products without a link than so many. */
async function areMore(tenant: Tenant, connectionId: number, many: number): Promise<boolean> {
  const { rows } = await sql`
    select from connector_products where ${inAccount(tenant)} and connection_id = ${connectionId} and ${statusIs.Unlinked}
    order by id desc offset ${many} limit 1`.execute(tenant.db);
  return rows.length > 0;
}

/** What deleting all products of a connection would do. */
export async function listingsImpact(tenant: Tenant, connectionId: number): Promise<ListingsImpact> {
  const { rows } = await sql<Omit<ListingsImpact, 'stops'>>`
    select count(*)::int as products, count(product_id)::int as linked,
      (count(*) filter (where product_id is not null and ${sentLast(tenant, 'cp')} > 0))::int as sold from connector_products cp
    where ${inAccount(tenant)} and connection_id = ${connectionId} and ${isListed}`.execute(tenant.db);
  const { products = 0, linked = 0, sold = 0 } = rows[0] ?? {};
  return { products, linked, sold, stops: linked === 0 ? 0 : await countNotLeft(tenant, { connectionId, condition: goesByALink(tenant) }) };
}

/** `sold`: of so many its channel goes on to sell what it was sent last. */
type ListingsImpact = { products: number; linked: number; stops: number; sold: number };

/** Orders `o` with a line that goes by a link of their connection. */
const goesByALink = (tenant: OfAccount) => sql`exists (select from order_lines l
  join connector_products cp on ${inAccount(tenant, 'cp')} and cp.connection_id = o.connection_id and cp.connector_product_sku = l.sku
  where ${inAccount(tenant, 'l')} and l.order_id = o.id and not l.is_charge and l.source_quantity is distinct from 0
    and l.product_id is not null
    and cp.product_id is not null)`;
