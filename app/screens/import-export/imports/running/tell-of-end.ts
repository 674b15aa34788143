import { href } from 'react-router';
import type { Tenant } from '../../../../../platform/tenant.ts';
import type { ImportOutcome } from '../../../../base/import-outcomes.ts';
import { publish } from '../../../../people/notifications/publish.ts';
import type { ImportRow } from './import-row.ts';

/** Tells who asked for an import, and who asked for this phase of it, what became of it: they may have left its page long ago. */
export async function tellOfEnd(tenant: Tenant, { id, file_name, requested_by }: ImportRow, outcome: ImportOutcome): Promise<void> {
  const people = [...new Set([requested_by, tenant.userId])].filter((person) => person !== null);
  if (people.length === 0) return;
  const path = href('/imports/:id', { id: String(id) });
  await publish(tenant, { kind: 'import_finished', sentence: { code: 'import_finished', file: file_name, outcome }, path, people });
}
