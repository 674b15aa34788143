import { useEffect, useEffectEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { showAlert } from '../../../ui/alerts/alerts.ts';
import { editingEnded } from './editing-ended.ts';
import type { Order } from './order.ts';

/**
 * A link with `edit=1` opens edit mode, or says why the order cannot be edited. Answered, it leaves the address: a reload, the way
 * back and an edit that was left show the order as it is read.
 */
export function useAskedToEdit(order: Order, isEditing: boolean, enter: () => Promise<void>): void {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const isAsked = params.get('edit') === '1';
  const answer = useEffectEvent((isOpen: boolean) => {
    const ended = editingEnded(order);
    if (!isOpen && !ended) return void enter();
    if (ended) showAlert('warning', `${ended}.`);
    const others = new URLSearchParams(params);
    others.delete('edit');
    navigate({ search: others.toString(), hash: location.hash }, { replace: true, preventScrollReset: true });
  });
  useEffect(() => {
    if (isAsked) answer(isEditing);
  }, [isAsked, isEditing]);
}
