import { Button, type ButtonProps } from '@mantine/core';
import { useState } from 'react';

type Props = ButtonProps &
  Omit<React.ComponentProps<'button'>, keyof ButtonProps> & {
    /** What it opens, as long as that is open. */
    dialog: (close: () => void) => React.ReactNode;
    /** Fetches the dialog, which is wanted soon. */
    prepare?: () => void;
  };

/** A button and the dialog that it opens. */
export function OpenButton({ dialog, prepare, ...button }: Props) {
  const [isOpen, setOpen] = useState(false);
  const ahead = { onPointerEnter: prepare, onFocus: prepare };
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" {...ahead} {...button} onClick={() => setOpen(true)} />
      {isOpen && dialog(() => setOpen(false))}
    </>
  );
}
