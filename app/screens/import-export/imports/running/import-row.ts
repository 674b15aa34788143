import { sql } from 'kysely';
import type { Columns } from '../../../../../platform/columns.ts';
import { inAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import type { ImportEntity, ImportJob } from '../../../../shared/imports/entity.ts';
import type { TableFormat } from '../../../../shared/imports/reading/table.ts';
import { entityNamed } from '../entities.ts';

/** By column: the position of the file's column that it is read from. */
export type Mapping = Record<string, number>;

export type ImportRow = Columns<
  'imports',
  | 'id'
  | 'entity'
  | 'connection_id'
  | 'state'
  | 'straight'
  | 'run_id'
  | 'file_id'
  | 'file_name'
  | 'lines'
  | 'create_categories'
  | 'attempt'
  | 'cut_off'
  | 'listing_report_by'
  | 'change_group_id'
  | 'continues_id'
  | 'requested_by'
> & { format: TableFormat; mapping: Mapping };

/**
 * An import; undefined when this account has none of this id. With `lock` nobody else changes it until the transaction ends; rows that
 * belong to it may still be written.
 */
export async function findImport(
  tenant: Tenant,
  id: number,
  lock: 'share' | 'no key update' | null = null,
): Promise<ImportRow | undefined> {
  const { rows } = await sql<ImportRow>`
    select id, entity, connection_id, state, straight, run_id, file_id, file_name, format, mapping, lines, create_categories, attempt,
      cut_off, requested_by, listing_report_by, change_group_id, continues_id
    from imports where ${inAccount(tenant)} and id = ${id} ${lock ? sql.raw(`for ${lock}`) : sql``}`.execute(tenant.db);
  return rows[0];
}

/** What the statements of its entity are told about an import. */
export function jobOf({ id, entity, connection_id, mapping, create_categories, change_group_id }: ImportRow): {
  entity: ImportEntity;
  job: ImportJob;
} {
  const found = entityNamed(entity);
  const columns = found.columns.map(({ name }) => name).filter((name) => mapping[name] !== undefined);
  return {
    entity: found,
    job: {
      ...{ importId: id, group: change_group_id ?? 0, connectionId: connection_id, columns },
      ...{ createCategories: create_categories, trustsCheck: false },
    },
  };
}
