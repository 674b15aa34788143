import { useEffect, useEffectEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { showAlert } from '../../../../ui/alerts/alerts.ts';
import { editingEnded, type Order } from '../../detail/widgets/order.ts';

/**
 * Opens edit mode for a link with `edit=1`, or says why the order cannot be edited, then removes it from the address: a reload,
 * the back button and a cancelled edit show the order read-only.
 */
export function useEditRequest(order: Order, isEditing: boolean, enter: () => Promise<void>): void {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const isRequested = params.get('edit') === '1';
  const enterOrExplain = useEffectEvent((isOpen: boolean) => {
    const ended = editingEnded(order);
    if (!isOpen && !ended) return void enter();
    if (ended) showAlert('warning', `${ended}.`);
    const others = new URLSearchParams(params);
    others.delete('edit');
    navigate({ search: others.toString(), hash: location.hash }, { replace: true, preventScrollReset: true });
  });
  useEffect(() => {
    if (isRequested) enterOrExplain(isEditing);
  }, [isRequested, isEditing]);
}
