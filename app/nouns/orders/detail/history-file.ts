import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { csvLine } from '../../../../platform/csv-line.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { whoOf } from '../../../base/changes/who-of.ts';
import { wordOrderEvent } from '../../order-flow/events/sentences.ts';
import { fieldLabels } from '../../order-flow/values/fields.ts';

type Order = Columns<'orders', 'order_number'> & Columns<'accounts', 'timezone' | 'date_style'>;
type Entry = Columns<'order_events', 'sentence'> & Record<'time' | 'who' | 'field' | 'from' | 'to', string | null>;

/** An order's history as CSV, one row a change, in the account's time zone; undefined when the order does not exist. */
export async function historyFile(tenant: Tenant, orderId: number): Promise<{ name: string; content: Buffer } | undefined> {
  const { rows } = await sql<Order>`
    select o.order_number, a.timezone, a.date_style from orders o join accounts a on a.id = o.account_id
    where ${inAccount(tenant, 'o')} and o.id = ${orderId} and o.deleted_at is null`.execute(tenant.db);
  const [order] = rows;
  if (!order) return undefined;
  const entries = await readEntries(tenant, orderId, order.timezone);
  const lines = entries.map(({ time, who, sentence, field, from, to }) =>
    csvLine([time, who, wordOrderEvent(sentence, order.date_style), field, from, to].map((cell) => cell ?? '')),
  );
  const header = csvLine(['time', 'who', 'what_happened', 'field', 'from', 'to']);
  return { name: `${order.order_number}-history.csv`, content: Buffer.from(`\ufeff${header}${lines.join('')}`) };
}

/** The change of a line is the change of its quantity. */
async function readEntries(tenant: Tenant, orderId: number, timezone: string): Promise<Entry[]> {
  const label = sql`case when c.key like 'line:%' then 'Qty of ' || coalesce(c.value -> 'to' ->> 'sku', c.value -> 'from' ->> 'sku', '')
    when c.key like 'link:%' then 'Product of ' || substr(c.key, 6)
    else coalesce(${JSON.stringify(fieldLabels)}::jsonb ->> c.key, replace(c.key, '_', ' ')) end`;
  const value = (side: 'from' | 'to') =>
    sql`case when c.key like 'line:%' then coalesce(c.value -> ${sql.lit(side)} ->> 'quantity',
      'none') else c.value ->> ${sql.lit(side)} end`;
  const { rows } = await sql<Entry>`
    select to_char(e.at at time zone ${timezone}, 'YYYY-MM-DD HH24:MI:SS') as time, ${whoOf} as who, e.sentence, ${label} as field,
      ${value('from')} as "from", ${value('to')} as "to"
    from order_events e
    left join users u on u.id = e.user_id
    left join lateral (select * from jsonb_each(e.changes) where key <> 'revision') as c on true
    where ${inAccount(tenant, 'e')} and e.order_id = ${orderId} order by e.id, c.key`.execute(tenant.db);
  return rows;
}
