import type { Tenant } from '../../../../platform/tenant.ts';
import { recordChange } from '../../../base/changes/record.ts';
import { recordAction } from '../../../shared/runs/commands.ts';
import type { OneAction } from '../../../shared/runs/words/one-labels.ts';
import type { RunSubject } from '../../../shared/runs/words/subjects.ts';
import { type MappingKind, undoSeconds } from '../../order-flow/release/delay.ts';
import { followMappedCode } from '../../purchase-flow/checking/follow-mapping.ts';
import type { Undoable } from './contract.ts';
import type { Before } from './kinds.ts';
import { type Meaning, nouns } from './nouns.ts';
import { followSaveThere } from './sent.ts';

/** A mapping as it was and as it was saved: by the channel's code. */
export type MappingChange = Omit<Before, 'to'> & { from: number | string | null; to: number | string | null };

type Save = { kind: MappingKind; connectionId: number; changes: MappingChange[] };

/**
 * Records what a person saved, so that it can be undone. Null when it was so before; to delete what was not linked or mapped is a change
 * as well: a location that was known kept orders here.
 */
export async function recordSave(tenant: Tenant, { kind, connectionId, changes }: Save): Promise<Undoable> {
  const changed = changes.filter(({ from, to, description, deleted }) => from !== to || deleted || (kind === 'location' && description));
  if (kind === 'product' || kind === 'location')
    await followMappedCode(tenant, { connectionId, kind, codes: changed.map(({ code }) => code) });
  const undo = await storeSave(tenant, { kind, connectionId, changes: changed });
  if (undo !== null)
    await recordAction(tenant, {
      subject: subjectOf(changed),
      changeGroup: undo.id,
      record: { type: 'connection', id: connectionId, label: codesOf(changed.map(({ code }) => code)) },
    });
  return undo;
}

/** Records changed mappings; not in the audit where they are part of what that tells of already, as an import. Null without any. */
export async function storeSave(tenant: Tenant, { kind, connectionId, changes }: Save, isAudited = true): Promise<Undoable> {
  const codes = changes.map(({ code }) => code);
  const id = await recordChange(
    tenant,
    nouns[kind],
    {
      record: { id: connectionId, name: codesOf(codes) },
      was: Object.fromEntries(changes.map((change) => [change.code, meaningBefore(change)])),
      is: Object.fromEntries(changes.map(({ code, to }) => [code, text(to)])),
    },
    { isAudited },
  );
  if (id === null) return null;
  const atWarehouse = kind === 'line' ? null : await followSaveThere(tenant, id, { connectionId, kind, codes });
  return { id, seconds: undoSeconds, ...(atWarehouse !== null && { at_warehouse: atWarehouse }) };
}

function meaningBefore({ code: _, from, to: __, ...rest }: MappingChange): Meaning {
  const hasMore = Object.values(rest).some((value) => value !== undefined && value !== null);
  return hasMore ? { to: text(from), ...rest } : text(from);
}

function subjectOf(changes: MappingChange[]): RunSubject {
  const action = actionOf(changes);
  const [first] = changes;
  return first && changes.length === 1 ? { code: 'one', name: first.code, action } : { code: 'codes', codes: changes.length, action };
}

function actionOf(changes: MappingChange[]): OneAction {
  if (changes.every(({ deleted }) => deleted)) return 'delete';
  if (changes.every(({ to }) => to === null)) return 'unlink';
  return changes.every(({ from }) => from === null) ? 'link' : 'change-link';
}

/** Of codes that were saved together so many name them in the audit and Activity. */
const mostNamed = 5;

export const codesOf = (codes: readonly string[]) =>
  codes.length > mostNamed ? `${codes.slice(0, mostNamed).join(', ')}, …` : codes.join(', ');

const text = (value: number | string | null) => (value === null ? null : String(value));
