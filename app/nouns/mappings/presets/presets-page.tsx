import { Stack, TextInput } from '@mantine/core';
import { call } from '../../../../platform/call.ts';
import { page } from '../../../../platform/http/page.ts';
import { mayDo } from '../../../people/accounts/people/permissions.ts';
import { channelNamed } from '../../../shared/connections/queries.ts';
import { ConnectionPageHeader } from '../../../shared/connections/widgets/connection-page-header.tsx';
import { EmptyState } from '../../../ui/blocks/empty-state.tsx';
import { Section } from '../../../ui/blocks/section.tsx';
import { FormButtons } from '../../../ui/buttons/form-buttons.tsx';
import { SubmitButton } from '../../../ui/buttons/submit-button.tsx';
import { DeleteButton } from '../../../ui/dialog/delete-button.tsx';
import { useAdding } from '../../../ui/form/use-adding.ts';
import { AddFields, EndCell, MappingTable } from '../../../ui/mapping-table/mapping-table.tsx';
import { createPresetCall, deletePresetCall, type Preset, type RuleField } from '../rules/contract.ts';
import { destinationFieldsOf } from '../rules/fields.ts';
import { presetName } from '../rules/in-words.ts';
import { precedence } from '../rules/precedence.ts';
import { listPresets, listRuleHistory } from '../rules/queries.ts';
import { FieldSelect } from '../rules/widgets/field-select.tsx';
import { ImpactLine, impactQuery } from '../rules/widgets/impact-line.tsx';
import { RuleHistory } from '../rules/widgets/rule-history.tsx';
import { useAskedFirst } from '../saves/use-asked-first.tsx';
import type { Route } from './+types/presets-page.ts';

export const loader = page('work', async ({ session, tenant, params }) => {
  const { id, name } = await channelNamed(tenant, params.name ?? '');
  const history = (await listRuleHistory(tenant, id)).filter(({ noun }) => noun === 'preset');
  const [fields, presets] = [await destinationFieldsOf(tenant), await listPresets(tenant, id)];
  return { slug: params.name ?? '', name, fields, presets, history, mayMap: mayDo(session.role, 'map') };
});

/** The values that every order of a connection has at the warehouse. */
export default function PresetsPage({ loaderData: { slug, name, fields, presets, history, mayMap } }: Route.ComponentProps) {
  return (
    <>
      <ConnectionPageHeader slug={slug} name={name} title="Presets" />
      <Stack gap="lg">
        <p className="soft">
          A preset sets a field of every order of {name}. {precedence}
        </p>
        {mayMap && <AddPreset slug={slug} fields={fields} presets={presets} />}
        <Section title="Saved presets">
          {presets.length === 0 ? (
            <EmptyState title="No presets yet">Orders go to the warehouse as {name} sends them.</EmptyState>
          ) : (
            <MappingTable label="Presets" head={['Amware field', 'Preset value']} actions={mayMap}>
              {presets.map((preset) => (
                <tr key={preset.id}>
                  <th scope="row">{presetName(preset)}</th>
                  <td>{preset.field_value}</td>
                  {mayMap && (
                    <EndCell>
                      <DeleteButton
                        call={deletePresetCall}
                        id={preset.id}
                        params={{ name: slug }}
                        name={`the preset of ${presetName(preset)}`}
                        text={<ImpactLine slug={slug} change={{ delete_preset: preset.id }} />}
                        preview={impactQuery(slug, { delete_preset: preset.id })}
                      />
                    </EndCell>
                  )}
                </tr>
              ))}
            </MappingTable>
          )}
        </Section>
        <RuleHistory slug={slug} entries={history} mayMap={mayMap} />
      </Stack>
    </>
  );
}

const empty = { name: '', value: '' };

type Props = { slug: string; fields: readonly RuleField[]; presets: readonly Preset[] };

function AddPreset({ slug, fields, presets }: Props) {
  const presetOf = ({ name, value }: typeof empty) => ({
    ...{ field_name: name, field_value: value },
    field_description: fields.find((field) => field.name === name)?.description ?? '',
  });
  const seenOf = (written: typeof empty) => presets.find(({ field_name }) => field_name === written.name)?.field_value ?? null;
  const { typed, change, wrong, add } = useAdding(empty, (written) =>
    call(createPresetCall, { params: { name: slug }, body: { ...presetOf(written), was: seenOf(written) } }),
  );
  const { save, question } = useAskedFirst();
  const { name, value } = typed;
  const preview = impactQuery(slug, { preset: presetOf(typed) });
  const ask = () => (name && value ? save({ title: 'Add this preset?', verb: 'Add preset', preview, run: add }) : add());
  return (
    <Section title="Add a preset">
      <AddFields>
        <FieldSelect
          label="Amware field"
          fields={fields}
          value={name}
          onChange={(chosen) => change({ name: chosen })}
          error={wrong.field_name?.[0]}
        />
        <TextInput
          label="Preset value"
          value={value}
          onChange={({ currentTarget }) => change({ value: currentTarget.value })}
          error={wrong.field_value?.[0]}
          autoComplete="off"
        />
      </AddFields>
      {name && value && <ImpactLine slug={slug} change={{ preset: presetOf(typed) }} />}
      <FormButtons>
        <SubmitButton run={ask}>Add preset</SubmitButton>
      </FormButtons>
      {question}
    </Section>
  );
}
