import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { existing, type Invalid, invalid, refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { unlessTaken } from '../../../../platform/unless-taken.ts';
import type { Change, ChangeNoun } from '../../../base/changes/noun.ts';
import { recordChange, recordChanges } from '../../../base/changes/record.ts';
import { requireUnchanged } from '../../../base/changes/unchanged.ts';
import { categoryNamed } from '../categories/commands.ts';
import { type Kind, kinds } from '../kinds.ts';
import { wantPictures } from '../pictures/fetched-pictures.ts';
import { type FedField, fieldTitles, type ItemField, isFed } from '../values/fields.ts';
import type { ItemValues } from '../values/item-values.ts';
import { ownedWhenNew, setByGivingBack, setByPerson } from '../values/own-values.ts';
import { enqueueLots } from './lots.ts';
import { settleLowStock } from './low-stock.ts';

export type NewItem = ItemValues & { sku: string };
type Stored = Columns<'products', 'category_id'> & {
  sku: string;
  values: ItemValues;
  named: boolean;
  warehouse_values: Partial<Record<FedField, string | null>>;
};

/** An item as the ledger has it: a category by its id too. */
export const itemNoun = (kind: Kind): ChangeNoun => ({
  name: kinds[kind].one,
  topic: kind,
  unaudited: ['category_id', 'warehouse_values', 'own_image_id', 'named_at', 'gone_at'],
});

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
  await recordChange(tenant, itemNoun(kind), { record: { id, name: sku }, was: null, is: { sku, ...values } });
  await wantPictures(tenant);
  return id;
}

/**
 * Sets these fields of an item, as a person does: the warehouse's feed leaves them alone from now on. Fields that are not given,
 * and values that are the same, stay as they are. @throws Refusal 404; 409 where one is not what it `was`; Invalid for no such category
 */
export async function changeItem(
  tenant: Tenant,
  kind: Kind,
  id: number,
  changes: Partial<ItemValues>,
  was: Partial<ItemValues> = {},
): Promise<void> {
  const { values: now } = await lockItem(tenant, kind, id);
  for (const field of Object.keys(changes) as (keyof ItemValues)[])
    await requireUnchanged<unknown>(
      tenant,
      { noun: itemNoun(kind), recordId: id, fields: [field] },
      { was: was[field], now: now[field], to: changes[field] },
      ({ who, on }) => `${who} changed ${titleOf(field)} to “${now[field] ?? ''}”${on}.`,
    );
  await changeItems(tenant, kind, [id], changes);
}

const titleOf = (field: keyof ItemValues) => fieldTitles[field === 'category' ? 'category_id' : field];

/** The same for several items, in this group of changes. @throws Refusal 404 for one that is not there */
export async function changeItems(tenant: Tenant, kind: Kind, ids: readonly number[], changes: Setting, group?: number): Promise<void> {
  const row = await rowOf(tenant, kind, changes);
  const recorded: Change[] = [];
  for (const id of ids) recorded.push(await setFields(tenant, kind, id, row));
  await recordChanges(tenant, itemNoun(kind), recorded, { group });
  await settle(tenant, row);
}

async function settle(tenant: Tenant, row: Row): Promise<void> {
  if ('reorder_point' in row) await settleLowStock(tenant);
  if ('expiry_days' in row) await enqueueLots(tenant);
  if ('image_url' in row) await wantPictures(tenant);
}

/** Sets an item's fields as columns, and returns the change, which is not recorded yet. @throws Refusal 404 */
export async function setFields(tenant: Tenant, kind: Kind, id: number, row: Row): Promise<Change> {
  const before = await lockItem(tenant, kind, id);
  const fields = Object.keys(row) as ItemField[];
  if (fields.length > 0)
    await sql`
      update ${sql.table(kind)} item set ${setByPerson('item', 'given', fields)} from ${given(row)}
      where ${inAccount(tenant, 'item')} and item.id = ${id}`.execute(tenant.db);
  return changeSince(tenant, kind, id, before);
}

/**
 * Gives fields back to the warehouse: they are again what it calls them, and its feed changes them.
 * @throws Refusal 404; 409 where the warehouse has never named the item
 */
export async function giveBack(tenant: Tenant, kind: Kind, id: number, fields: readonly FedField[]): Promise<void> {
  const before = await lockItem(tenant, kind, id);
  if (!before.named) throw refuse(409, 'not_named', `The warehouse does not know this ${kinds[kind].one}, so it has no value of its own.`);
  await sql`update ${sql.table(kind)} set ${setByGivingBack(fields)} where ${inAccount(tenant)} and id = ${id}`.execute(tenant.db);
  await recordChange(tenant, itemNoun(kind), await changeSince(tenant, kind, id, before));
  await wantPictures(tenant);
}

async function changeSince(tenant: Tenant, kind: Kind, id: number, before: Stored): Promise<Change> {
  const side = (item: Stored) => ({ ...item.values, category_id: item.category_id, set_here: ownedBy(item) });
  return { record: { id, name: before.sku }, was: side(before), is: side(await lockItem(tenant, kind, id)) };
}

const ownedBy = ({ warehouse_values }: Stored) => Object.keys(warehouse_values).filter(isFed).sort().join(', ') || null;

/** The values of an item, which nobody else changes until the transaction ends. @throws Refusal 404 */
export async function lockItem(tenant: Tenant, kind: Kind, id: number): Promise<Stored> {
  const { rows } = await sql<Stored>`
    select sku, category_id, warehouse_values, named_at is not null as named, json_build_object('name', name, 'upc', upc, 'description',
      description,
      'category', (select c.name from categories c where ${inAccount(tenant, 'c')} and c.id = i.category_id), 'image_url', image_url,
      'unit', unit, 'weight', weight, 'warehouse_location', warehouse_location, 'reorder_point', reorder_point,
      'expiry_days', expiry_days) as values
    from ${sql.table(kind)} i where ${inAccount(tenant)} and id = ${id} for no key update`.execute(tenant.db);
  return existing(rows[0], `This ${kinds[kind].one} does not exist.`);
}

export type Row = Partial<Record<ItemField, string | number | null>>;

/** A category may be given by its id too. */
type Setting = Partial<ItemValues> & { category_id?: number | null | undefined };

/** The values as columns: a category by its id. */
async function rowOf(tenant: Tenant, kind: Kind, { category, ...values }: Setting): Promise<Row> {
  return category === undefined ? values : { ...values, category_id: await categoryNamed(tenant, kind, category) };
}

/** One row of values as a relation `given`. Column types are those of both tables. */
const given = (row: Row) => sql`
  json_to_recordset(${JSON.stringify([row])}::json) as given (name text, upc text, description text, category_id bigint, image_url text,
    unit text,
    weight numeric, warehouse_location text, reorder_point int, expiry_days int)`;

/** Two SKUs that differ by case alone would be taken for one another. */
async function isTaken(tenant: Tenant, kind: Kind, sku: string): Promise<boolean> {
  const { rows } = await sql`
    select from ${sql.table(kind)} where ${inAccount(tenant)} and sku_key = lower(${sku}) collate "C" limit 1`.execute(tenant.db);
  return rows.length > 0;
}

const taken = (kind: Kind, sku: string): Invalid => invalid({ sku: [`There is a ${kinds[kind].one} with the SKU “${sku}” already.`] });
