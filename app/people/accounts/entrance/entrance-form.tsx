import { Stack } from '@mantine/core';
import { SubmitButton } from '../../../ui/buttons/submit-button.tsx';
import { PlainForm, type Typed } from '../../../ui/plain-form.tsx';
import { Refusal } from './entrance.tsx';

type Props = {
  verb: string;
  busy: boolean;
  refusal: string | null;
  send: (typed: Typed) => unknown;
  disabled?: boolean;
  children: React.ReactNode;
  /** What is below the button. */
  below?: React.ReactNode;
};

/** The form of a page outside the shell: what was refused, its fields, and one button. */
export function EntranceForm({ verb, busy, refusal, send, disabled = false, children, below }: Props) {
  return (
    <PlainForm send={send}>
      <Stack>
        <Refusal sentence={refusal} />
        {children}
        <SubmitButton busy={busy} disabled={disabled} fullWidth>
          {verb}
        </SubmitButton>
        {below}
      </Stack>
    </PlainForm>
  );
}
