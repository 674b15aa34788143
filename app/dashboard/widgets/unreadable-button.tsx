import { Button } from '@mantine/core';
import { useState } from 'react';
import { UnreadableDialog } from './unreadable-dialog.tsx';

/** Opens the dialog for an unreadable record. */
export function UnreadableButton({ id }: { id: number }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="xs" variant="default" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        See what was sent
      </Button>
      {open && <UnreadableDialog id={id} onClose={() => setOpen(false)} />}
    </>
  );
}
