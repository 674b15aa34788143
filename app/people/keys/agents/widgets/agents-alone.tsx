import { Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Section } from '../../../../ui/blocks/section.tsx';
import { FormButtons } from '../../../../ui/buttons/form-buttons.tsx';
import { SubmitButton } from '../../../../ui/buttons/submit-button.tsx';
import { useSave } from '../../../../ui/hooks/use-save.ts';
import { PlainForm, useSending } from '../../../../ui/plain-form.tsx';
import { letAgentsCall } from '../contract.ts';

/** How much agents may change without a person. `alone`: as it is now. */
export function AgentsAlone({ alone }: { alone: number }) {
  const [records, setRecords] = useState(String(alone));
  const save = useSave({ rereadsRefused: true });
  const { busy, faults, send } = useSending(() => save(letAgentsCall, { body: { records: Number(records || 'NaN'), was: alone } }));
  return (
    <Section title="What agents do alone">
      <PlainForm send={() => send()} noValidate>
        <Stack maw={480}>
          <Text>
            What an agent prepares waits for a person, who starts it on its page. You can let agents make a few changes by themselves: put
            orders on hold, cancel or archive them, and take remedies. Whatever can make goods leave, as a hold that ends by itself, waits
            for a person all the same.
          </Text>
          <TextInput
            type="number"
            label="Changes without a person"
            description="Orders and purchase orders that all agents of this account together may change within 24 hours. 0: none."
            {...{ min: 0, max: 100, step: 1, inputMode: 'numeric' }}
            value={records}
            onChange={({ currentTarget }) => setRecords(currentTarget.value)}
            error={faults.records}
          />
          <FormButtons>
            <SubmitButton busy={busy}>Save</SubmitButton>
          </FormButtons>
        </Stack>
      </PlainForm>
    </Section>
  );
}
