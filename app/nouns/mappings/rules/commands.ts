import { notify } from '../../../../platform/events.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { ChangeNoun } from '../../../base/changes/noun.ts';
import { recordChange } from '../../../base/changes/record.ts';
import { requireUnchanged } from '../../../base/changes/unchanged.ts';
import { recheckUnreleased } from '../../order-flow/release/take-back.ts';
import { followRulesThere } from '../saves/sent.ts';
import type { MappingBody, PresetBody } from './contract.ts';
import { requireFittingMapping, requireFittingPreset } from './fitting.ts';
import { mappingName, presetName } from './in-words.ts';
import { mappingKey, nouns, presetKey } from './nouns.ts';
import { removeMapping, removePreset, writeMapping, writePreset } from './write.ts';

/** Of a rule, and how many orders are checked again for it. */
type Outcome = { id: number; waiting: number; atWarehouse: string | null };
/** `warning`: what could not be looked at. */
type Saved = Outcome & { warning: string | null };

/** `was`: the value of the rule that the person saw, null for none. */
type Seen = { was?: string | null | undefined };

/**
 * Saves a preset, and applies it to every order that is not released yet. Returns how many are checked again.
 * @throws Invalid; Refusal 409 where the field has another preset than the person saw
 */
export async function savePreset(tenant: Tenant, connectionId: number, { was, ...preset }: PresetBody & Seen): Promise<Saved> {
  const { id, from } = await writePreset(tenant, connectionId, preset);
  const warning = await requireFittingPreset(tenant, preset);
  const key = presetKey(preset);
  await requireUnchanged(
    tenant,
    { noun: nouns.preset, recordId: connectionId, fields: [key] },
    { was, now: from?.field_value ?? null, to: preset.field_value },
    ({ who, on }) =>
      `${who} ${from ? `set ${presetName(preset)} to “${from.field_value}”` : `deleted the preset of ${presetName(preset)}`}${on}.`,
  );
  return { ...(await changed(tenant, connectionId, { noun: nouns.preset, id, key, from, to: preset })), warning };
}

/** Saves a field mapping likewise. @throws Invalid; Refusal 409 */
export async function saveMapping(tenant: Tenant, connectionId: number, { was, ...mapping }: MappingBody & Seen): Promise<Saved> {
  const { id, from } = await writeMapping(tenant, connectionId, mapping);
  const warning = await requireFittingMapping(tenant, connectionId, mapping);
  const key = mappingKey(mapping);
  await requireUnchanged(
    tenant,
    { noun: nouns.mapping, recordId: connectionId, fields: [key] },
    { was, now: from?.destination_value ?? null, to: mapping.destination_value },
    ({ who, on }) => `${who} ${from ? 'changed' : 'deleted'} the field mapping of ${mappingName(mapping)}${on}.`,
  );
  return { ...(await changed(tenant, connectionId, { noun: nouns.mapping, id, key, from, to: mapping })), warning };
}

/** Deletes a preset. Orders that are not released are without it. @throws Refusal 404 */
export async function deletePreset(tenant: Tenant, connectionId: number, id: number): Promise<string | null> {
  const { id: _, ...from } = await removePreset(tenant, connectionId, id);
  return (await changed(tenant, connectionId, { noun: nouns.preset, id, key: presetKey(from), from, to: null })).atWarehouse;
}

/** Deletes a field mapping likewise. @throws Refusal 404 */
export async function deleteMapping(tenant: Tenant, connectionId: number, id: number): Promise<string | null> {
  const { id: _, ...from } = await removeMapping(tenant, connectionId, id);
  return (await changed(tenant, connectionId, { noun: nouns.mapping, id, key: mappingKey(from), from, to: null })).atWarehouse;
}

type Changed = { noun: ChangeNoun; id: number; key: string; from: PresetBody | MappingBody | null; to: PresetBody | MappingBody | null };

async function changed(tenant: Tenant, connectionId: number, { noun, id, key, from, to }: Changed): Promise<Outcome> {
  await recordChange(tenant, noun, { record: { id: connectionId, name: key }, was: { [key]: from }, is: { [key]: to } });
  return { id, ...(await applyRules(tenant, connectionId)) };
}

/** Applies the rules of a connection as they are now to what has not left, and says what becomes of what has. */
export async function applyRules(tenant: Tenant, connectionId: number): Promise<Omit<Outcome, 'id'>> {
  const waiting = await recheckUnreleased(tenant, connectionId);
  const atWarehouse = await followRulesThere(tenant, connectionId);
  notify(tenant, 'connections', [connectionId]);
  return { waiting, atWarehouse };
}
