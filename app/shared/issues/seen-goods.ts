import { type RawBuilder, sql } from 'kysely';
import type { Column } from '../../../platform/columns.ts';
import { refuse } from '../../../platform/http/refusal.ts';
import { inAccount, type OfAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { isAboutGoods, seenOf } from './seen.ts';
import { relatedTo } from './types/related.ts';

/**
 * The same as `seenOf` of an open issue `alias`, and of those that decide whether goods leave: its id, and a digest of its sentence and
 * the goods, so that nobody decides about others than they saw. An SQL expression.
 */
export function seenWithGoods(tenant: OfAccount, alias: string): RawBuilder<string | null> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const own = column('order_id');
  const compared = sql`array(select ${own} union all select r.id from orders it cross join lateral (${relatedTo(tenant, 'it')}) as r
    where ${inAccount(tenant, 'it')} and it.id = ${own})`;
  const withGoods = (ids: RawBuilder<unknown>) => sql`left(md5(${column('sentence')}::text || ${goodsOf(tenant, ids)}), 20)`;
  return sql`case when not ${isAboutGoods(alias)} then ${seenOf(alias)}
    when ${column('type')} = 'shared_goods' then ${column('id')} || '.' || ${withGoods(compared)}
    else ${column('id')} || '.' || ${withGoods(sql`array[${own}]`)} end`;
}

/** What is in these orders, and how much of it has left. */
const goodsOf = (tenant: OfAccount, ids: RawBuilder<unknown>) => sql`(
  select coalesce(string_agg(concat_ws(' ', held.id, held.units_shipped, l.sku, l.quantity, l.later_quantity), ','
    order by held.id, l.position, l.id), '')
  from orders held left join order_lines l on ${inAccount(tenant, 'l')} and l.order_id = held.id and not l.is_charge
  where ${inAccount(tenant, 'held')} and held.id = any(${ids}))`;

/** What a decision names about the goods that an order may share with others; null where there is nothing to decide. */
export async function seenOfShared(tenant: Tenant, orderId: number): Promise<string | null> {
  const { rows } = await sql<Pick<Open, 'seen'>>`
    select ${seenWithGoods(tenant, 'i')} as seen from issues i
    where ${inAccount(tenant, 'i')} and i.order_id = ${orderId} and i.type = 'shared_goods' and i.closed_at is null`.execute(tenant.db);
  return rows[0]?.seen ?? null;
}

type Open = { seen: string | null; number: Column<'orders', 'order_number'> };

/**
 * Refuses a decision about an order that is otherwise by now than the person saw, by the `seen` of one of its issues. The caller has locked
 * the order. @throws Refusal 409
 */
export async function requireAsSeen(tenant: Tenant, orderId: number, seen: string): Promise<void> {
  const { rows } = await sql<Open>`
    select ${seenWithGoods(tenant, 'i')} as seen, o.order_number as number
    from issues i join orders o on ${inAccount(tenant, 'o')} and o.id = i.order_id
    where ${inAccount(tenant, 'i')} and i.order_id = ${orderId} and i.closed_at is null`.execute(tenant.db);
  if (rows.some((issue) => issue.seen === seen)) return;
  const [id] = seen.split('.');
  const same = rows.find((issue) => issue.seen?.startsWith(`${id}.`));
  if (!same) throw refuse(409, 'nothing_to_decide', 'There is nothing left to decide about this order.');
  throw refuse(409, 'changed_meanwhile', `${same.number} changed again: look at it once more.`);
}
