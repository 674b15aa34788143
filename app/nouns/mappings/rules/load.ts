import type { SignedIn } from '../../../../platform/signed-in.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { mayDo } from '../../../people/accounts/people/permissions.ts';
import { channelNamed } from '../../../shared/connections/queries.ts';
import { choosing, type FieldSchema } from '../../../ui/form/field-schema.ts';
import { formOf } from '../../../ui/form/form-of.ts';
import { createFieldMappingCall, createPresetCall, type RuleField, type RuleFields } from './contract.ts';
import { destinationFieldsOf, sourceFieldsOf } from './fields.ts';
import { listRuleHistory } from './queries.ts';

type Opened = { session: SignedIn; tenant: Tenant; params: { name?: string | undefined } };
type Kind<Rule> = {
  /** As the ledger names it. */
  noun: string;
  list: (tenant: Tenant, connectionId: number) => Promise<Rule[]>;
  formOf: (fields: RuleFields) => FieldSchema;
};

/** What the page of the presets, or of the field mappings, of a connection shows. */
export async function loadRules<Rule>({ session, tenant, params }: Opened, { noun, list, formOf: formFrom }: Kind<Rule>) {
  const slug = params.name ?? '';
  const { id, name } = await channelNamed(tenant, slug);
  const history = await listRuleHistory(tenant, id, [noun]);
  const fields = { sources: await sourceFieldsOf(tenant, id), destinations: await destinationFieldsOf(tenant) };
  return { slug, name, fields, form: formFrom(fields), rules: await list(tenant, id), history, mayMap: mayDo(session.role, 'map') };
}
export type LoadedRules<Rule> = Awaited<ReturnType<typeof loadRules<Rule>>>;

export const presetForm = ({ destinations }: RuleFields): FieldSchema =>
  choosing(formOf(createPresetCall), ['field_name', 'field_value'], { field_name: fieldsIn(destinations) });

export const mappingForm = ({ sources, destinations }: RuleFields): FieldSchema =>
  choosing(formOf(createFieldMappingCall), ['source_field', 'source_value', 'destination_field', 'destination_value'], {
    source_field: fieldsIn(sources),
    destination_field: fieldsIn(destinations),
  });

const fieldsIn = (fields: readonly RuleField[]) =>
  ['-- Select Field --', ...fields.map(({ name, description }) => ({ value: name, label: description }))] as const;
