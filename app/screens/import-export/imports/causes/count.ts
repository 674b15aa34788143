import { sql } from 'kysely';
import { inAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import type { ImportCause } from '../../../../shared/imports/contract.ts';
import type { Problem } from '../../../../shared/imports/problems.ts';

/** What is wrong in the rows of an import by its cause, as it is kept with the import: not yet in words. */
export type KeptCause = Omit<ImportCause, 'cure' | 'problem' | 'expected'> & { problem: unknown; expected: unknown };

/** A column and what is wrong in it come from a list of ours: there are never so many. */
const mostCauses = 200;
const mostExamples = 5;
const mostOfExample = 80;

type Counted = Omit<KeptCause, 'problem'> & { low: Problem; high: Problem };

/** Counts the errors of an import by their causes. It reads all of them: a check does that once, at its end, and no page. */
export async function countCauses(tenant: Tenant, importId: number): Promise<KeptCause[]> {
  await tallyCauses(tenant, importId);
  const { rows } = await sql<Counted>`
    with error as (
      select cause, column_name, value, problem::text collate "C" as problem, expected::text collate "C" as expected
      from import_errors where ${inAccount(tenant)} and import_id = ${importId}
    ),
    by_value as (
      select cause, min(column_name) as column_name, min(value) as value, count(*) as errors, min(problem) as low, max(problem) as high,
        min(expected) as least, max(expected) as most
      from error group by cause, lower(left(value, ${mostOfExample}))
    ),
    ranked as (select *, row_number() over (partition by cause order by errors desc, value) as place from by_value)
    select cause, min(column_name) as "column", min(low)::jsonb as low, max(high)::jsonb as high,
      case when min(least) = max(most) then min(least)::jsonb end as expected, sum(errors)::int as rows, count(*)::int as values,
      coalesce(array_agg(left(btrim(value), ${mostOfExample}) order by place) filter (where place <= ${mostExamples} and value <> ''), '{}')
        as examples
    from ranked group by cause order by sum(errors) desc, cause limit ${mostCauses}`.execute(tenant.db);
  return rows.map(({ low, high, ...cause }) => ({ ...cause, problem: forAll(low, high) }));
}

/** Notes with each chunk how many of its rows have an error of each cause: by that a page of them is found. */
async function tallyCauses(tenant: Tenant, importId: number): Promise<void> {
  await sql`
    with counted as (
      select c.chunk, e.cause, count(distinct e.number) as rows
      from import_chunks c join import_errors e on ${inAccount(tenant, 'e')} and e.import_id = ${importId}
        and e.number between c.first_number and c.last_number
      where ${inAccount(tenant, 'c')} and c.import_id = ${importId} and c.wrong > 0 group by c.chunk, e.cause
    )
    update import_chunks c set cause_rows = tallies.rows
    from (select chunk, jsonb_object_agg(cause, rows) as rows from counted group by chunk) as tallies
    where ${inAccount(tenant, 'c')} and c.import_id = ${importId} and c.chunk = tallies.chunk`.execute(tenant.db);
}

/** What is wrong in all rows of a cause, of which these are the first and the last: with … for numbers that differ from row to row. */
function forAll(low: Problem, high: Problem): object {
  if (JSON.stringify(low) === JSON.stringify(high)) return low;
  const others = new Map<string, unknown>(Object.entries(high));
  return Object.fromEntries(
    Object.entries(low).map(([name, value]) => {
      if (typeof value === 'number') return [name, '…'];
      return [name, value === others.get(name) ? value : value.replace(/[0-9]+/g, '…')];
    }),
  );
}
