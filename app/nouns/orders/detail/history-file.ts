import { pipeline } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { csvLines } from '../../../../platform/csv-lines.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { fieldLabels } from '../../order-flow/values/fields.ts';

/** An order's history as CSV, one row a change, in the account's time zone; undefined when the order does not exist. */
export async function historyFile(tenant: Tenant, orderId: number): Promise<{ name: string; content: Buffer } | undefined> {
  const { rows } = await sql<Columns<'orders', 'order_number'> & Columns<'accounts', 'timezone'>>`
    select o.order_number, a.timezone from orders o join accounts a on a.id = o.account_id
    where o.account_id = ${tenant.accountId} and o.id = ${orderId} and o.deleted_at is null`.execute(tenant.db);
  const [order] = rows;
  if (!order) return undefined;
  const copied = tenant.copyOut(copyHistory(tenant, orderId, order.timezone));
  return { name: `${order.order_number}-history.csv`, content: await buffer(pipeline(copied, csvLines(ignoreCount), ignoreError)) };
}

const ignoreCount = () => undefined;
/** Passes errors on to whoever reads the stream. */
const ignoreError = () => undefined;

/** PostgreSQL writes the CSV. Values are literals, because COPY takes no parameters. The change of a line is the change of its quantity. */
function copyHistory(tenant: Tenant, orderId: number, timezone: string): string {
  const label = sql`case when c.key like 'line:%' then 'Qty of ' || coalesce(c.value -> 'to' ->> 'sku', c.value -> 'from' ->> 'sku', '')
    when c.key like 'link:%' then 'Product of ' || substr(c.key, 6)
    else coalesce(${sql.lit(JSON.stringify(fieldLabels))}::jsonb ->> c.key, replace(c.key, '_', ' ')) end`;
  const value = (side: 'from' | 'to') =>
    sql`formula_safe(case when c.key like 'line:%' then coalesce(c.value -> ${sql.lit(side)} ->> 'quantity', 'none') else c.value ->> ${sql.lit(side)} end)`;
  const history = sql`
    select date_trunc('second', e.at at time zone ${sql.lit(timezone)}) as "time", formula_safe(u.name) as "who", formula_safe(e.sentence) as "what_happened",
      formula_safe(${label}) as "field", ${value('from')} as "from", ${value('to')} as "to"
    from order_events e
    left join users u on u.id = e.user_id
    left join lateral (select * from jsonb_each(e.changes) where key <> 'revision') as c on true
    where e.account_id = ${sql.lit(tenant.accountId)} and e.order_id = ${sql.lit(orderId)} order by e.id, c.key`;
  return sql`copy (${history}) to stdout with (format csv, header true, encoding 'UTF8')`.compile(tenant.db).sql;
}
