import { Button } from '@mantine/core';
import { useState } from 'react';
import { lazily } from '../../../../ui/lazily.tsx';

const UnreadableDialog = lazily(() => import('./unreadable-dialog.tsx'));
const UnreadableList = lazily(() => import('./unreadable-list.tsx'));

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

/** Opens the list of all of them, which are decided about together. */
export function DecideUnreadable() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="xs" variant="default" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Decide together
      </Button>
      {open && <UnreadableList onClose={() => setOpen(false)} />}
    </>
  );
}
