import { type RawBuilder, sql } from 'kysely';
import type { Tenant } from '../../platform/tenant.ts';

/** Enough that a part costs little more than its rows, few enough that the next fits into memory. */
const rowsOfPart = 10_000;

/** An index (account_id, …columns) of a table, and in which direction a file follows it. `as`: what the file's query calls the table. */
type Index = { table: string; as: string; columns: readonly string[]; direction: 'asc' | 'desc' };

/** Conditions that cut all rows of an account into parts, in the order of an index. */
export async function cutByIndex(
  { accountId, db }: Tenant,
  { table, as, columns, direction }: Index,
  size = rowsOfPart,
): Promise<RawBuilder<unknown>[]> {
  const key = sql`(${sql.join(columns.map((column) => sql.ref(column)))})`;
  const [beyond, upTo] = direction === 'asc' ? [sql`>`, sql`<=`] : [sql`<`, sql`>=`];
  const order = sql.join(columns.map((column) => sql`${sql.ref(column)} ${sql.raw(direction)}`));
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const after = (from: RawBuilder<unknown>) => sql`select ${names} from ${sql.table(table)} where account_id = ${accountId} and ${from}
    order by ${order} offset ${sql.lit(size - 1)} limit 1`;
  const last = sql`(${sql.join(columns.map((column) => sql.ref(`cut.${column}`)))})`;
  const { rows } = await sql<Record<string, string | number>>`
    with recursive cut as ((${after(sql`true`)}) union all select next.* from cut cross join lateral (${after(sql`${key} ${beyond} ${last}`)}) as next)
    select * from cut`.execute(db);
  const own = sql`(${sql.join(columns.map((column) => sql.ref(`${as}.${column}`)))})`;
  const at = (row: Record<string, string | number>) => sql`(${sql.join(columns.map((column) => sql.lit(row[column])))})`;
  return [...rows, undefined].map((end, n) => {
    const start = rows[n - 1];
    const conditions = [...(start ? [sql`${own} ${beyond} ${at(start)}`] : []), ...(end ? [sql`${own} ${upTo} ${at(end)}`] : [])];
    return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`;
  });
}
