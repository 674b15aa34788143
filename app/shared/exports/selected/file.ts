import { type RawBuilder, sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { type NounName, nouns } from '../../../base/nouns.ts';
import { exportFailed } from '../contract.ts';
import type { ExportFile } from '../export-file.ts';

export type FileColumn = [name: string, value: RawBuilder<unknown>];

/** A text, safe to open in a spreadsheet. */
export const safe = (name: string, column: string): FileColumn => [name, sql`formula_safe(${sql.ref(column)})`];

export type TargetsFile = {
  kind: NounName;
  /** What a row is, where it is not one of the records. */
  rows?: { one: string; many: string };
  columns: readonly (FileColumn | [name: string, value: (tenant: Tenant) => RawBuilder<unknown>])[];
  /** What is joined to the table of the noun, which is called `r`. */
  joins?: (tenant: Tenant) => RawBuilder<unknown>;
  /** Which of them are left out by now. */
  unless?: RawBuilder<unknown>;
  order: RawBuilder<unknown>;
};

/** The file of the records that an export's run has as its targets. Values are literals: see `ExportFile`. */
export const targetsFile =
  ({ kind, rows: words, columns, joins = () => sql``, unless = sql`false`, order }: TargetsFile) =>
  ({ run_id }: Columns<'exports', 'run_id'>): ExportFile => {
    const rowsOf = (tenant: Tenant) => sql`from ${sql.table(kind)} r ${joins(tenant)} where ${inAccount(tenant, 'r')}
      and r.id in (select unnest(t.ids) from run_targets t where ${inAccount(tenant, 't')} and t.run_id = ${sql.lit(run_id)})
      and not (${unless})`;
    return {
      name: kind.replaceAll('_', '-'),
      noun: words ?? nouns[kind],
      failed: exportFailed(kind),
      async count(tenant) {
        const { rows } = await sql<{ n: number }>`select count(*)::int as n ${rowsOf(tenant)}`.execute(tenant.db);
        return rows[0]?.n ?? 0;
      },
      rows(tenant, part) {
        const values = columns.map(([name, value]) => sql`${typeof value === 'function' ? value(tenant) : value} as ${sql.ref(name)}`);
        return sql`select ${sql.join(values)} ${rowsOf(tenant)} and ${part} order by ${order}`;
      },
    };
  };
