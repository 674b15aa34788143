import { Flex, Stack } from '@mantine/core';
import { IconExclamationCircleFilled } from '@tabler/icons-react';
import { SubmitButton } from '../buttons/submit-button.tsx';
import { DialogButtons } from '../dialog/dialog-buttons.tsx';
import { PlainForm } from '../plain-form.tsx';

export type OwnFormProps = {
  children: React.ReactNode;
  verb: string;
  /** False without the permission, or when nothing can be chosen. */
  canSend?: boolean;
  busy: boolean;
  /** What is missing, or was refused. */
  failure: React.ReactNode;
  onSend: () => void;
  onClose: () => void;
};
type Props = OwnFormProps & { padding?: string; onKeyDown?: React.KeyboardEventHandler };

/**
 * A form with parts of its own, such as a product to choose, where no schema makes it. Enter sends it; a failure stands above its
 * buttons.
 */
export function OwnForm({ children, verb, canSend = true, busy, failure, onSend, onClose, padding, onKeyDown }: Props) {
  return (
    <PlainForm noValidate send={() => canSend && onSend()} onKeyDown={onKeyDown}>
      <Stack gap={12} p={padding} fz="sm">
        {children}
        {failure && (
          <Flex gap={6} align="start" c="var(--red)" role="alert">
            <IconExclamationCircleFilled size={15} aria-hidden style={{ flex: 'none', marginTop: 2 }} /> <span>{failure}</span>
          </Flex>
        )}
        <DialogButtons onCancel={onClose} leavable={!busy}>
          {canSend && <SubmitButton busy={busy}>{verb}</SubmitButton>}
        </DialogButtons>
      </Stack>
    </PlainForm>
  );
}
