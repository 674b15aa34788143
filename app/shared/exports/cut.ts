import { type RawBuilder, sql } from 'kysely';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';

/** Enough that a part costs little more than its rows, few enough that the next fits into memory. */
const rowsOfPart = 10_000;

/** An index (account_id, column, …) of a table, and in which direction a file follows it. `as`: what the file's query calls the table. */
type Index = { table: string; as: string; column: string; direction: 'asc' | 'desc' };

/** Conditions that cut all rows of an account into parts, in the order of an index. Rows that are alike in its column stay together. */
export async function cutByIndex(
  tenant: Tenant,
  { table, as, column, direction }: Index,
  size = rowsOfPart,
): Promise<RawBuilder<unknown>[]> {
  const [beyond, upTo] = direction === 'asc' ? [sql`>`, sql`<=`] : [sql`<`, sql`>=`];
  const key = sql.ref(column);
  const after = (from: RawBuilder<unknown>) => sql`select ${key} as key from ${sql.table(table)} where ${inAccount(tenant)} and ${from}
    order by ${key} ${sql.raw(direction)} offset ${sql.lit(size - 1)} limit 1`;
  const { rows } = await sql<{ key: string | number }>`
    with recursive cut as ((${after(sql`true`)}) union all select next.* from cut cross
      join lateral (${after(sql`${key} ${beyond} cut.key`)}) as next)
    select key from cut`.execute(tenant.db);
  const own = sql.ref(`${as}.${column}`);
  return [...rows, undefined].map((end, n) => {
    const start = rows[n - 1];
    const rest = start ? sql`${own} ${beyond} ${sql.lit(start.key)}` : sql`true`;
    return end ? sql`${rest} and ${own} ${upTo} ${sql.lit(end.key)}` : rest;
  });
}
