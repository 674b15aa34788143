import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '../../../../platform/call.ts';
import { showAlert } from '../../../ui/alerts/alerts.ts';
import { PressButton } from '../../../ui/row-button.tsx';
import { actOnOrderCall } from '../../contract.ts';
import classes from './history.module.css';

/** Takes the last edit back. It names the edit that it stands beside, so that nobody undoes one that they have not seen. */
export function UndoEdit({ orderId, edit }: { orderId: number; edit: number }) {
  const { revalidate } = useRevalidator();
  const { place, begin } = useFocusAfter();
  const undo = async () => {
    begin();
    try {
      const { message } = await call(actOnOrderCall, { params: { id: orderId, action: 'undo-edit' }, body: { edit } });
      showAlert('success', message);
    } finally {
      // Refused, the page is behind what others did: it shows that too.
      await revalidate();
    }
  };
  return (
    <div ref={place} className={classes.undo} data-undo>
      <PressButton run={undo}>Undo</PressButton>
    </div>
  );
}

/** Once it is undone its button is gone: focus goes to the one of the edit before, or to the first of the history. */
function useFocusAfter() {
  const place = useRef<HTMLDivElement>(null);
  const isPressed = useRef(false);
  useEffect(() => {
    const history = place.current?.closest('section');
    return () => {
      if (!isPressed.current || document.activeElement !== document.body) return;
      const next = history?.querySelector<HTMLElement>('[data-undo] button') ?? history?.querySelector<HTMLElement>('button');
      next?.focus({ preventScroll: true });
    };
  }, []);
  return {
    place,
    begin: () => {
      isPressed.current = true;
    },
  };
}
