import { TextInput } from '@mantine/core';
import { call } from '../../../../../platform/call.ts';
import type { MethodGroup } from '../../../../base/shipping-methods/contract.ts';
import { MethodSelect } from '../../../../base/shipping-methods/method-select.tsx';
import { Section } from '../../../../ui/blocks/section.tsx';
import { FormButtons } from '../../../../ui/buttons/form-buttons.tsx';
import { SubmitButton } from '../../../../ui/buttons/submit-button.tsx';
import { useAdding } from '../../../../ui/form/use-adding.ts';
import { AddFields } from '../../../../ui/mapping-table/mapping-table.tsx';
import type { PreviewedChange } from '../../saves/contract.ts';
import { useAskedFirst } from '../../saves/use-asked-first.tsx';
import { useShowSaved } from '../../saves/use-saved.ts';
import { createShippingOptionCall } from '../contract.ts';
import { showEach } from './use-options.ts';

const empty = { ship_code: '', description: '', ship_name: '' };

/** Adds a shipping code that neither the channel lists nor an order has had yet. */
export function AddCode({ slug, groups }: { slug: string; groups: readonly MethodGroup[] }) {
  const { typed, change, wrong, add } = useAdding(empty, (body) => call(createShippingOptionCall, { params: { name: slug }, body }), {
    onDone: useShowSaved(),
    onError: showEach,
  });
  const { saveMappings, question } = useAskedFirst();
  const { ship_code: code, ship_name: to } = typed;
  // What lacks is said by the call. A code that was deleted may have orders at the warehouse.
  const changes: PreviewedChange[] =
    code.trim() === '' || to === '' ? [] : [{ connection: slug, change: { kind: 'shipping', codes: [{ code: code.trim(), to }] } }];
  const ask = () => saveMappings({ title: `Map ${code.trim()}?`, verb: 'Map', changes, run: add });
  return (
    <Section title="Add a code">
      <AddFields>
        <TextInput
          label="Shipping code"
          autoComplete="off"
          spellCheck={false}
          value={typed.ship_code}
          onChange={({ currentTarget }) => change({ ship_code: currentTarget.value })}
          error={wrong.ship_code?.[0]}
        />
        <TextInput
          label="Description"
          autoComplete="off"
          value={typed.description}
          onChange={({ currentTarget }) => change({ description: currentTarget.value })}
          error={wrong.description?.[0]}
        />
        <MethodSelect
          label="Shipping method"
          groups={groups}
          value={typed.ship_name}
          onChange={(ship_name) => change({ ship_name })}
          error={wrong.ship_name?.[0]}
        />
      </AddFields>
      <FormButtons>
        <SubmitButton variant="default" run={ask}>
          Add Code
        </SubmitButton>
      </FormButtons>
      {question}
    </Section>
  );
}
