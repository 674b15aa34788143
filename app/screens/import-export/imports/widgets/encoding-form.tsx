import { Stack } from '@mantine/core';
import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '../../../../../platform/call.ts';
import { changeEncodingCall } from '../../../../shared/imports/contract.ts';
import { EncodingChoice, focusFirst } from '../../../../shared/imports/encoding-choice.tsx';
import { FormButtons } from '../../../../ui/buttons/form-buttons.tsx';
import { SubmitButton } from '../../../../ui/buttons/submit-button.tsx';
import type { ShownImport } from '../shown-import.ts';

type Props = { shown: ShownImport; onDone?: () => void };

/** In which encoding a file of no Unicode is read. Nothing is chosen before a person does, where the file does not show it for certain. */
export function EncodingForm({ shown: { id, run_id, readings, encoding, isUnsure }, onDone }: Props) {
  const [chosen, setChosen] = useState(isUnsure ? null : encoding);
  const [isMissing, setMissing] = useState(false);
  const choice = useRef<HTMLDivElement>(null);
  const { revalidate } = useRevalidator();
  const save = async () => {
    setMissing(chosen === null);
    if (chosen === null) return focusFirst(choice.current);
    await call(changeEncodingCall, { params: { id }, body: { encoding: chosen, run_id } }).catch((error: unknown) => {
      // What is refused was meant for something else than there is now: that appears while the refusal is read.
      void revalidate();
      throw error;
    });
    onDone?.();
    await revalidate();
  };
  return (
    <Stack gap={16}>
      <EncodingChoice
        ref={choice}
        readings={readings}
        value={chosen}
        onChange={setChosen}
        error={isMissing && chosen === null && 'Choose one'}
      />
      <p className="soft">Where none reads right, save the table as “CSV UTF-8” and import that file.</p>
      <FormButtons>
        <SubmitButton run={save}>Read the file so</SubmitButton>
      </FormButtons>
    </Stack>
  );
}
