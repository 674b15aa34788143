import { Button, type ButtonProps } from '@mantine/core';

type Props = ButtonProps & Omit<React.ComponentProps<'button'>, keyof ButtonProps> & { busy: boolean };

/**
 * A button that shows a spinner and ignores presses while its work runs. It keeps the focus: a disabled button loses it, and who has no
 * pointer would begin again at the top of the page.
 */
export const BusyButton = ({ busy, disabled = false, ...button }: Props) => (
  <Button {...button} disabled={disabled} loading={busy} renderRoot={busy && !disabled ? focusableRoot : undefined} />
);

/** `disabled` is Mantine's for a button that is loading. The form of a button that submits is not sent again. */
const focusableRoot = ({ disabled: _, ...button }: React.ComponentProps<'button'>) => (
  <button {...button} aria-disabled aria-busy onClick={(event) => event.preventDefault()} />
);
