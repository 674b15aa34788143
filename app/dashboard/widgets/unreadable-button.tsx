import { useState } from 'react';
import { RowButton } from '../../ui/row-button.tsx';
import { UnreadableDialog } from './unreadable-dialog.tsx';

/** Shows a record that could not be read, and lets go of it. */
export function UnreadableButton({ id }: { id: number }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <RowButton aria-haspopup="dialog" onClick={() => setOpen(true)}>
        See what was sent
      </RowButton>
      {open && <UnreadableDialog id={id} onClose={() => setOpen(false)} />}
    </>
  );
}
