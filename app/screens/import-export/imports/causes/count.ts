import { sql } from 'kysely';
import { inAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import type { ImportCause } from '../../../../shared/imports/contract.ts';

/** What is wrong in the rows of an import by its cause, as it is kept with the import. */
export type KeptCause = Omit<ImportCause, 'cure'>;

/** A column and what is wrong in it come from a list of ours: there are never so many. */
const mostCauses = 200;
const mostExamples = 5;
const mostOfExample = 80;

/** Counts the errors of an import by their causes. It reads all of them: a check does that once, at its end, and no page. */
export async function countCauses(tenant: Tenant, importId: number): Promise<KeptCause[]> {
  const { rows } = await sql<KeptCause>`
    with by_value as (
      select cause, min(column_name) as column_name, min(value) as value, count(*) as errors, min(problem) as low, max(problem) as high,
        min(expected) as least, max(expected) as most
      from import_errors where ${inAccount(tenant)} and import_id = ${importId} group by cause, lower(left(value, ${mostOfExample}))
    ),
    ranked as (select *, row_number() over (partition by cause order by errors desc, value) as place from by_value)
    select cause, min(column_name) as "column",
      case when min(low) = max(high) then min(low) else regexp_replace(min(low), '[0-9]+', '…', 'g') end as problem,
      case when min(least) = max(most) then min(least) end as expected, sum(errors)::int as rows, count(*)::int as values,
      coalesce(array_agg(left(btrim(value), ${mostOfExample}) order by place) filter (where place <= ${mostExamples} and value <> ''), '{}')
        as examples
    from ranked group by cause order by sum(errors) desc, cause limit ${mostCauses}`.execute(tenant.db);
  return rows;
}
