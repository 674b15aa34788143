import { sql } from 'kysely';
import { notify } from '../../../../platform/events.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
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
 * @throws Invalid; Refusal 409 where it has another value than the person saw, or its connection as many as it can have
 */
export async function saveRule<Rule>(
  tenant: Tenant,
  connectionId: number,
  kind: RuleKind<Rule>,
  { was, ...body }: Rule & Seen,
): Promise<Saved> {
  const rule = body as Rule;
  const { id, from } = await kind.write(tenant, connectionId, rule);
  if (from === null) await requireFew(tenant, connectionId, kind);
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

/** A connection has no more of a kind: each of them is looked at for every order. */
const mostRules = 2_000;

/** Call it when one is added. @throws Refusal 409 */
async function requireFew<Rule>(tenant: Tenant, connectionId: number, { table, one }: RuleKind<Rule>): Promise<void> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select 1 from ${sql.table(table)} where ${inAccount(tenant)} and connection_id = ${connectionId}
      limit ${mostRules + 1}) as near`.execute(tenant.db);
  if ((rows[0]?.n ?? 0) > mostRules)
    throw refuse(409, 'too_many', `A connection can have ${mostRules.toLocaleString('en-US')} ${one}s. Delete some first.`);
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
