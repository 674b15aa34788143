import { useLocation, useRevalidator } from 'react-router';
import { showAlert } from '../alerts/alerts.ts';
import { showUndoable } from '../alerts/undoable.ts';

/** What is taken back, as in `Undo hold`; how, by its run; and the page that then offers it, where that is another. */
export type Undo = { what: string; by: (runId: number) => Promise<unknown>; at?: string };
/** What a call replies that did something; `runId`: what Activity has of it, where it can be undone. */
export type Done = { message: string; runId?: number | undefined };

/**
 * Shows what was done, with its undo where `undo` says how and the reply names its run: on the page where it was done, also where the reply
 * comes once another one is open.
 */
export function useShowDone(undo?: Undo): (reply: Done) => void {
  const { revalidate } = useRevalidator();
  const { pathname } = useLocation();
  return ({ message: text, runId }) => {
    if (undo && runId !== undefined) showUndoable({ at: pathname, ...undo, text, undo: () => undo.by(runId).then(revalidate) });
    else showAlert('success', text);
  };
}
