import { useEffect, useEffectEvent } from 'react';
import { useLeaveGuard } from '../../../../ui/form/use-leave-guard.tsx';
import { countedWords } from '../../../../ui/words/counted-words.ts';
import type { Order } from '../../detail/widgets/order.ts';
import { isDialogOpen, useWindowKeys } from './keys.ts';
import { countChanges, type EditSession, useSession } from './session.ts';

type Props = { order: Order; session: EditSession; onLeave: () => void; onEnd: () => void };

/** Asks before unsaved input is lost: on Esc, on a link and on closing the window. */
export function EditGuard({ order, session, onLeave, onEnd }: Props) {
  const changes = useSession(session, (state) => countChanges(state, order));
  const isLeaving = useSession(session, (state) => state.isLeaving);
  const { dialog } = useLeaveGuard({
    isUnsaved: changes > 0,
    isLeaving,
    text: `${countedWords(changes, 'change')} of this order ${changes === 1 ? 'is' : 'are'} not saved.`,
    onStay: () => session.set({ isLeaving: false }),
    onLeave: onEnd,
  });
  useEndWhenPointless(!order.editable && changes === 0, onEnd);
  useWindowKeys((event) => {
    if (event.key === 'Escape' && !isDialogOpen() && !isElsewhere(event.target)) onLeave();
  });
  return dialog;
}

/** The order went to the warehouse in the meantime and can no longer be edited; what was typed stays visible. */
function useEndWhenPointless(isPointless: boolean, onEnd: () => void): void {
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (isPointless) end();
  }, [isPointless]);
}

/** Esc in the header's search box is handled there. */
const isElsewhere = (target: EventTarget | null) => target instanceof HTMLInputElement && !target.closest('#main');
