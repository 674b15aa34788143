import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '../../../../platform/call.ts';
import { showAlert, showError } from '../../../ui/alerts/alerts.ts';
import { RowButton } from '../../../ui/row-button.tsx';
import { actOnOrderCall } from '../../contract.ts';
import classes from './history.module.css';

/** Takes the last edit back. It names the edit that it stands beside, so that nobody undoes one that they have not seen. */
export function UndoEdit({ orderId, edit }: { orderId: number; edit: number }) {
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const { revalidate } = useRevalidator();
  const press = async () => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      const { message } = await call(actOnOrderCall, { params: { id: orderId, action: 'undo-edit' }, body: { edit } });
      showAlert('success', message);
    } catch (error) {
      showError(error);
    }
    // Refused, the page is behind what others did: it shows that too.
    await revalidate();
    running.current = false;
    setBusy(false);
  };
  return (
    <div className={classes.undo}>
      <RowButton onClick={press} aria-disabled={busy} aria-busy={busy}>
        Undo
      </RowButton>
    </div>
  );
}
