import '@mantine/core/styles/NumberInput.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { MultiSelect, NumberInput, Stack, TagsInput, Text } from '@mantine/core';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { CallError } from '../../../../platform/call.ts';
import { showAlert, showError } from '../../../ui/alerts/alerts.ts';
import { SubmitButton } from '../../../ui/buttons/submit-button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { DialogButtons } from '../../../ui/dialog/dialog-buttons.tsx';
import { useCall } from '../../../ui/hooks/use-call.ts';
import { fieldMessages } from '../../../ui/words/error-message.ts';
import { saveRuleCall } from '../contract.ts';
import { kinds } from '../kinds.ts';
import type { Rule } from '../rules.ts';

type Named = { id: number; name: string };
type Props = { rule: Rule; hours: number; departments: Named[]; people: Named[]; onClose: () => void };

/** Who is told of one kind of event. */
export default function EditRule({ rule, hours, departments, people, onClose }: Props) {
  const [chosen, setChosen] = useState({ departments: idsOf(rule.departments), people: idsOf(rule.people), addresses: rule.addresses });
  const [after, setAfter] = useState(hours);
  const [isTold, setTold] = useState(false);
  const [faults, setFaults] = useState<Record<string, string[]>>({});
  const { revalidate } = useRevalidator();
  const save = useCall(saveRuleCall, { onError: () => undefined });
  const isWaiting = rule.kind === 'orders_waiting';
  const was = {
    departments: rule.departments.map(({ id }) => id),
    people: rule.people.map(({ id }) => id),
    addresses: rule.addresses,
    ...(isWaiting && { hours }),
  };
  const send = async (close: () => void) => {
    const body = {
      departments: chosen.departments.map(Number),
      people: chosen.people.map(Number),
      addresses: chosen.addresses,
      ...(isWaiting && { hours: after }),
      ...(!isTold && { was }),
    };
    try {
      const { message } = await save.mutateAsync({ params: { kind: rule.kind as 'po_received' }, body });
      showAlert('success', message);
      close();
      await revalidate();
    } catch (error) {
      // Who was told of another's change has read it when they save again.
      if (error instanceof CallError && error.code === 'changed_meanwhile') setTold(true);
      const found = fieldMessages(error);
      setFaults(found);
      if (Object.keys(found).length === 0) showError(error);
    }
  };
  return (
    <Dialog title={kinds[rule.kind].label} onClose={onClose}>
      {(close) => (
        <Stack>
          {isWaiting && (
            <NumberInput
              label="After how many hours"
              min={1}
              max={720}
              value={after}
              onChange={(value) => setAfter(Number(value))}
              error={faults.hours?.[0]}
            />
          )}
          <MultiSelect
            label="Departments"
            data={optionsOf(departments)}
            value={chosen.departments}
            onChange={(value) => setChosen({ ...chosen, departments: value })}
            error={faults.departments?.[0]}
            searchable
            comboboxProps={{ withinPortal: false }}
          />
          <MultiSelect
            label="People"
            data={optionsOf(people)}
            value={chosen.people}
            onChange={(value) => setChosen({ ...chosen, people: value })}
            error={faults.people?.[0]}
            searchable
            comboboxProps={{ withinPortal: false }}
          />
          <TagsInput
            label="E-mail addresses"
            description="Of people who do not sign in here. They are mailed."
            value={chosen.addresses}
            onChange={(value) => setChosen({ ...chosen, addresses: value })}
            error={faultOf(faults, 'addresses')}
            acceptValueOnBlur
          />
          <Text size="xs" c="dimmed">
            {kinds[rule.kind].department
              ? `With nobody named: the people of ${kinds[rule.kind].department}, or admins when nobody is in it.`
              : 'Whoever it concerns is notified anyway.'}
          </Text>
          <DialogButtons onCancel={close}>
            <SubmitButton run={() => send(close)}>Save</SubmitButton>
          </DialogButtons>
        </Stack>
      )}
    </Dialog>
  );
}

const idsOf = (named: Named[]) => named.map(({ id }) => String(id));
const optionsOf = (named: Named[]) => named.map(({ id, name }) => ({ value: String(id), label: name }));
/** Of a list, what is wrong with the list or one of its entries. */
const faultOf = (faults: Record<string, string[]>, field: string) =>
  Object.entries(faults).find(([name]) => name === field || name.startsWith(`${field}.`))?.[1][0];
