import type { Tenant } from '../../../../platform/tenant.ts';
import { type Expected, readExpected } from '../../catalogue/record/expected.ts';
import { type ItemChange, listChanges } from '../../catalogue/record/history.ts';
import { type ItemRecord, readRecord } from '../../catalogue/record/read.ts';

export type RawMaterial = ItemRecord & { changes: ItemChange[]; expected: Expected };

/** A raw material; undefined when the account has none of this id. */
export async function getRawMaterial(tenant: Tenant, id: number): Promise<RawMaterial | undefined> {
  const [material, changes, expected] = await Promise.all([
    readRecord(tenant, 'raw_materials', id),
    listChanges(tenant, 'raw_materials', id),
    readExpected(tenant, 'raw_materials', id),
  ]);
  return material && { ...material, changes, expected };
}
