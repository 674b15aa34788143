import { Stack } from '@mantine/core';
import { useRevalidator } from 'react-router';
import { call } from '../../../../../platform/call.ts';
import { changeEncodingCall } from '../../../../shared/imports/contract.ts';
import { EncodingChoice } from '../../../../shared/imports/encoding-choice.tsx';
import { useEncodingChoice } from '../../../../shared/imports/use-encoding-choice.ts';
import { FormButtons } from '../../../../ui/buttons/form-buttons.tsx';
import { SubmitButton } from '../../../../ui/buttons/submit-button.tsx';
import { useReread } from '../../../../ui/hooks/use-reread.ts';
import type { ShownImport } from '../shown-import.ts';

type Props = { shown: ShownImport; onDone?: () => void };

/** In which encoding a file of no Unicode is read. Nothing is chosen before a person does, where the file does not show it for certain. */
export function EncodingForm({ shown: { id, run_id, readings, encoding, isUnsure }, onDone }: Props) {
  const { revalidate } = useRevalidator();
  const reread = useReread();
  const { choice, submit } = useEncodingChoice(isUnsure ? null : encoding, async (chosen) => {
    await reread(call(changeEncodingCall, { params: { id }, body: { encoding: chosen, run_id } }));
    onDone?.();
    await revalidate();
  });
  return (
    <Stack gap={16} maw={900}>
      <EncodingChoice readings={readings} {...choice} />
      <p className="soft">Where none reads right, save the table as “CSV UTF-8” and import that file.</p>
      <FormButtons>
        <SubmitButton run={submit}>Read the file this way</SubmitButton>
      </FormButtons>
    </Stack>
  );
}
