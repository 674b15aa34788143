import { useRef, useState } from 'react';
import { CallError } from '../../../../platform/call.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { useQueryClient } from '../../../ui/hooks/use-query.ts';
import { previewOf } from './at-warehouse/at-warehouse.tsx';
import type { PreviewedChange } from './contract.ts';

/** A query of what becomes of orders that went to the warehouse; null where none is concerned. */
type Preview = {
  queryKey: readonly unknown[];
  queryFn: (context: { signal: AbortSignal }) => Promise<{ at_warehouse: string | null }>;
};
type Words = { title: string; verb: string; danger?: boolean };
type Save = Words & { preview: Preview; run: () => unknown };
/** `changes`: what is to be saved; `run` saves it. */
type SaveOfMappings = Words & { changes: readonly PreviewedChange[]; run: () => unknown };

/**
 * Saves what may concern orders that went to the warehouse. Where none is concerned, or the screen shows them by now, it is saved at
 * once; otherwise they are listed first, in `question`, and saved when that is confirmed. One save at a time.
 */
export function useConfirmedSave() {
  const client = useQueryClient();
  const isBusy = useRef(false);
  const [open, setOpen] = useState<(Words & { atWarehouse: string; run: () => unknown }) | null>(null);
  const isShown = ({ queryKey }: Preview) => (client.getQueryState(queryKey)?.status ?? 'pending') !== 'pending';
  const save = async ({ preview, run, ...words }: Save) => {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      // By a call of its own: that of the screen is cut off when something else is chosen there.
      const atWarehouse = isShown(preview) ? null : await withoutFaults(() => preview.queryFn(new AbortController()));
      if (atWarehouse === null) await run();
      else setOpen({ ...words, run, atWarehouse });
    } finally {
      isBusy.current = false;
    }
  };
  const saveMappings = async ({ changes, run, ...words }: SaveOfMappings) => {
    if (changes.length === 0) await run();
    else await save({ ...words, run, preview: previewOf(changes) });
  };
  const question = open && (
    <ConfirmDialog
      title={open.title}
      text={<p>{open.atWarehouse}</p>}
      verb={open.verb}
      danger={open.danger ?? false}
      run={async () => open.run()}
      onClose={() => setOpen(null)}
    />
  );
  return { save, saveMappings, question, isSaving: () => isBusy.current };
}

/** What cannot be saved is refused by the save, beside its fields. */
async function withoutFaults(ask: () => ReturnType<Preview['queryFn']>): Promise<string | null> {
  try {
    return (await ask()).at_warehouse;
  } catch (error) {
    if (error instanceof CallError && error.status === 422) return null;
    throw error;
  }
}
