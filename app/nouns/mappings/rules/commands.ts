import { sql } from 'kysely';
import { writeAudit } from '../../../../platform/audit.ts';
import type { AuditVerb } from '../../../../platform/audit-verbs.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { notify } from '../../../../platform/events.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { recheckUnreleased } from '../../order-flow/release/take-back.ts';
import { followRulesThere } from '../saves/sent.ts';
import { type MappingBody, mappingBody, type PresetBody, presetBody } from './contract.ts';
import { requireFittingMapping, requireFittingPreset } from './fitting.ts';
import { mappingName, presetName } from './in-words.ts';
import { removeMapping, removePreset, writeMapping, writePreset } from './write.ts';

export const nouns = { preset: 'preset', mapping: 'field mapping' } as const;

/** Of a rule, and how many orders are checked again for it. */
type Outcome = { id: number; waiting: number; atWarehouse: string | null };
/** `warning`: what could not be looked at. */
type Saved = Outcome & { warning: string | null };

/** Saves a preset, and applies it to every order that is not released yet. Returns how many are checked again. @throws Invalid */
export async function savePreset(tenant: Tenant, connectionId: number, preset: PresetBody): Promise<Saved> {
  const { id, from } = await writePreset(tenant, connectionId, preset);
  const warning = await requireFittingPreset(tenant, preset);
  const outcome = await changed(tenant, connectionId, {
    verb: from ? 'changed' : 'created',
    noun: nouns.preset,
    id,
    name: presetName(preset),
    from,
    to: preset,
  });
  return { ...outcome, warning };
}

/** Saves a field mapping likewise. @throws Invalid */
export async function saveMapping(tenant: Tenant, connectionId: number, mapping: MappingBody): Promise<Saved> {
  const { id, from } = await writeMapping(tenant, connectionId, mapping);
  const warning = await requireFittingMapping(tenant, connectionId, mapping);
  const outcome = await changed(tenant, connectionId, {
    verb: from ? 'changed' : 'created',
    noun: nouns.mapping,
    id,
    name: mappingName(mapping),
    from,
    to: mapping,
  });
  return { ...outcome, warning };
}

/** Deletes a preset. Orders that are not released are without it. @throws Refusal 404 */
export async function deletePreset(tenant: Tenant, connectionId: number, id: number): Promise<string | null> {
  const { id: _, ...from } = await removePreset(tenant, connectionId, id);
  return (await changed(tenant, connectionId, { verb: 'deleted', noun: nouns.preset, id, name: presetName(from), from, to: null }))
    .atWarehouse;
}

/** Deletes a field mapping likewise. @throws Refusal 404 */
export async function deleteMapping(tenant: Tenant, connectionId: number, id: number): Promise<string | null> {
  const { id: _, ...from } = await removeMapping(tenant, connectionId, id);
  return (await changed(tenant, connectionId, { verb: 'deleted', noun: nouns.mapping, id, name: mappingName(from), from, to: null }))
    .atWarehouse;
}

type Change = {
  verb: AuditVerb;
  noun: string;
  id: number;
  name: string;
  from: Record<string, string> | null;
  to: Record<string, string> | null;
};

/** The audit is the history of rules: `rule` has all of its values, so that it can be put back. */
async function changed(tenant: Tenant, connectionId: number, { verb, noun, id, name, from, to }: Change): Promise<Outcome> {
  const where = { connection: connectionId, channel: await nameOfConnection(tenant, connectionId) };
  const sides = {
    ...(from && { from: { ...where, rule: from } }),
    ...(to && { to: { ...where, rule: to } }),
  };
  // Of a change the connection is on one side alone, so that it is kept.
  if (from && to) sides.from = { connection: 0, channel: '', rule: from };
  await writeAudit(tenant, { verb, noun, record: { id, name }, ...sides });
  const waiting = await recheckUnreleased(tenant, connectionId);
  const atWarehouse = await followRulesThere(tenant, connectionId);
  notify(tenant, 'connections', [connectionId]);
  return { id, waiting, atWarehouse };
}

async function nameOfConnection({ accountId, db }: Tenant, id: number): Promise<string> {
  const { name } = await db
    .selectFrom('connections')
    .select('name')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return name;
}

type Entry = Columns<'audit_entries', 'noun'> & { from: Record<string, string> | null; to: Record<string, string> | null };

/** Puts a rule back as it was before an entry of its history; what did not exist then goes. Returns what that means at the warehouse. @throws Refusal 404, 409 */
export async function putBack(tenant: Tenant, connectionId: number, entryId: number): Promise<string | null> {
  const { noun, from, to } = await entryOf(tenant, connectionId, entryId);
  if (noun === nouns.preset) {
    if (from) return (await savePreset(tenant, connectionId, presetBody.parse(from))).atWarehouse;
    return deletePreset(tenant, connectionId, await presetId(tenant, connectionId, presetBody.parse(to)));
  }
  if (from) return (await saveMapping(tenant, connectionId, mappingBody.parse(from))).atWarehouse;
  return deleteMapping(tenant, connectionId, await mappingId(tenant, connectionId, mappingBody.parse(to)));
}

async function entryOf(tenant: Tenant, connectionId: number, entryId: number): Promise<Entry> {
  const { rows } = await sql<Entry>`
    select noun, nullif(changes -> 'rule' -> 'from', 'null') as "from", nullif(changes -> 'rule' -> 'to', 'null') as "to" from audit_entries
    where account_id = ${tenant.accountId} and id = ${entryId} and noun = any(${Object.values(nouns)}::text[])
      and (changes -> 'connection' ->> 'from' = ${String(connectionId)} or changes -> 'connection' ->> 'to' = ${String(connectionId)})`.execute(
    tenant.db,
  );
  if (!rows[0]) throw refuse(404, 'not_found', 'There is no such entry in the history of rules.');
  return rows[0];
}

async function presetId(tenant: Tenant, connectionId: number, { field_name }: PresetBody): Promise<number> {
  const { rows } = await sql<Columns<'presets', 'id'>>`
    select id from presets where account_id = ${tenant.accountId} and connection_id = ${connectionId} and field_name = ${field_name}`.execute(
    tenant.db,
  );
  return rows[0]?.id ?? gone();
}

async function mappingId(tenant: Tenant, connectionId: number, mapping: MappingBody): Promise<number> {
  const { rows } = await sql<Columns<'field_mappings', 'id'>>`
    select id from field_mappings where account_id = ${tenant.accountId} and connection_id = ${connectionId}
      and source_field = ${mapping.source_field} and source_value = ${mapping.source_value} and destination_field = ${mapping.destination_field}`.execute(
    tenant.db,
  );
  return rows[0]?.id ?? gone();
}

function gone(): never {
  throw refuse(409, 'changed_since', 'This rule is gone already.');
}
