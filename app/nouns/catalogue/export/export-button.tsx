import { Button } from '@mantine/core';
import { useState } from 'react';
import { ExportDialog, type ExportedList } from './export-dialog.tsx';

/** Opens the dialog that exports a list of items. */
export function ExportButton({ list }: { list: ExportedList }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Export
      </Button>
      {isOpen && <ExportDialog list={list} onClose={() => setOpen(false)} />}
    </>
  );
}
