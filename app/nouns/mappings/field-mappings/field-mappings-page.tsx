import { call } from '../../../../platform/call.ts';
import { page } from '../../../../platform/http/page.ts';
import { OnCard } from '../../../ui/list/columns/on-card.tsx';
import { createFieldMappingCall, deleteFieldMappingCall, type FieldMapping, type MappingBody } from '../rules/contract.ts';
import { mappingInWords, mappingName } from '../rules/in-words.ts';
import { loadRules, mappingForm } from '../rules/load.ts';
import { nameOf } from '../rules/name-of.ts';
import { listMappings } from '../rules/queries.ts';
import { describe } from '../rules/widgets/add-rule.tsx';
import { type RuleKind, RulesPage } from '../rules/widgets/rules-page.tsx';
import type { Route } from './+types/field-mappings-page.ts';

export const loader = page('work', (opened) => loadRules(opened, { noun: 'field mapping', list: listMappings, formOf: mappingForm }));

const shared = { card: 'text', wraps: true } as const;

const fieldMappings: RuleKind<FieldMapping, MappingBody> = {
  title: 'Field mappings',
  many: 'field mappings',
  added: {
    title: 'Add a field mapping',
    verb: 'Save rule',
    question: 'Save this rule?',
    bodyOf({ source_field = '', source_value = '', destination_field = '', destination_value = '' }, { sources, destinations }) {
      const names = { source_name: describe(sources, source_field), destination_name: describe(destinations, destination_field) };
      const mapping = { source_field, source_value, destination_field, destination_value, ...names };
      return { body: mapping, change: source_field && destination_field ? { mapping } : null };
    },
    save: (name, body) => call(createFieldMappingCall, { params: { name }, body }),
    replaced: (rules, { source_field, source_value, destination_field }) =>
      rules
        .filter((rule) => rule.source_field === source_field && rule.destination_field === destination_field)
        .find((rule) => rule.source_value === source_value.trim())?.destination_value,
  },
  columns: [
    {
      key: 'source_field',
      title: 'Source field',
      cell: ({ source_name, source_field }) => source_name || source_field,
      card: 'title',
      wraps: true,
    },
    // Without a source value it is the default; without a destination value it takes the source's.
    {
      ...{ key: 'source_value', title: 'Source value', ...shared },
      cell: ({ source_value }) => <Value label="Source value" value={source_value} otherwise="default" />,
    },
    {
      ...{ key: 'destination_field', title: 'Amware field', ...shared },
      cell: ({ destination_name, destination_field }) => (
        <Value label="Amware field" value={nameOf(destination_name) || destination_field} otherwise="" />
      ),
    },
    {
      ...{ key: 'destination_value', title: 'Destination value', ...shared },
      cell: ({ destination_value }) => <Value label="Destination value" value={destination_value} otherwise="source value" />,
    },
  ],
  nameOf: mappingName,
  inWords: mappingInWords,
  seenOf: ({ destination_value }) => destination_value,
  deleteCall: deleteFieldMappingCall,
  deletionOf: (id) => ({ delete_mapping: id }),
};

/** How fields of a channel's orders set fields of what goes to the warehouse. */
export default function FieldMappingsPage({ loaderData }: Route.ComponentProps) {
  return (
    <RulesPage
      loaded={loaderData}
      kind={fieldMappings}
      empty="A mapping copies a field of the channel’s order to one of the warehouse’s, or sets it where the channel’s has a certain value."
    />
  );
}

/** A card has no headings, so that there each value follows its own. */
const Value = ({ label, value, otherwise }: { label: string; value: string; otherwise: string }) => (
  <>
    <OnCard>{label}: </OnCard>
    {value || <span className="soft">{otherwise}</span>}
  </>
);
