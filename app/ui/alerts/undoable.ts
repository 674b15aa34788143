import { openStore, useStore } from '../live/store.ts';
import { type AlertLevel, alertMs, dismissAlert, showAlert } from './alerts.ts';

/** How long the page on which something was done offers its undo, in ms. Its alert goes before. */
export const undoMs = 10_000;

/** What was done a moment ago, on the page of this path. */
export type Undoable = { id: number; at: string; what: string; run: () => Promise<void> };

type Done = {
  /** What the alert says. */
  text: string;
  level?: AlertLevel;
  /** What is taken back, after the word Undo: `hold`, `deletion of Returns desk`. */
  what: string;
  /** Takes it back and says so. False where something is left that another try may take back. */
  undo: () => Promise<unknown>;
  /** The path of the page that offers it, where that is not the one that is open. */
  at?: string;
};

/**
 * Says what was done. Undo stands in its alert for as long as that stays, and beside the title of the page for ten seconds. After that,
 * what is kept for longer is undone from Activity.
 */
export function showUndoable({ text, level = 'success', what, undo, at = window.location.pathname }: Done): void {
  const id = nextId++;
  const forget = () => undoables.set(undoables.get().filter((each) => each.id !== id));
  const takeBack = async () => {
    if ((await undo()) !== false) forget();
    dismissAlert(alert);
  };
  // Two buttons offer it, and both may be pressed while it is at work.
  let running: Promise<void> | undefined;
  const run = () => {
    running ??= takeBack().finally(() => {
      running = undefined;
    });
    return running;
  };
  const alert = showAlert(level, text, alertMs, { label: 'Undo', run });
  undoables.set([...undoables.get(), { id, at, what, run }]);
  setTimeout(forget, undoMs);
}

const undoables = openStore<readonly Undoable[]>([]);
let nextId = 1;

export const useUndoables = () => useStore(undoables);
export const readUndoables = undoables.get;
