import { useState } from 'react';
import { useLeaveGuard } from './use-leave-guard.tsx';

/**
 * For a dialog in which something is typed: Esc, the cross and a press beside it ask before that is lost. Spread `guard` on the dialog
 * and render `question` in it. `onLeave` runs where the person leaves it all the same.
 */
export function useDialogGuard(isUnsaved: boolean, onLeave: () => void) {
  const [isLeaving, setLeaving] = useState(false);
  const { asks, dialog } = useLeaveGuard({ isUnsaved, isLeaving, onStay: () => setLeaving(false), onLeave });
  const mayClose = () => {
    setLeaving(isUnsaved);
    return !isUnsaved;
  };
  return { guard: { closable: !asks, mayClose }, question: dialog };
}
