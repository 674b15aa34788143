import { Button } from '@mantine/core';
import { useState } from 'react';
import { useHydrated } from '../../../ui/hooks/use-hydrated.ts';
import { ExportDialog, type ExportedList } from './export-dialog.tsx';

/** Opens the dialog that exports a list of items. */
export function ExportButton({ list }: { list: ExportedList }) {
  const [isOpen, setOpen] = useState(false);
  const hydrated = useHydrated();
  return (
    <>
      <Button variant="default" disabled={!hydrated} onClick={() => setOpen(true)}>
        Export
      </Button>
      {isOpen && <ExportDialog list={list} onClose={() => setOpen(false)} />}
    </>
  );
}
