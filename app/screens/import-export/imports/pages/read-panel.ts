import type { Tenant } from '../../../../../platform/tenant.ts';
import type { ImportedEntity } from '../../../../shared/imports/contract.ts';
import { entities, wordsOf } from '../entities.ts';
import { lastImportOf, listImports } from '../queries.ts';
import type { ShownImport } from '../shown-import.ts';

/** What an import panel shows of one kind of record, by its number in the specification's calls. */
export async function readPanel(tenant: Tenant, number: number): Promise<{ entity: ImportedEntity; past: ShownImport[] }> {
  const entity = entities[number];
  if (!entity) throw new TypeError(`Nothing is imported as ${number}.`);
  const [last, past] = await Promise.all([lastImportOf(tenant, entity), listImports(tenant, { entity: entity.name }, 10)]);
  return { entity: { number, title: wordsOf(entity).title, last }, past };
}
