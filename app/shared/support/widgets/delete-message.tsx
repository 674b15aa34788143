import { RowButton } from '../../../ui/buttons/row-button.tsx';
import { WithQuestion } from '../../../ui/dialog/with-question.tsx';
import { useSave } from '../../../ui/hooks/use-save.ts';
import { deleteMessageCall } from '../contract.ts';

/** Deletes a message once that was confirmed. */
export function DeleteMessage({ ticketId, messageId, name }: { ticketId: number; messageId: number; name: string }) {
  const save = useSave();
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
      run={() => save(deleteMessageCall, { params: { id: ticketId, messageId } }, () => document.getElementById('main')?.focus())}
    />
  );
}
