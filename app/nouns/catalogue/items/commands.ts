import { sql } from 'kysely';
import { writeAudit } from '../../../../platform/audit.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { notify } from '../../../../platform/events.ts';
import { type Invalid, invalid, refuse } from '../../../../platform/http/refusal.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { unlessTaken } from '../../../../platform/unless-taken.ts';
import { categoryNamed } from '../categories/commands.ts';
import { type Kind, kinds } from '../kinds.ts';
import { wantPictures } from '../pictures/fetched-pictures.ts';
import { type FedField, type ItemField, isFed } from '../values/fields.ts';
import type { ItemValues } from '../values/item-values.ts';
import { ownedWhenNew, setByGivingBack, setByPerson } from '../values/own-values.ts';
import { settleLowStock } from './low-stock.ts';

export type NewItem = ItemValues & { sku: string };
type Stored = { sku: string; values: ItemValues; named: boolean; warehouse_values: Partial<Record<FedField, string | null>> };

/** Creates an item that the warehouse may not have yet. Returns its id. @throws Invalid for a SKU that is taken, or no such category */
export async function createItem(tenant: Tenant, kind: Kind, { sku, ...values }: NewItem): Promise<number> {
  const row = await rowOf(tenant, kind, values);
  const fields = Object.keys(row) as ItemField[];
  const columns = sql.join(fields.map((field) => sql.ref(field)));
  if (await isTaken(tenant, kind, sku)) throw taken(kind, sku);
  const added = sql<Columns<'products', 'id'>>`
    insert into ${sql.table(kind)} (account_id, sku, ${columns}, warehouse_values)
    select ${tenant.accountId}, ${sku}, ${columns}, ${ownedWhenNew('given', fields)} from ${given(row)}
    returning id`.execute(tenant.db);
  const { rows } = await unlessTaken(`${kind}_account_id_sku_key`, added, () => taken(kind, sku));
  const [{ id }] = rows as [Columns<'products', 'id'>];
  await writeAudit(tenant, { verb: 'created', noun: kinds[kind].one, record: { id, name: sku }, to: { sku, ...values } });
  notify(tenant, kind, [id]);
  await wantPictures(tenant);
  return id;
}

/**
 * Sets these fields of an item, as a person does: the warehouse's feed leaves them alone from now on. Fields that are not given,
 * and values that are the same, stay as they are. @throws Refusal 404; Invalid for no such category
 */
export async function changeItem(tenant: Tenant, kind: Kind, id: number, changes: Partial<ItemValues>): Promise<void> {
  await changeItems(tenant, kind, [id], changes);
}

/** The same for several items. @throws Refusal 404 for one that is not there */
export async function changeItems(tenant: Tenant, kind: Kind, ids: readonly number[], changes: Partial<ItemValues>): Promise<void> {
  const row = await rowOf(tenant, kind, changes);
  const fields = Object.keys(row) as ItemField[];
  for (const id of ids) await setFields(tenant, kind, id, row, fields);
  if (fields.includes('reorder_point')) await settleLowStock(tenant);
  if (fields.includes('image_url')) await wantPictures(tenant);
}

async function setFields(tenant: Tenant, kind: Kind, id: number, row: Row, fields: ItemField[]): Promise<void> {
  const before = await lockItem(tenant, kind, id);
  if (fields.length === 0) return;
  await sql`
    update ${sql.table(kind)} item set ${setByPerson('item', 'given', fields)} from ${given(row)}
    where item.account_id = ${tenant.accountId} and item.id = ${id}`.execute(tenant.db);
  await writeChange(tenant, kind, id, before);
}

/**
 * Gives fields back to the warehouse: they are again what it calls them, and its feed changes them.
 * @throws Refusal 404; 409 where the warehouse has never named the item
 */
export async function giveBack(tenant: Tenant, kind: Kind, id: number, fields: readonly FedField[]): Promise<void> {
  const before = await lockItem(tenant, kind, id);
  if (!before.named) throw refuse(409, 'not_named', `The warehouse does not know this ${kinds[kind].one}, so it has no value of its own.`);
  await sql`update ${sql.table(kind)} set ${setByGivingBack(fields)} where account_id = ${tenant.accountId} and id = ${id}`.execute(
    tenant.db,
  );
  await writeChange(tenant, kind, id, before);
  await wantPictures(tenant);
}

async function writeChange(tenant: Tenant, kind: Kind, id: number, before: Stored): Promise<void> {
  const after = await lockItem(tenant, kind, id);
  await writeAudit(tenant, {
    verb: 'changed',
    noun: kinds[kind].one,
    record: { id, name: before.sku },
    from: { ...before.values, set_here: ownedBy(before) },
    to: { ...after.values, set_here: ownedBy(after) },
  });
  notify(tenant, kind, [id]);
}

const ownedBy = ({ warehouse_values }: Stored) => Object.keys(warehouse_values).filter(isFed).sort().join(', ') || null;

/** The values of an item, which nobody else changes until the transaction ends. @throws Refusal 404 */
async function lockItem(tenant: Tenant, kind: Kind, id: number): Promise<Stored> {
  const { rows } = await sql<Stored>`
    select sku, warehouse_values, named_at is not null as named, json_build_object('name', name, 'upc', upc, 'description', description,
      'category', (select c.name from categories c where c.account_id = i.account_id and c.id = i.category_id), 'image_url', image_url,
      'unit', unit, 'weight', weight, 'warehouse_location', warehouse_location, 'reorder_point', reorder_point) as values
    from ${sql.table(kind)} i where account_id = ${tenant.accountId} and id = ${id} for no key update`.execute(tenant.db);
  if (!rows[0]) throw refuse(404, 'not_found', `This ${kinds[kind].one} does not exist.`);
  return rows[0];
}

type Row = Partial<Record<ItemField, string | number | null>>;

/** The values as columns: a category by its id. */
async function rowOf(tenant: Tenant, kind: Kind, { category, ...values }: Partial<ItemValues>): Promise<Row> {
  return category === undefined ? values : { ...values, category_id: await categoryNamed(tenant, kind, category) };
}

/** One row of values as a relation `given`. Column types are those of both tables. */
const given = (row: Row) => sql`
  json_to_record(${JSON.stringify(row)}::json) as given (name text, upc text, description text, category_id bigint, image_url text, unit text,
    weight numeric, warehouse_location text, reorder_point int)`;

/** Two SKUs that differ by case alone would be taken for one another. */
async function isTaken(tenant: Tenant, kind: Kind, sku: string): Promise<boolean> {
  const { rows } = await sql`
    select from ${sql.table(kind)} where account_id = ${tenant.accountId} and sku_key = lower(${sku}) collate "C" limit 1`.execute(
    tenant.db,
  );
  return rows.length > 0;
}

const taken = (kind: Kind, sku: string): Invalid => invalid({ sku: [`There is a ${kinds[kind].one} with the SKU “${sku}” already.`] });
