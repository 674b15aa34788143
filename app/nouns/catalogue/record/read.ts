import { type Nullable, type RawBuilder, sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount, type OfAccount } from '../../../../platform/in-account.ts';
import { readPrepared } from '../../../../platform/prepared.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { ShownPicture } from '../contract.ts';
import { isCountedNotBooked } from '../items/not-booked.ts';
import type { Kind } from '../kinds.ts';
import { pictureMissing, wordMissing } from '../pictures/fetched-pictures.ts';
import { shownImage } from '../queries.ts';
import type { FedField } from '../values/fields.ts';

/** `warehouse` is its name. */
export type StockPlace = Columns<'stock_levels', 'location' | 'lot' | 'on_hand' | 'on_hold' | 'allocated'> &
  Nullable<Columns<'stock_lots', 'expires_on' | 'not_offered_from' | 'is_offered' | 'serials'>> & {
    warehouse: string;
  };

/** What the page of an item shows of it, whatever its kind. */
export type ItemRecord = Columns<
  'raw_materials',
  | 'id'
  | 'sku'
  | 'name'
  | 'upc'
  | 'description'
  | 'unit'
  | 'warehouse_location'
  | 'reorder_point'
  | 'expiry_days'
  | 'quantity_on_hand'
  | 'quantity_on_hold'
  | 'quantity_available'
  | 'stock_taken_at'
  | 'named_at'
  | 'gone_at'
  | 'updated_at'
  | 'category_id'
> &
  ShownPicture & {
    /** The address of a picture elsewhere, whether or not one that was uploaded is shown. */
    own_address: string | null;
    /** Why the picture of `own_address` is not shown, as a sentence. */
    picture_missing: string | null;
    weight: number | null;
    /** Its name. */
    category: string | null;
    /** Of the fields that were set here: what the warehouse calls them. */
    warehouse_values: Partial<Record<FedField, string | null>>;
    stock: StockPlace[];
    /** The warehouse that counts it. */
    warehouse: Columns<'connections', 'slug' | 'name'> | null;
    /** Units promised to orders that are ready and not yet with the warehouse; null for a raw material, which is not sold. */
    promised: number | null;
    /** Units that the warehouse has counted, and whose receipts are not booked yet; null for a raw material. */
    not_booked: number | null;
    /** When the warehouse last counted everything. */
    counted_at: Date | null;
    /** A newer count names too few products, and waits for a person. */
    is_count_held: boolean;
  };

/** An item `i` of a kind with its stock by location, as columns and the relation to read them from. */
export async function readRecord(tenant: Tenant, kind: Kind, id: number): Promise<ItemRecord | undefined> {
  const query = sql<Omit<ItemRecord, 'picture_missing'> & { picture_missing: unknown }>`
    select i.id, i.sku, i.name, i.upc, i.description, i.unit, i.weight::float8 as weight, i.warehouse_location, i.reorder_point,
      i.expiry_days, i.category_id,
      i.quantity_on_hand, i.quantity_on_hold,
      i.quantity_available, i.stock_taken_at, i.named_at, i.gone_at, i.updated_at, i.warehouse_values, i.image_url as own_address,
      ${shownImage} as image_url, i.own_image_id is not null as has_own_image,
      ${pictureMissing} as picture_missing,
      (select c.name from categories c where ${inAccount(tenant, 'c')} and c.id = i.category_id) as category,
      coalesce((${stockByPlace(tenant)}), '[]') as stock, ${kind === 'products' ? promised(tenant) : sql`null::int`} as promised,
        ${kind === 'products' ? notBooked(tenant) : sql`null::int`} as not_booked,
        w.warehouse,
      (select s.ended_at from stock_counts s where ${inAccount(tenant, 's')} and s.connection_id = w.id) as counted_at,
      exists (select from stock_counts s where ${inAccount(tenant, 's')} and s.connection_id = w.id
        and s.short_since is not null) as is_count_held
    from ${sql.table(kind)} i left join lateral (${warehouse(tenant)}) as w on true
    where ${inAccount(tenant, 'i')} and i.id = ${id}`;
  const [record] = await readPrepared(tenant, query);
  return record && { ...record, picture_missing: wordMissing(record.picture_missing) };
}

const promised = (tenant: OfAccount): RawBuilder<unknown> => sql`(select coalesce(sum(r.units), 0)::int from reservations r
  where ${inAccount(tenant, 'r')} and r.product_id = i.id and r.accepted_at is null)`;

const notBooked = (tenant: OfAccount): RawBuilder<unknown> => sql`(select greatest(coalesce(sum(r.quantity), 0), 0)::int from receipts r
  join connections w on ${inAccount(tenant, 'w')} and w.id = r.connection_id and w.disconnected_at is null
  where ${inAccount(tenant, 'r')} and r.sku = i.sku and ${isCountedNotBooked(tenant)})`;

const warehouse = (tenant: OfAccount): RawBuilder<unknown> => sql`
  select c.id, json_build_object('slug', c.slug, 'name', c.name) as warehouse from connections c
  where ${inAccount(tenant, 'c')} and 'warehouse' = any(c.capabilities) and c.disconnected_at is null order by c.id limit 1`;

/** Leaves out empty locations that the warehouse still lists, and what a former one had. */
const stockByPlace = (tenant: OfAccount): RawBuilder<unknown> => sql`
  select json_agg(json_build_object('warehouse', coalesce(w.name, s.warehouse), 'location', s.location, 'lot', s.lot,
    'on_hand', s.on_hand, 'on_hold', s.on_hold, 'allocated', s.allocated, 'expires_on', k.expires_on,
    'not_offered_from', k.not_offered_from, 'is_offered', k.is_offered, 'serials', k.serials)
    order by coalesce(w.name, s.warehouse), s.location, k.expires_on, s.lot)
  from connections c
  join stock_levels s on ${inAccount(tenant, 's')} and s.connection_id = c.id and s.sku = i.sku
  left join stock_lots k on ${inAccount(tenant, 'k')}
    and (k.connection_id, k.sku, k.warehouse, k.location, k.lot) = (s.connection_id, s.sku, s.warehouse, s.location, s.lot)
  left join warehouses w on ${inAccount(tenant, 'w')} and w.connection_id = s.connection_id and w.code = s.warehouse
  where ${inAccount(tenant, 'c')} and 'warehouse' = any(c.capabilities) and c.disconnected_at is null
    and (s.on_hand, s.on_hold, s.allocated) <> (0, 0, 0)`;
