import { type RawBuilder, sql } from 'kysely';
import type { Tenant } from '../tenant.ts';

/**
 * The first values of a column in their order, each once and none empty, by jumps from one to the next in its index. `rows`: a table and
 * which rows of it, as after `from`.
 */
export async function distinctValues(
  tenant: Tenant,
  { column, rows, most }: { column: RawBuilder<unknown>; rows: RawBuilder<unknown>; most: number },
): Promise<string[]> {
  const next = (after: RawBuilder<unknown>) => sql`(select ${column} from ${rows} and ${column} > ${after} order by ${column} limit 1)`;
  const result = await sql<{ value: string }>`
    with recursive used (value) as (
      select ${next(sql`''`)} union all select ${next(sql`used.value`)} from used where used.value is not null
    )
    select value from used where value is not null limit ${most}`.execute(tenant.db);
  return result.rows.map(({ value }) => value);
}
