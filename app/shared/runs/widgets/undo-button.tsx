import { useRevalidator } from 'react-router';
import { PressButton } from '../../../ui/buttons/row-button.tsx';
import type { Run } from '../contract.ts';
import { undoRun } from '../working/report-outcome.ts';

/** Undoes a run, where that can be done. */
export function UndoRun({ run: { id, undoable } }: { run: Pick<Run, 'id' | 'undoable'> }) {
  const { revalidate } = useRevalidator();
  return undoable && <PressButton run={() => undoRun(id).then(revalidate)}>Undo</PressButton>;
}
