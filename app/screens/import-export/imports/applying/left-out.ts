import type { Tenant } from '../../../../../platform/tenant.ts';
import type { LeftOut } from '../../../../shared/imports/entity.ts';
import { recordOutcomes } from '../../../../shared/runs/commands.ts';
import { entityNamed, wordsOf } from '../entities.ts';
import type { ImportRow } from '../running/import-row.ts';

/** The run of an import says of each record that it leaves as it is why. */
export function recordLeftOut(tenant: Tenant, row: ImportRow, left: LeftOut[]): Promise<void> {
  const recordType = wordsOf(entityNamed(row.entity)).noun.one;
  const outcomes = left.map(({ id: recordId, ...each }) => ({ outcome: 'skipped' as const, recordType, recordId, ...each }));
  return recordOutcomes(tenant, row.run_id ?? 0, outcomes);
}
