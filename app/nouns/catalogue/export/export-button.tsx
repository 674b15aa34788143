import { Button } from '@mantine/core';
import { useState } from 'react';
import { ahead } from '../../../ui/hooks/drawn.ts';
import { lazily } from '../../../ui/lazily.tsx';
import type { ExportedList } from './export-dialog.tsx';

const load = () => import('./export-dialog.tsx');
const ExportDialog = lazily(load);
const prepare = ahead(load);

/** Opens the dialog that exports a list of items. */
export function ExportButton({ list }: { list: ExportedList }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" onPointerEnter={prepare} onFocus={prepare} onClick={() => setOpen(true)}>
        Export
      </Button>
      {isOpen && <ExportDialog list={list} onClose={() => setOpen(false)} />}
    </>
  );
}
