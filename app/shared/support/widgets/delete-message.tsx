import { useRevalidator } from 'react-router';
import { call } from '../../../../platform/call.ts';
import { showAlert } from '../../../ui/alerts/alerts.ts';
import { RowButton } from '../../../ui/buttons/row-button.tsx';
import { WithQuestion } from '../../../ui/dialog/with-question.tsx';
import { deleteMessageCall } from '../contract.ts';

/** Deletes a message once that was confirmed. */
export function DeleteMessage({ ticketId, messageId, name }: { ticketId: number; messageId: number; name: string }) {
  const { revalidate } = useRevalidator();
  const remove = async () => {
    const { message } = await call(deleteMessageCall, { params: { id: ticketId, messageId } });
    showAlert('success', message);
    document.getElementById('main')?.focus();
    await revalidate();
  };
  return (
    <WithQuestion
      button={(ask) => (
        <RowButton aria-label={`Delete ${name}`} onClick={ask}>
          Delete
        </RowButton>
      )}
      title="Delete the message?"
      text="Its files are deleted with it."
      verb="Delete"
      danger
      run={remove}
    />
  );
}
