import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { call } from '../../../../platform/call.ts';
import { page } from '../../../../platform/http/page.ts';
import { EmptyState } from '../../../ui/blocks/empty-state.tsx';
import { PageHeader } from '../../../ui/blocks/page-header.tsx';
import { Section } from '../../../ui/blocks/section.tsx';
import { FormButtons } from '../../../ui/buttons/form-buttons.tsx';
import { SubmitButton } from '../../../ui/buttons/submit-button.tsx';
import { DeleteButton } from '../../../ui/dialog/delete-button.tsx';
import { useAdding } from '../../../ui/form/use-adding.ts';
import { AddFields, EndCell, MappingTable } from '../../../ui/mapping-table/mapping-table.tsx';
import type { Route } from './+types/fields-page.ts';
import { createMappableFieldCall, deleteMappableFieldCall } from './contract.ts';
import { listMappableFields, mappableConnectors } from './queries.ts';

export const loader = page('portal', async ({ tenant }) => ({ fields: await listMappableFields(tenant), connectors: mappableConnectors }));

/** The fields of channels' orders that field mappings of every account may read. */
export default function MappableFieldsPage({ loaderData: { fields, connectors } }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title="Mappable fields" />
      <Stack gap="lg">
        <p className="soft">
          A field is a path into an order as the channel sends it, as <span className="mono">advancedOptions.customField1</span>. Every
          account with such a connection can read it in field mappings.
        </p>
        <AddField connectors={connectors} />
        {fields.length === 0 ? (
          <EmptyState title="No fields yet">Field mappings read the fields that each connector names itself.</EmptyState>
        ) : (
          <MappingTable label="Mappable fields" head={['Field name', 'Field Description', 'Connector']} actions>
            {fields.map(({ id, connector_name, name, description }) => (
              <tr key={id}>
                <th scope="row" className="mono">
                  {name}
                </th>
                <td>{description}</td>
                <td>{connector_name}</td>
                <EndCell>
                  <DeleteButton
                    call={deleteMappableFieldCall}
                    id={id}
                    name={name}
                    text="It can no longer be chosen. Mappings that read it stay."
                  />
                </EndCell>
              </tr>
            ))}
          </MappingTable>
        )}
      </Stack>
    </>
  );
}

const empty = { connector_id: '', name: '', description: '' };

function AddField({ connectors }: { connectors: readonly { id: string; name: string }[] }) {
  const { typed, change, wrong, add } = useAdding(empty, (written) => {
    const connector_name = connectors.find(({ id }) => id === written.connector_id)?.name ?? '';
    return call(createMappableFieldCall, { body: { ...written, connector_name } });
  });
  return (
    <Section title="Add a field">
      <AddFields>
        <TextInput
          label="Field name"
          autoComplete="off"
          spellCheck={false}
          value={typed.name}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
          error={wrong.name?.[0]}
        />
        <TextInput
          label="Field Description"
          autoComplete="off"
          value={typed.description}
          onChange={({ currentTarget }) => change({ description: currentTarget.value })}
          error={wrong.description?.[0]}
        />
        <NativeSelect
          label="Connector"
          data={[{ value: '', label: '-- Select Connector --' }, ...connectors.map(({ id, name }) => ({ value: id, label: name }))]}
          value={typed.connector_id}
          onChange={({ currentTarget }) => change({ connector_id: currentTarget.value })}
          error={wrong.connector_id?.[0]}
        />
      </AddFields>
      <FormButtons>
        <SubmitButton run={add}>Add field</SubmitButton>
      </FormButtons>
    </Section>
  );
}
