import type { Tenant } from '../../../platform/tenant.ts';
import type { Change } from './noun.ts';
import { recordChanges } from './record.ts';

type Flag = { noun: string; field: 'on_hold' | 'locked'; is: boolean };

/**
 * Records that a person turned a flag of these records; their history and the audit say it in words of their own. A hold that ends by
 * itself is nobody's change.
 */
export async function recordFlag(tenant: Tenant, { noun, field, is }: Flag, records: readonly Change['record'][]): Promise<void> {
  if (tenant.userId === null) return;
  const changes = records.map((record) => ({ record, was: { [field]: !is }, is: { [field]: is } }));
  await recordChanges(tenant, { name: noun }, changes, { isAudited: false });
}
