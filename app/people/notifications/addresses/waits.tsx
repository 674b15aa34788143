import { Group, Text } from '@mantine/core';
import { showAlert } from '../../../ui/alerts/alerts.ts';
import { RowButton } from '../../../ui/buttons/row-button.tsx';
import { useCall } from '../../../ui/hooks/use-call.ts';
import { resendConfirmationCall } from './contract.ts';

/** That an address is not mailed before it has confirmed by the link in a mail, which can be sent again. */
export function Waits({ address, mayChange }: { address: string; mayChange: boolean }) {
  const resend = useCall(resendConfirmationCall, { onDone: ({ message }) => showAlert('success', message) });
  return (
    <Group gap={8} component="span">
      <Text size="xs" c="dimmed" span>
        {address} waits for confirmation
      </Text>
      {mayChange && (
        <RowButton aria-label={`Send again to ${address}`} disabled={resend.isPending} onClick={() => resend.mutate({ body: { address } })}>
          Send again
        </RowButton>
      )}
    </Group>
  );
}
