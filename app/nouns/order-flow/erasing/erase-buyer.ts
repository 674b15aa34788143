import { type RawBuilder, sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { editableColumns } from '../values/fields.ts';
import { hasEnded, isEnded } from './ended.ts';
import { erasePayloads } from './payloads.ts';
import { eraseWords } from './words.ts';

/** What of an order says who bought it. */
const personal = [
  'customer_name',
  'customer_phone',
  'customer_email',
  'company_name',
  'address',
  'address_2',
  'city',
  'state',
  'postal_code',
  'note',
  'customer_id',
] as const;

/** Words of them that are looked for elsewhere: a city or state is in texts of others, too. */
const naming: readonly string[] = ['customer_name', 'customer_phone', 'customer_email', 'company_name', 'address', 'address_2'];
/** Shorter ones are in words of others. */
const shortest = 4;

type Order = Columns<'orders', 'id' | 'order_number' | 'order_status' | (typeof personal)[number]>;

/**
 * Erases the buyer with this e-mail address: from their orders, what the channel sent, histories, the ledger, the audit, outcomes and
 * whatever else names them. Their words leave the search with the index of these orders, which a job writes. What an order sold, for how
 * much and to which country stays. Sync does not bring erased fields back. Returns how many orders they have.
 * @throws Refusal 404; 409 while an order of theirs has not ended: nobody could send it any longer
 */
export async function eraseBuyer(tenant: Tenant, email: string): Promise<number> {
  const { erased, open } = await eraseOrdersOf(tenant, sql`lower(customer_email) = lower(${email}) order by id`);
  if (open !== null) throw refuse(409, 'not_ended', `The order ${open} has not ended. Its buyer can be erased when it has.`);
  if (erased === 0) throw refuse(404, 'not_found', `No order has the address ${email}.`);
  return erased;
}

/**
 * Erases the buyers of the orders that are `meant`: a condition on them and their order. While one of them or another order of such a
 * buyer in the account has not ended, `open` is its number and nothing is erased. With `partly` those of them that have ended are, but
 * for words that an open order has, too. Returns how many orders were erased.
 */
export async function eraseOrdersOf(
  tenant: Tenant,
  meant: RawBuilder<unknown>,
  { partly = false } = {},
): Promise<{ erased: number; open: string | null }> {
  const { rows: all } = await sql<Order>`
    select id, order_number, order_status, ${sql.join(personal.map((column) => sql.ref(column)))} from orders
    where ${inAccount(tenant)} and ${meant} for update`.execute(tenant.db);
  const mine = all.find(({ order_status }) => !isEnded(order_status))?.order_number ?? null;
  const open = mine ?? (partly ? null : await openElsewhere(tenant, all));
  const orders = all.filter(({ order_status }) => isEnded(order_status));
  if (orders.length === 0 || (open !== null && !partly)) return { erased: 0, open };
  const ids = idsOf(orders).sort((a, b) => a - b);
  const theirs = [...new Set([...wordsOf(orders), ...(await earlierWords(tenant, ids))])].filter((word) => word.length >= shortest);
  const words = partly ? await withoutOpen(tenant, theirs) : theirs;
  await eraseOrders(tenant, ids);
  await erasePayloads(tenant, ids, words);
  await eraseWords(
    tenant,
    words.toSorted((a, b) => b.length - a.length),
    { orderIds: ids, fields: personal },
  );
  return { erased: orders.length, open };
}

/** An order of these buyers that has not ended, from whatever connection: what was sent of it names them. */
async function openElsewhere(tenant: Tenant, orders: readonly Order[]): Promise<string | null> {
  const emails = orders.flatMap(({ customer_email }) => customer_email || []);
  const { rows } = await sql<Columns<'orders', 'order_number'>>`
    select o.order_number from orders o where ${inAccount(tenant, 'o')} and not ${hasEnded('o')}
      and lower(o.customer_email) = any(array(select lower(email) from unnest(${emails}::text[]) as email))
    order by o.id limit 1`.execute(tenant.db);
  return rows[0]?.order_number ?? null;
}

/** The words that no order has which is still to be sent: those go with its own buyer. */
async function withoutOpen(tenant: Tenant, words: string[]): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select distinct word from orders o, unnest(array[${sql.join(naming.map((column) => sql.ref(`o.${column}`)))}]) as word
    where ${inAccount(tenant, 'o')} and not ${hasEnded('o')} and word = any(${words}::text[])`.execute(tenant.db);
  const kept = new Set(rows.map(({ word }) => word));
  return words.filter((word) => !kept.has(word));
}

const wordsOf = (orders: readonly Order[]): string[] =>
  orders.flatMap((order) => personal.filter((column) => naming.includes(column)).flatMap((column) => order[column] ?? []));

/** What the fields were before an edit or a change of the channel. */
async function earlierWords(tenant: Tenant, ids: number[]): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select distinct word from order_events e, jsonb_each(e.changes) as c (field, change), jsonb_each_text(c.change) as side (name, word)
    where ${inAccount(tenant, 'e')} and e.order_id = any(${ids}::bigint[]) and jsonb_typeof(c.change) = 'object'
      and c.field = any(${naming}::text[]) and word is not null`.execute(tenant.db);
  return rows.map(({ word }) => word);
}

/** The fields are as if a person had edited them, so that sync leaves them alone. */
async function eraseOrders(tenant: Tenant, ids: number[]): Promise<void> {
  await sql`
    update orders set customer_name = 'Erased', customer_phone = null, customer_email = null, company_name = null, address = '',
      address_2 = null, city = '', state = null, postal_code = '', note = null, customer_id = null, source_details = null, fields = '{}',
      edited_fields = array(select distinct field from unnest(edited_fields || ${[...editableColumns]}::text[]) as field order by 1),
        revision = revision + 1
    where ${inAccount(tenant)} and id = any(${ids}::bigint[])`.execute(tenant.db);
  await sql`update order_events set changes = changes - ${[...personal]}::text[] where ${inAccount(tenant)}
    and order_id = any(${ids}::bigint[])`.execute(tenant.db);
  await sql`update cancel_requests set reason = null where ${inAccount(tenant)} and order_id = any(${ids}::bigint[])`.execute(tenant.db);
  await sql`update shipments set raw = null where ${inAccount(tenant)} and order_id = any(${ids}::bigint[])`.execute(tenant.db);
  // What travelled together went to one recipient; where another of these orders is open, only its words go.
  await sql`
    update warehouse_orders w set sent = null, replacement = null, theirs = null
    where ${inAccount(tenant, 'w')} and w.id in (select warehouse_order_id from orders where ${inAccount(tenant)}
      and id = any(${ids}::bigint[]))
      and not exists (select from orders o where ${inAccount(tenant, 'o')} and o.warehouse_order_id = w.id
        and not o.id = any(${ids}::bigint[]))`.execute(tenant.db);
}
