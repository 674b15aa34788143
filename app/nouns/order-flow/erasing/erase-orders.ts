import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { notify } from '../../../../platform/events.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { enqueue } from '../../../base/job-queue.ts';
import { recordForAll } from '../history.ts';
import { channelColumns } from '../values/fields.ts';
import { isErased } from './ended.ts';
import { erasePayloads } from './payloads.ts';
import { placesOfOrders } from './texts/places.ts';
import { searchPage } from './texts/search-page.ts';
import { isSearched, withoutWords } from './texts/without-words.ts';

/** What of an order says who bought it. */
const personal = [...channelColumns.filter((column) => column !== 'country'), 'customer_id'] as const;

/** Words of them that are looked for elsewhere: a city, a state, a floor is in texts of others, too. */
const naming: readonly (typeof personal)[number][] = ['customer_name', 'customer_phone', 'customer_email', 'company_name', 'address'];
/** The same of the orders with this alias, in SQL; of streets those with a number. */
export const namingWords = (alias: string) => {
  const columns = naming.map((name) => {
    const column = sql.ref(`${alias}.${name}`);
    return name === 'address' ? sql`case when ${column} ~ '[0-9]' then ${column} end` : column;
  });
  return sql`unnest(array[${sql.join(columns)}])`;
};

/**
 * Erases the buyers of these orders, which have ended: the order itself, its parts, what the channel sent of it. All other places are
 * searched for their words by a job, which is enqueued. What an order sold, for how much and to which country stays. `afterDays`: how
 * many days after its end; null where it was asked for.
 */
export async function eraseOrders(tenant: Tenant, ids: readonly number[], afterDays: number | null): Promise<void> {
  if (ids.length === 0) return;
  const words = await wordsOf(tenant, ids);
  await eraseColumns(tenant, ids);
  await eraseSent(tenant, ids);
  await erasePayloads(tenant, ids);
  await sql`select erase_from_orders(${tenant.accountId}, ${ids}::bigint[], ${[...personal]}::text[])`.execute(tenant.db);
  const without = withoutWords([...words.values()].flat());
  for (const { place, within } of placesOfOrders(ids))
    for (let after: string[] | null = []; after !== null; )
      after = await searchPage(tenant, place, without, { after: after.length === 0 ? null : after, within });
  await sql`
    insert into buyer_erasures (account_id, order_id, erased_at, after_days, words)
    select ${tenant.accountId}, row.order_id, now(), ${afterDays}, row.words
    from json_to_recordset(${JSON.stringify(ids.map((id) => ({ order_id: id, words: words.get(id) ?? [] })))}::json)
      as row (order_id bigint, words text[])
    on conflict (account_id, order_id) do update set look_at = null, erased_at = excluded.erased_at, after_days = excluded.after_days,
      words = excluded.words`.execute(tenant.db);
  await recordForAll(
    tenant,
    ids,
    'erased',
    afterDays === null ? { code: 'buyer_erased' } : { code: 'buyer_erased_in_time', days: afterDays },
  );
  notify(tenant, 'orders', [...ids]);
  await enqueueSearch(tenant);
}

/** Has every place searched for the words of those who were erased, and those erased whose days are over. */
export const enqueueSearch = (tenant: Tenant, runAt?: Date): Promise<void> =>
  enqueue(tenant, 'buyers:erase', {}, { queue: `buyers:${tenant.accountId}`, key: `erase:${tenant.accountId}`, ...(runAt && { runAt }) });

/** By order: what names its buyer, and did before an edit or a change of the channel. Locks the orders. */
async function wordsOf(tenant: Tenant, ids: readonly number[]): Promise<Map<number, string[]>> {
  await sql`select from orders where ${inAccount(tenant)} and id = any(${ids}::bigint[]) order by id for no key update`.execute(tenant.db);
  const { rows } = await sql<Columns<'orders', 'id'> & { word: string }>`
    select o.id, word from orders o, ${namingWords('o')} as word
    where ${inAccount(tenant, 'o')} and o.id = any(${ids}::bigint[]) and word is not null
    union
    select o.id, word from orders o, jsonb_each_text(o.new_ship_to) as next (field, word)
    where ${inAccount(tenant, 'o')} and o.id = any(${ids}::bigint[]) and next.field = any(${[...naming]}::text[]) and word is not null
      and (next.field <> 'address' or word ~ '[0-9]')
    union
    select e.order_id, word from order_events e, jsonb_each(e.changes) as c (field, change), jsonb_each_text(c.change) as side (name, word)
    where ${inAccount(tenant, 'e')} and e.order_id = any(${ids}::bigint[]) and jsonb_typeof(e.changes) = 'object'
      and jsonb_typeof(c.change) = 'object' and c.field = any(${[...naming]}::text[]) and word is not null
      and (c.field <> 'address' or word ~ '[0-9]')`.execute(tenant.db);
  const found = rows.filter(({ word }) => isSearched(word));
  return new Map([...Map.groupBy(found, ({ id }) => id)].map(([id, those]) => [id, those.map(({ word }) => word)]));
}

/** The fields are as if a person had edited them, so that sync leaves them alone. */
async function eraseColumns(tenant: Tenant, ids: readonly number[]): Promise<void> {
  await sql`
    update orders set customer_name = 'Erased', customer_phone = null, customer_email = null, company_name = null, address = '',
      address_2 = null, city = '', state = null, postal_code = '', note = null, customer_id = null, source_details = null, fields = '{}',
      new_ship_to = null,
      edited_fields = array(select distinct field from unnest(edited_fields || ${channelColumns}::text[]) as field order by 1),
        revision = revision + 1
    where ${inAccount(tenant)} and id = any(${ids}::bigint[])`.execute(tenant.db);
  await sql`update order_events set changes = changes - ${[...personal]}::text[] where ${inAccount(tenant)}
    and order_id = any(${ids}::bigint[])`.execute(tenant.db);
}

/** What travelled together went to one recipient: it goes with the last of its orders. */
async function eraseSent(tenant: Tenant, ids: readonly number[]): Promise<void> {
  await sql`update cancel_requests set reason = null where ${inAccount(tenant)} and order_id = any(${ids}::bigint[])`.execute(tenant.db);
  await sql`
    update shop_orders set body = null, cancel_reason = null
    where ${inAccount(tenant)} and order_id = any(${ids}::bigint[])`.execute(tenant.db);
  await sql`update shipments set raw = null where ${inAccount(tenant)} and order_id = any(${ids}::bigint[])`.execute(tenant.db);
  await sql`
    update warehouse_orders w set sent = null, replacement = null, theirs = null
    where ${inAccount(tenant, 'w')} and w.id in (select warehouse_order_id from orders where ${inAccount(tenant)}
      and id = any(${ids}::bigint[]) union select warehouse_order_id from shipments where ${inAccount(tenant)}
      and order_id = any(${ids}::bigint[]))
      and not exists (select from orders o where ${inAccount(tenant, 'o')} and o.warehouse_order_id = w.id
        and not o.id = any(${ids}::bigint[]) and not ${isErased(tenant, 'o')})`.execute(tenant.db);
}
