import { useRevalidator } from 'react-router';
import { call } from '../../platform/call.ts';
import { showAlert } from '../ui/alerts/alerts.ts';
import { type Undoable, undoMappingCall } from './contract.ts';

/** The reply to a save; without `undo` where nothing can be undone. */
export type Saved = { message: string; undo?: Undoable };

/** Shows what was saved, with Undo beside it for as long as what it mended stays here. */
export function useShowSaved(): (saved: Saved) => void {
  const { revalidate } = useRevalidator();
  return ({ message, undo }) => {
    if (!undo) return void showAlert('success', message);
    showAlert('success', message, undo.seconds * 1000, {
      label: 'Undo',
      async run() {
        const { message } = await call(undoMappingCall, { params: { id: undo.id } });
        showAlert('success', message);
        await revalidate();
      },
    });
  };
}
