import { Stack } from '@mantine/core';
import { page } from '../../../../platform/http/page.ts';
import { mayDo } from '../../../people/accounts/people/permissions.ts';
import { channelNamed } from '../../../shared/connections/queries.ts';
import { ConnectionPageHeader } from '../../../shared/connections/widgets/connection-page-header.tsx';
import { EmptyState } from '../../../ui/blocks/empty-state.tsx';
import { Section } from '../../../ui/blocks/section.tsx';
import { DeleteButton } from '../../../ui/dialog/delete-button.tsx';
import { EndCell, MappingTable } from '../../../ui/mapping-table/mapping-table.tsx';
import { deleteFieldMappingCall, type FieldMapping } from '../rules/contract.ts';
import { destinationFieldsOf, sourceFieldsOf } from '../rules/fields.ts';
import { mappingName } from '../rules/in-words.ts';
import { nameOf } from '../rules/name-of.ts';
import { precedence } from '../rules/precedence.ts';
import { listMappings, listRuleHistory } from '../rules/queries.ts';
import { ImpactLine, impactQuery } from '../rules/widgets/impact-line.tsx';
import { RuleHistory } from '../rules/widgets/rule-history.tsx';
import type { Route } from './+types/field-mappings-page.ts';
import { AddMapping } from './widgets/add-mapping.tsx';

export const loader = page('work', async ({ session, tenant, params }) => {
  const { id, name } = await channelNamed(tenant, params.name ?? '');
  const history = (await listRuleHistory(tenant, id)).filter(({ noun }) => noun === 'field mapping');
  const [sources, destinations] = [await sourceFieldsOf(tenant, id), await destinationFieldsOf(tenant)];
  const mappings = await listMappings(tenant, id);
  return { slug: params.name ?? '', name, sources, destinations, mappings, history, mayMap: mayDo(session.role, 'map') };
});

/** How fields of a channel's orders set fields of what goes to the warehouse. */
export default function FieldMappingsPage({ loaderData }: Route.ComponentProps) {
  const { slug, name, sources, destinations, mappings, history, mayMap } = loaderData;
  return (
    <>
      <ConnectionPageHeader slug={slug} name={name} title="Field mappings" />
      <Stack gap="lg">
        <p className="soft">{precedence}</p>
        {mayMap && <AddMapping slug={slug} sources={sources} destinations={destinations} mappings={mappings} />}
        <Section title="Saved field mappings">
          {mappings.length === 0 ? (
            <EmptyState title="No field mappings yet">
              A mapping copies a field of the channel’s order to one of the warehouse’s, or sets it where the channel’s has a certain value.
            </EmptyState>
          ) : (
            <MappingTable
              label="Field mappings"
              head={['Source field', 'Source value', 'Amware field', 'Destination value']}
              actions={mayMap}
            >
              {mappings.map((mapping) => (
                <MappingRow key={mapping.id} slug={slug} mapping={mapping} mayMap={mayMap} />
              ))}
            </MappingTable>
          )}
        </Section>
        <RuleHistory slug={slug} entries={history} mayMap={mayMap} />
      </Stack>
    </>
  );
}

/** Without a source value it is the default; without a destination value it takes the source's. */
function MappingRow({ slug, mapping, mayMap }: { slug: string; mapping: FieldMapping; mayMap: boolean }) {
  const { id, source_field, source_name, source_value, destination_field, destination_name, destination_value } = mapping;
  return (
    <tr>
      <th scope="row">{source_name || source_field}</th>
      <td>{source_value || <span className="soft">default</span>}</td>
      <td>{nameOf(destination_name) || destination_field}</td>
      <td>{destination_value || <span className="soft">source value</span>}</td>
      {mayMap && (
        <EndCell>
          <DeleteButton
            call={deleteFieldMappingCall}
            id={id}
            params={{ name: slug }}
            name={mappingName(mapping)}
            text={<ImpactLine slug={slug} change={{ delete_mapping: id }} />}
            preview={impactQuery(slug, { delete_mapping: id })}
          />
        </EndCell>
      )}
    </tr>
  );
}
