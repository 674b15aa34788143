import '@mantine/core/styles/Radio.layer.css';
import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { SubmitButton } from '../../../ui/buttons/submit-button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { DialogButtons } from '../../../ui/dialog/dialog-buttons.tsx';
import type { ItemFilter } from '../bulk/contract.ts';
import { ExportOutcome } from './export-outcome.tsx';
import { itemsExportTexts } from './texts.ts';
import { useItemsExport } from './use-items-export.ts';

/** The list that is exported. `filter` is null where it shows all. */
export type ExportedList = { number: 1 | 2; title: string; total: number; filter: ItemFilter | null };

/** Exports a list to a CSV file: what it shows, or all. */
export default function ExportDialog({ list: { number, title, total, filter }, onClose }: { list: ExportedList; onClose: () => void }) {
  const { state, start, retry } = useItemsExport(number, title);
  const [what, setWhat] = useState(filter ? 'listed' : 'all');
  const isListed = filter !== null && what === 'listed';
  const run = () => start(isListed ? { listed: filter } : null);
  return (
    <Dialog title={`Export ${title.toLowerCase()}`} onClose={onClose}>
      <Stack gap={16}>
        {filter && (
          <Radio.Group label="Which" value={what} onChange={setWhat}>
            <Stack gap={8} pt={6}>
              <Radio value="listed" label={`What the list shows (${total.toLocaleString('en-US')})`} disabled={state.is === 'working'} />
              <Radio value="all" label={`All ${title.toLowerCase()}`} disabled={state.is === 'working'} />
            </Stack>
          </Radio.Group>
        )}
        <p className="soft">A CSV file, safe to open in a spreadsheet. Imported again unchanged, it changes nothing.</p>
        <ExportOutcome state={state} />
        {state.is === 'ready' && (
          <a href={state.link} download>
            {itemsExportTexts.link}
          </a>
        )}
      </Stack>
      <DialogButtons onCancel={onClose} back={state.is === 'ready' ? 'Close' : 'Cancel'}>
        <SubmitButton run={state.is === 'error' ? retry : run} reason={isListed && total === 0 && itemsExportTexts.none(title)}>
          {state.is === 'error' ? 'Try again' : 'Export'}
        </SubmitButton>
      </DialogButtons>
    </Dialog>
  );
}
