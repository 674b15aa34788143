import { notify } from '../../../../platform/events.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { recordChange } from '../../../base/changes/record.ts';
import { requireUnchanged } from '../../../base/changes/unchanged.ts';
import { recordUndoable } from '../../../shared/noun/record-undoable.ts';
import { recheckUnreleased } from '../../order-flow/release/take-back.ts';
import { followRulesThere } from '../saves/sent.ts';
import type { MappingBody, PresetBody } from './contract.ts';
import { mappingKind, presetKind, type RuleKind } from './kinds.ts';

/** How many orders are checked again, and what becomes of those that the warehouse has. */
type Applied = { waiting: number; atWarehouse: string | null };
/** `runId`: what Activity has of it, by which it is put back; null where nothing is other than it was. */
type Changed = Applied & { runId: number | null };
/** `warning`: what could not be looked at. */
type Saved = Changed & { id: number; warning: string | null };

/** `was`: the value of the rule that the person saw, null for none. */
type Seen = { was?: string | null | undefined };

/**
 * Saves a rule, and applies it to every order that is not released yet.
 * @throws Invalid; Refusal 409 where it has another value than the person saw
 */
export async function saveRule<Rule>(
  tenant: Tenant,
  connectionId: number,
  kind: RuleKind<Rule>,
  { was, ...body }: Rule & Seen,
): Promise<Saved> {
  const rule = body as Rule;
  const { id, from } = await kind.write(tenant, connectionId, rule);
  const warning = await kind.requireFitting(tenant, connectionId, rule);
  const key = kind.keyOf(rule);
  await requireUnchanged(
    tenant,
    { noun: kind.noun, recordId: connectionId, fields: [key] },
    { was, now: from && kind.valueOf(from), to: kind.valueOf(rule) },
    ({ who, on }) => `${who} ${kind.changedInWords(from, rule)}${on}.`,
  );
  const runId = await record(tenant, kind, { connectionId, from, to: from ? rule : { ...rule, id } });
  return { id, warning, runId, ...(await applyRules(tenant, connectionId)) };
}

/** Saves a preset: a field's value on every order of a connection. */
export const savePreset = (tenant: Tenant, connectionId: number, preset: PresetBody & Seen) =>
  saveRule(tenant, connectionId, presetKind, preset);

/** Saves a field mapping: how a field of a channel's orders sets one of the warehouse's. */
export const saveMapping = (tenant: Tenant, connectionId: number, mapping: MappingBody & Seen) =>
  saveRule(tenant, connectionId, mappingKind, mapping);

/**
 * Deletes a rule. Orders that are not released are without it. `was`: its value, as the person saw it.
 * @throws Refusal 404; 409 where it has another
 */
export async function deleteRule<Rule>(
  tenant: Tenant,
  connectionId: number,
  kind: RuleKind<Rule>,
  id: number,
  was?: string,
): Promise<Changed> {
  const from = await removeRule(tenant, connectionId, kind, id);
  await requireUnchanged(
    tenant,
    { noun: kind.noun, recordId: connectionId, fields: [kind.keyOf(from)] },
    { was, now: kind.valueOf(from), isDeletion: true },
    ({ who, on }) => `${who} ${kind.changedInWords(from, from)}${on}.`,
  );
  const runId = await record(tenant, kind, { connectionId, from, to: null });
  return { runId, ...(await applyRules(tenant, connectionId)) };
}

type Recorded<Rule> = { connectionId: number; from: Rule | null; to: Rule | null };

/**
 * Keeps what a rule was and is, and shows it in Activity. Of one that is new or deleted it keeps the id, so that it is the same rule once
 * it is there again. Returns the run there; null where nothing is other than it was.
 */
async function record<Rule>(tenant: Tenant, kind: RuleKind<Rule>, { connectionId, from, to }: Recorded<Rule>): Promise<number | null> {
  const rule = (to ?? from) as Rule;
  const key = kind.keyOf(rule);
  const change = { record: { id: connectionId, name: key }, was: { [key]: from }, is: { [key]: to } };
  const changeGroup = await recordChange(tenant, kind.noun, change);
  if (changeGroup === null) return null;
  return recordUndoable(tenant, 'rules', to ? 'save' : 'delete', { id: connectionId, name: kind.nameOf(rule), changeGroup });
}

/** Only takes the rule away. @throws Refusal 404 */
export async function removeRule<Rule>(
  tenant: Tenant,
  connectionId: number,
  kind: RuleKind<Rule>,
  id: number,
): Promise<Rule & { id: number }> {
  const rule = await kind.delete(tenant, connectionId, { id });
  if (rule === null) throw refuse(404, 'not_found', 'This rule no longer exists.');
  return rule;
}

/** Applies the rules of a connection as they are now to what has not left, and says what becomes of what has. */
export async function applyRules(tenant: Tenant, connectionId: number): Promise<Applied> {
  const waiting = await recheckUnreleased(tenant, connectionId);
  const atWarehouse = await followRulesThere(tenant, connectionId);
  notify(tenant, 'connections', [connectionId]);
  return { waiting, atWarehouse };
}
