import { TextInput } from '@mantine/core';
import { call } from '../../../../../platform/call.ts';
import { Section } from '../../../../ui/blocks/section.tsx';
import { FormButtons } from '../../../../ui/buttons/form-buttons.tsx';
import { SubmitButton } from '../../../../ui/buttons/submit-button.tsx';
import { useAdding } from '../../../../ui/form/use-adding.ts';
import { AddFields } from '../../../../ui/mapping-table/mapping-table.tsx';
import { createFieldMappingCall, type FieldMapping, type RuleField } from '../../rules/contract.ts';
import { FieldSelect } from '../../rules/widgets/field-select.tsx';
import { ImpactLine, impactQuery } from '../../rules/widgets/impact-line.tsx';
import { BesideEachOther, TryRule } from '../../rules/widgets/try-rule.tsx';
import { useAskedFirst } from '../../saves/use-asked-first.tsx';

const empty = { source_field: '', source_value: '', destination_field: '', destination_value: '' };

type Props = {
  slug: string;
  sources: readonly RuleField[];
  destinations: readonly RuleField[];
  /** Those that there are. */
  mappings: readonly FieldMapping[];
};

/** A new field mapping, tried on an order and counted before it is saved. */
export function AddMapping({ slug, sources, destinations, mappings }: Props) {
  const describe = (fields: readonly RuleField[], name: string) => fields.find((field) => field.name === name)?.description ?? '';
  const mappingOf = (written: typeof empty) => ({
    ...written,
    source_name: describe(sources, written.source_field),
    destination_name: describe(destinations, written.destination_field),
  });
  const { typed, change, wrong, add } = useAdding(empty, (written) =>
    call(createFieldMappingCall, { params: { name: slug }, body: { ...mappingOf(written), was: seenIn(mappings, written) } }),
  );
  const isComplete = typed.source_field !== '' && typed.destination_field !== '';
  const mapping = mappingOf(typed);
  const { save, question } = useAskedFirst();
  const preview = impactQuery(slug, { mapping });
  const ask = () => (isComplete ? save({ title: 'Save this rule?', verb: 'Save rule', preview, run: add }) : add());
  return (
    <BesideEachOther>
      <Section title="Add a field mapping">
        <AddFields>
          <FieldSelect
            label="Source field"
            fields={sources}
            value={typed.source_field}
            onChange={(source_field) => change({ source_field })}
            error={wrong.source_field?.[0]}
          />
          <TextInput
            label="Source value"
            description="Empty: whatever it is"
            value={typed.source_value}
            onChange={({ currentTarget }) => change({ source_value: currentTarget.value })}
            autoComplete="off"
          />
          <FieldSelect
            label="Amware field"
            fields={destinations}
            value={typed.destination_field}
            onChange={(destination_field) => change({ destination_field })}
            error={wrong.destination_field?.[0]}
          />
          <TextInput
            label="Destination value"
            description="Empty: the source’s value"
            value={typed.destination_value}
            onChange={({ currentTarget }) => change({ destination_value: currentTarget.value })}
            error={wrong.destination_value?.[0]}
            autoComplete="off"
          />
        </AddFields>
        {isComplete && <ImpactLine slug={slug} change={{ mapping }} />}
        <FormButtons>
          <SubmitButton run={ask}>Save rule</SubmitButton>
        </FormButtons>
        {question}
      </Section>
      <TryRule slug={slug} change={isComplete ? { mapping } : {}} fields={destinations} />
    </BesideEachOther>
  );
}

/** The value of the mapping that this one would replace. */
const seenIn = (mappings: readonly FieldMapping[], { source_field, source_value, destination_field }: typeof empty) =>
  mappings.find(
    (each) =>
      each.source_field === source_field && each.source_value === source_value.trim() && each.destination_field === destination_field,
  )?.destination_value ?? null;
