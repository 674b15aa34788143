import { CloseButton, Flex, Stack, Text } from '@mantine/core';
import { IconExclamationCircleFilled } from '@tabler/icons-react';
import { SubmitButton } from '../../../ui/buttons/submit-button.tsx';
import { DialogButtons } from '../../../ui/dialog/dialog-buttons.tsx';

type Props = {
  title: React.ReactNode;
  /** What it will mend. */
  impact?: React.ReactNode;
  children: React.ReactNode;
  verb: string;
  /** False without the permission, or when nothing can be chosen. */
  canSend?: boolean;
  busy: boolean;
  failure: React.ReactNode;
  onSend: () => void;
  onClose: () => void;
};

/** The form of a remedy. Enter submits; Esc closes it, unless it only closes a list of choices. */
export function Panel({ title, impact, children, verb, canSend = true, busy, failure, onSend, onClose }: Props) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (canSend) onSend();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isListOpen(event.target)) return;
        event.stopPropagation();
        onClose();
      }}
    >
      <Stack gap={12} p="14px 16px 16px" fz="sm">
        <Flex justify="space-between" align="start" gap={12}>
          <h2>{title}</h2>
          <CloseButton aria-label="Close" mt={-3} mr={-6} onClick={onClose} />
        </Flex>
        {impact && (
          <Text size="sm" c="dimmed" mt={-8}>
            {impact}
          </Text>
        )}
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
    </form>
  );
}

const isListOpen = (target: EventTarget) =>
  target instanceof Element && target.getAttribute('aria-expanded') === 'true' && target.matches('[data-expanded]');
