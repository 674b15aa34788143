import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Column } from '../../../../platform/columns.ts';
import { text } from '../../../../platform/endpoint.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { deleteRule, saveRule } from '../../../nouns/mappings/rules/commands.ts';
import type { MappingBody, PresetBody } from '../../../nouns/mappings/rules/contract.ts';
import { mappingKind, presetKind, type RuleKind } from '../../../nouns/mappings/rules/kinds.ts';
import { namedAs } from '../writing/named-as.ts';
import { requireRelease } from '../writing/releasing.ts';
import { writeV1 } from '../writing/write.ts';
import { changes, creates, deletes, ofMapping } from './changing.ts';
import { lockOfLive, requireLive } from './live.ts';

const name = text(200).trim().min(1);
const value = text(1_000).trim();
const any = value.default('').meta({ description: 'Empty for any' });
const same = value.meta({ description: 'Empty for the same value' });
const without = 'Orders that have not left go without it, so this takes `release_orders` too';

const createPresetCall = creates('/v1/presets', 'Give a field a value on every order of a connection', {
  ...{ field: name, value: value.min(1), description: text(500).trim().default('') },
});
const changePresetCall = changes('/v1/presets', 'Give the field of a preset another value', { value: value.min(1) });
const deletePresetCall = deletes('/v1/presets', `Delete a preset. ${without}`);
const createFieldCall = creates('/v1/field-mappings', 'Set a field of the warehouse’s by one of the channel’s', {
  ...{ from_field: name, from_value: any, to_field: name, to_value: same.default('') },
});
const changeFieldCall = changes('/v1/field-mappings', 'Let a field mapping write another value', { to_value: same });
const deleteFieldCall = deletes('/v1/field-mappings', `Delete a field mapping. ${without}`);

const namedPreset = namedAs({ field_name: 'field', field_value: 'value' });
const namedField = namedAs({
  ...{ source_field: 'from_field', source_value: 'from_value', destination_field: 'to_field', destination_value: 'to_value' },
});

/** Presets and field mappings. What fits a field is looked at as on their pages. */
export function ruleChangesApi(app: FastifyInstance): void {
  presetChangesApi(app);
  fieldChangesApi(app);
}

function presetChangesApi(app: FastifyInstance): void {
  writeV1(app, createPresetCall, async (tenant, { session, body: { connection_id, field, value, description } }) => {
    const preset = { field_name: field, field_value: value, field_description: description };
    return save(tenant, session, presetKind, connection_id, { ...preset, was: null }).catch(namedPreset);
  });
  writeV1(
    app,
    changePresetCall,
    async (tenant, { session, params: { id }, body: { value } }) => {
      const { connection_id, ...preset } = await lockOfLive<Own & PresetBody>(tenant, 'presets', id, presetColumns);
      return save(tenant, session, presetKind, connection_id, { ...preset, field_value: value }).catch(namedPreset);
    },
    ofMapping('preset'),
  );
  writeV1(
    app,
    deletePresetCall,
    (tenant, { session, params }) => remove(tenant, session, presetKind, 'presets', params.id),
    ofMapping('preset'),
  );
}

function fieldChangesApi(app: FastifyInstance): void {
  writeV1(app, createFieldCall, async (tenant, { session, body }) => {
    const { connection_id, from_field: source_field, from_value: source_value, to_field, to_value } = body;
    const mapping = {
      source_field,
      source_value,
      source_name: '',
      destination_field: to_field,
      destination_name: '',
      destination_value: to_value,
    };
    return save(tenant, session, mappingKind, connection_id, { ...mapping, was: null }).catch(namedField);
  });
  writeV1(
    app,
    changeFieldCall,
    async (tenant, { session, params: { id }, body: { to_value: destination_value } }) => {
      const { connection_id, ...mapping } = await lockOfLive<Own & MappingBody>(tenant, 'field_mappings', id, fieldColumns);
      return save(tenant, session, mappingKind, connection_id, { ...mapping, destination_value }).catch(namedField);
    },
    ofMapping('field'),
  );
  writeV1(
    app,
    deleteFieldCall,
    (tenant, { session, params }) => remove(tenant, session, mappingKind, 'field_mappings', params.id),
    ofMapping('field'),
  );
}

type Own = { connection_id: Column<'presets', 'connection_id'> };
const presetColumns = sql`connection_id, field_name, field_description, field_value`;
const fieldColumns = sql`connection_id, source_field, source_name, source_value, destination_field, destination_name, destination_value`;

type Session = Parameters<typeof requireRelease>[0];

/** `was`: null where there is to be none yet. @throws Invalid; Refusal 403, 404, 409 */
async function save<Rule>(tenant: Tenant, session: Session, kind: RuleKind<Rule>, connectionId: number, rule: Rule & { was?: null }) {
  requireRelease(session, 'Goods may leave by a rule.');
  await requireLive(tenant, connectionId);
  const { id, waiting, warning, atWarehouse } = await saveRule(tenant, connectionId, kind, rule);
  const message = [`The ${kind.one} is saved.`, warning, atWarehouse].filter((each) => each !== null).join(' ');
  return { id, message, waiting };
}

async function remove<Rule>(tenant: Tenant, session: Session, kind: RuleKind<Rule>, table: 'presets' | 'field_mappings', id: number) {
  requireRelease(session, 'Goods may leave without a rule.');
  const { connection_id } = await lockOfLive<Own>(tenant, table, id);
  const { atWarehouse } = await deleteRule(tenant, connection_id, kind, id);
  return { id, message: [`The ${kind.one} is deleted.`, atWarehouse].filter((each) => each !== null).join(' ') };
}
