import { href, useNavigate } from 'react-router';
import { showAlert } from '../../../../ui/alerts/alerts.ts';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import { useCall } from '../../../../ui/hooks/use-call.ts';
import { deleteSubscriptionCall, type Subscription } from '../contract.ts';

type Props = { subscription: Pick<Subscription, 'id' | 'name'>; onClose: () => void };

/** Asks, deletes, and goes back to the list. */
export default function DeleteDialog({ subscription: { id, name }, onClose }: Props) {
  const navigate = useNavigate();
  const remove = useCall(deleteSubscriptionCall, {
    async onDone({ message }) {
      await navigate(href('/settings/webhooks'));
      showAlert('success', message);
    },
  });
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      text="Nothing is sent to it from now on, not even what waits for it already. This cannot be undone."
      verb="Delete"
      danger
      run={() => remove.mutateAsync({ params: { id } })}
      onClose={onClose}
    />
  );
}
