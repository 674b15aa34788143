import { Button } from '@mantine/core';
import { useState } from 'react';
import { lazily } from '../../../../ui/lazily.tsx';

const UnreadableDialog = lazily(() => import('./unreadable-dialog.tsx'));

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
