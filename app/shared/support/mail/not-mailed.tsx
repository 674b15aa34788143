import { PressButton } from '../../../ui/buttons/row-button.tsx';
import { useSave } from '../../../ui/hooks/use-save.ts';
import { mailMessageCall } from '../contract.ts';

type Props = { ticketId: number; messageId: number; name: string; because: string; mailable: boolean };

/** Why a message did not reach whoever raised the ticket by mail. What was refused for good is mailed again by a person alone. */
export function NotMailed({ ticketId, messageId, name, because, mailable }: Props) {
  const save = useSave({ rereadsRefused: true });
  return (
    <p className="soft">
      This message was not mailed: {because}{' '}
      {mailable && (
        <PressButton aria-label={`Send again ${name}`} run={() => save(mailMessageCall, { params: { id: ticketId, messageId } })}>
          Send again
        </PressButton>
      )}
    </p>
  );
}
