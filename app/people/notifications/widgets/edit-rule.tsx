import '@mantine/core/styles/NumberInput.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { MultiSelect, NumberInput, Stack, TagsInput, Text } from '@mantine/core';
import { useState } from 'react';
import { isRefused } from '../../../../platform/call.ts';
import { SubmitButton } from '../../../ui/buttons/submit-button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { DialogButtons } from '../../../ui/dialog/dialog-buttons.tsx';
import { useDialogGuard } from '../../../ui/form/use-dialog-guard.tsx';
import { useSave } from '../../../ui/hooks/use-save.ts';
import { useSending } from '../../../ui/plain-form.tsx';
import { saveRuleCall } from '../contract.ts';
import { kinds, type NotificationKind } from '../kinds.ts';
import type { Rule } from '../rules.ts';

type Named = { id: number; name: string };
type Props = { rule: Rule; hours: number; departments: Named[]; people: Named[]; onClose: () => void };

/** Who is told of one kind of event. */
export default function EditRule({ rule, hours, departments, people, onClose }: Props) {
  // The page reads the hours anew while the dialog is open.
  const [began] = useState(() => ({ ...recipientsOf(rule), hours }));
  const [chosen, setChosen] = useState(() => recipientsOf(rule));
  const [after, setAfter] = useState(hours);
  const isWaiting = rule.kind === 'orders_waiting';
  const { busy, faults, send } = useSaving(rule, began.hours);
  const isUnsaved = JSON.stringify({ ...chosen, hours: after }) !== JSON.stringify(began);
  const { guard, question } = useDialogGuard(isUnsaved, onClose);
  const save = (close: () => void) =>
    send(
      {
        departments: chosen.departments.map(Number),
        people: chosen.people.map(Number),
        addresses: chosen.addresses,
        ...(isWaiting && { hours: after }),
      },
      close,
    );
  const choose = (field: 'departments' | 'people', label: string, among: Named[]) => (
    <MultiSelect
      label={label}
      data={among.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={chosen[field]}
      onChange={(value) => setChosen({ ...chosen, [field]: value })}
      error={faults[field]}
      searchable
      comboboxProps={{ withinPortal: false }}
    />
  );
  return (
    <Dialog title={kinds[rule.kind].label} {...guard} onClose={onClose}>
      {(close) => (
        <Stack>
          {/* What is chosen while it is saved would be in no call. */}
          <Stack inert={busy}>
            {isWaiting && (
              <NumberInput
                label="After how many hours"
                min={1}
                max={720}
                value={after}
                onChange={(value) => setAfter(Number(value))}
                error={faults.hours}
              />
            )}
            {choose('departments', 'Departments', departments)}
            {choose('people', 'People', people)}
            <TagsInput
              label="E-mail addresses"
              description="Of people who do not sign in here. They are mailed."
              value={chosen.addresses}
              onChange={(value) => setChosen({ ...chosen, addresses: value })}
              error={Object.entries(faults).find(([name]) => name.split('.')[0] === 'addresses')?.[1]}
              acceptValueOnBlur
            />
          </Stack>
          <Text size="xs" c="dimmed">
            {withoutNames(rule.kind)}
          </Text>
          <DialogButtons onCancel={close} leavable={!busy}>
            <SubmitButton busy={busy} run={() => save(close)}>
              Save
            </SubmitButton>
          </DialogButtons>
          {question}
        </Stack>
      )}
    </Dialog>
  );
}

function withoutNames(kind: NotificationKind): string {
  const { department } = kinds[kind];
  if (department === null) return 'Whoever it concerns is notified anyway.';
  if (kind === 'ticket_answered') return `Whoever asked is notified anyway. With nobody named: the people of ${department} too.`;
  return `With nobody named: the people of ${department}, or admins when nobody is in it.`;
}

type Recipients = { departments: number[]; people: number[]; addresses: string[]; hours?: number };

/** Saves the rule once; after a person has read that another changed it, without what it was. */
function useSaving(rule: Rule, hours: number) {
  const [isOutdated, setOutdated] = useState(false);
  const save = useSave();
  return useSending(async (recipients: Recipients, close: () => void) => {
    const was = {
      departments: rule.departments.map(({ id }) => id),
      people: rule.people.map(({ id }) => id),
      addresses: rule.addresses,
      ...(recipients.hours !== undefined && { hours }),
    };
    const body = { ...recipients, ...(!isOutdated && { was }) };
    await save(saveRuleCall, { params: { kind: rule.kind as 'po_received' }, body }, close).catch((error) => {
      if (isRefused(error, 'changed_meanwhile')) setOutdated(true);
      throw error;
    });
  });
}

const recipientsOf = ({ departments, people, addresses }: Rule) => ({
  ...{ departments: idsOf(departments), people: idsOf(people), addresses },
});

const idsOf = (named: Named[]) => named.map(({ id }) => String(id));
