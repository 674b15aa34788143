import { useRevalidator } from 'react-router';
import { call } from '../../../../platform/call.ts';
import { showAlert } from '../../../ui/alerts/alerts.ts';
import { type Undoable, undoMappingCall } from './contract.ts';

/** The reply to a save, or to several made at once; without `undo` where nothing can be undone. */
export type Saved = { message: string; undo?: Undoable | NonNullable<Undoable>[] };

/** Shows what was saved, with Undo beside it for as long as what it mended stays here. */
export function useShowSaved(): (saved: Saved) => void {
  const { revalidate } = useRevalidator();
  return ({ message, undo }) => {
    const saves = undo ? [undo].flat() : [];
    const [first] = saves;
    if (!first) return void showAlert('success', message);
    const whole = [message, ...saves.flatMap(({ at_warehouse }) => at_warehouse ?? [])].map(asSentence).join(' ');
    showAlert('success', saves.some(({ at_warehouse }) => at_warehouse) ? whole : message, first.seconds * 1000, {
      label: 'Undo',
      async run() {
        const undone = [];
        for (const { id } of saves) undone.push((await call(undoMappingCall, { params: { id } })).message);
        showAlert('success', [...new Set(undone)].join(' '));
        await revalidate();
      },
    });
  };
}

const asSentence = (text: string) => (text.endsWith('.') ? text : `${text}.`);
