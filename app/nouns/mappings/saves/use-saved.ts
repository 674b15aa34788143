import { useRevalidator } from 'react-router';
import { CallError, call } from '../../../../platform/call.ts';
import { type AlertAction, alertMs, showAlert } from '../../../ui/alerts/alerts.ts';
import { showUndoable } from '../../../ui/alerts/undoable.ts';
import { asSentence } from '../../../ui/words/as-sentence.ts';
import { type Undoable, undoMappingCall } from './contract.ts';

/** The reply to a save, or to several made at once; without `undo` where nothing can be undone. */
export type Saved = { message: string; undo?: Undoable | NonNullable<Undoable>[] };

export const savesOf = ({ undo }: Saved): NonNullable<Undoable>[] => (undo ? [undo].flat() : []);

/** What was saved, and what that means for orders at the warehouse, in words. */
export function savedWords(saved: Saved): string {
  const atWarehouse = savesOf(saved).flatMap(({ at_warehouse }) => at_warehouse ?? []);
  return atWarehouse.length === 0 ? saved.message : [saved.message, ...atWarehouse].map(asSentence).join(' ');
}

/** What came of an undo: whether all is undone; and whether it is over, because no save is left that another try may undo. */
export type Undone = { message: string; isWhole: boolean; isOver: boolean };

const undoByCall = async ({ id }: NonNullable<Undoable>) => (await call(undoMappingCall, { params: { id } })).message;

/**
 * Undoes saves that were made together, each for itself: one that is refused holds up no other, whose orders would leave. One that was
 * undone before is done, so that what is left can be tried again. `undo` undoes one, and returns what came of it.
 * @throws CallError 401; whatever is no CallError
 */
export async function undoSaves(
  saves: readonly NonNullable<Undoable>[],
  undo: (save: NonNullable<Undoable>) => Promise<string> = undoByCall,
): Promise<Undone> {
  const done = new Set<string>();
  const refused = new Set<string>();
  let isOver = true;
  for (const save of saves)
    try {
      done.add(await undo(save));
    } catch (error) {
      if (!(error instanceof CallError) || error.status === 401) throw error;
      if (error.code === 'undone') continue;
      refused.add(save.of === undefined ? error.errorMessage : `Not undone for ${save.of}: ${error.errorMessage}`);
      if (!forGood.has(error.status)) isOver = false;
    }
  if (done.size + refused.size === 0) done.add('Undone.');
  return { message: [...done, ...refused].join(' '), isWhole: refused.size === 0, isOver };
}

/** Refusals that stay: the role does not suffice, it is not there, its time is over or somebody changed it since. */
const forGood = new Set([403, 404, 409]);

/** Shows what was saved, with its undo for as long as what it mended stays here. `what`: as in `Undo link`. */
export function useShowSaved(what: string): (saved: Saved) => void {
  const { revalidate } = useRevalidator();
  return (saved) => {
    const saves = savesOf(saved);
    if (saves.length === 0) return void showAlert('success', saved.message);
    const undo = async () => {
      const undone = await undoSaves(saves);
      showUndone(undone, undone.isOver ? undefined : { label: 'Undo', run: async () => void (await undo()) });
      await revalidate();
      return undone.isOver;
    };
    showUndoable({ text: savedWords(saved), what, undo });
  };
}

/** Shows what came of an undo; with what is left of it, another try. */
export function showUndone({ message, isWhole }: Undone, again?: AlertAction): void {
  showAlert(isWhole ? 'success' : 'danger', message, alertMs, again);
}
