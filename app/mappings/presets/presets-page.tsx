import { Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { href, useRevalidator } from 'react-router';
import { call } from '../../../platform/call.ts';
import { page } from '../../../platform/http/page.ts';
import { mayDo } from '../../accounts/permissions.ts';
import { connectionNamed } from '../../connections/queries.ts';
import { showAlert, showError } from '../../ui/alerts/alerts.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { fieldMessages } from '../../ui/error-message.ts';
import { FormButtons } from '../../ui/form/form-buttons.tsx';
import { AddFields, EndCell, MappingTable } from '../../ui/mapping-table/mapping-table.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RowButton } from '../../ui/row-button.tsx';
import { Section } from '../../ui/section.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { createPresetCall, deletePresetCall, type Preset, type RuleField } from '../rules/contract.ts';
import { destinationFieldsOf } from '../rules/fields.ts';
import { precedence } from '../rules/precedence.ts';
import { listPresets, listRuleHistory } from '../rules/queries.ts';
import { FieldSelect } from '../rules/widgets/field-select.tsx';
import { ImpactLine } from '../rules/widgets/impact-line.tsx';
import { RuleHistory } from '../rules/widgets/rule-history.tsx';
import type { Route } from './+types/presets-page.ts';

export const loader = page('work', async ({ session, tenant, params }) => {
  const { id, name } = await connectionNamed(tenant, params.name ?? '');
  const history = (await listRuleHistory(tenant, id)).filter(({ noun }) => noun === 'preset');
  const [fields, presets] = [await destinationFieldsOf(tenant), await listPresets(tenant, id)];
  return { slug: params.name ?? '', name, fields, presets, history, mayMap: mayDo(session.role, 'map') };
});

/** The values that every order of a connection has at the warehouse. */
export default function PresetsPage({ loaderData: { slug, name, fields, presets, history, mayMap } }: Route.ComponentProps) {
  const [deleted, setDeleted] = useState<Preset | null>(null);
  const { revalidate } = useRevalidator();
  const remove = async (id: number) => {
    showAlert('success', (await call(deletePresetCall, { params: { name: slug, id } })).message);
    await revalidate();
  };
  return (
    <>
      <PageHeader
        back={{ to: href('/settings/connectors/:name', { name: slug }), label: name }}
        title="Presets"
        documentTitle={`Presets of ${name}`}
      />
      <Stack gap="lg">
        <p className="soft">
          A preset sets a field of every order of {name}. {precedence}
        </p>
        {mayMap && <AddPreset slug={slug} fields={fields} />}
        <Section title="Saved presets">
          {presets.length === 0 ? (
            <EmptyState title="No presets yet">Orders go to the warehouse as {name} sends them.</EmptyState>
          ) : (
            <MappingTable label="Presets" head={['Amware field', 'Preset value']} actions={mayMap}>
              {presets.map((preset) => (
                <tr key={preset.id}>
                  <th scope="row">{preset.field_description || preset.field_name}</th>
                  <td>{preset.field_value}</td>
                  {mayMap && (
                    <EndCell>
                      <RowButton aria-label={`Delete ${preset.field_name}`} onClick={() => setDeleted(preset)}>
                        Delete
                      </RowButton>
                    </EndCell>
                  )}
                </tr>
              ))}
            </MappingTable>
          )}
        </Section>
        <RuleHistory slug={slug} entries={history} mayMap={mayMap} />
      </Stack>
      {deleted && (
        <ConfirmDialog
          title={`Delete the preset of ${deleted.field_name}?`}
          text={<ImpactLine slug={slug} change={{ delete_preset: deleted.id }} />}
          verb="Delete"
          danger
          run={() => remove(deleted.id)}
          onClose={() => setDeleted(null)}
        />
      )}
    </>
  );
}

function AddPreset({ slug, fields }: { slug: string; fields: readonly RuleField[] }) {
  const [name, setName] = useState('');
  const [value, setValue] = useState('');
  const [wrong, setWrong] = useState<Record<string, string[]>>({});
  const { revalidate } = useRevalidator();
  const description = fields.find((field) => field.name === name)?.description ?? '';
  const preset = { field_name: name, field_description: description, field_value: value };
  const add = async () => {
    try {
      showAlert('success', (await call(createPresetCall, { params: { name: slug }, body: preset })).message);
      setName('');
      setValue('');
      setWrong({});
      await revalidate();
    } catch (error) {
      setWrong(fieldMessages(error));
      showError(error);
    }
  };
  return (
    <Section title="Add a preset">
      <AddFields>
        <FieldSelect label="Amware field" fields={fields} value={name} onChange={setName} error={wrong.field_name?.[0]} />
        <TextInput
          label="Preset value"
          value={value}
          onChange={({ currentTarget }) => setValue(currentTarget.value)}
          error={wrong.field_value?.[0]}
          autoComplete="off"
        />
      </AddFields>
      {name && value && <ImpactLine slug={slug} change={{ preset }} />}
      <FormButtons>
        <SubmitButton run={add}>Add preset</SubmitButton>
      </FormButtons>
    </Section>
  );
}
