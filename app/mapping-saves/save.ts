import type { Tenant } from '../../platform/tenant.ts';
import { type MappingKind, undoSeconds } from '../orders/release/delay.ts';
import { recordAction } from '../runs/commands.ts';
import type { Undoable } from './contract.ts';

/** A mapping as it was and as it was saved: by the channel's code. */
export type MappingChange = { code: string; from: number | string | null; to: number | string | null };

/** Records what a person saved, so that it can be undone. Null when it was so before. */
export async function recordSave(
  tenant: Tenant,
  { kind, connectionId, changes }: { kind: MappingKind; connectionId: number; changes: MappingChange[] },
): Promise<Undoable> {
  const changed = changes.filter(({ from, to }) => from !== to);
  if (changed.length === 0) return null;
  const { id } = await tenant.db
    .insertInto('mapping_saves')
    .values({
      account_id: tenant.accountId,
      connection_id: connectionId,
      kind,
      changes: JSON.stringify(Object.fromEntries(changed.map(({ code, from, to }) => [code, { from: text(from), to: text(to) }]))),
      user_id: tenant.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await recordAction(tenant, { subject: subjectOf(changed), record: { type: 'connection', id: connectionId, label: codesOf(changed) } });
  return { id, seconds: undoSeconds };
}

const subjectOf = (changes: MappingChange[]) =>
  `${codesOf(changes)}: ${changes.every(({ to }) => to === null) ? 'Unlink' : changes.every(({ from }) => from === null) ? 'Link' : 'Change link'}`;
const codesOf = (changes: MappingChange[]) => (changes.length === 1 ? (changes[0]?.code ?? '') : `${changes.length} codes`);

const text = (value: number | string | null) => (value === null ? null : String(value));
