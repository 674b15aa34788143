import { useRevalidator } from 'react-router';
import { call } from '../../../../platform/call.ts';
import { showAlert } from '../../../ui/alerts/alerts.ts';
import { type Undoable, undoMappingCall } from './contract.ts';

/** The reply to a save, or to several made at once; without `undo` where nothing can be undone. */
export type Saved = { message: string; undo?: Undoable | NonNullable<Undoable>[] };

export const savesOf = ({ undo }: Saved): NonNullable<Undoable>[] => (undo ? [undo].flat() : []);

/** What was saved, and what that means for orders at the warehouse, in words. */
export function savedWords(saved: Saved): string {
  const atWarehouse = savesOf(saved).flatMap(({ at_warehouse }) => at_warehouse ?? []);
  return atWarehouse.length === 0 ? saved.message : [saved.message, ...atWarehouse].map(asSentence).join(' ');
}

/** Undoes saves that were made at once; returns what came of it. */
export async function undoSaves(saves: readonly NonNullable<Undoable>[]): Promise<string> {
  const undone = new Set<string>();
  for (const { id } of saves) undone.add((await call(undoMappingCall, { params: { id } })).message);
  return [...undone].join(' ');
}

/** Shows what was saved, with Undo beside it for as long as what it mended stays here. */
export function useShowSaved(): (saved: Saved) => void {
  const { revalidate } = useRevalidator();
  return (saved) => {
    const saves = savesOf(saved);
    const [first] = saves;
    if (!first) return void showAlert('success', saved.message);
    showAlert('success', savedWords(saved), first.seconds * 1000, {
      label: 'Undo',
      async run() {
        showAlert('success', await undoSaves(saves));
        await revalidate();
      },
    });
  };
}

const asSentence = (text: string) => (text.endsWith('.') ? text : `${text}.`);
