import { Group, Modal } from '@mantine/core';
import { useEffect, useId, useState } from 'react';
import classes from './open-dialog.module.css';

export type DialogProps = {
  title: string;
  /** In px. */
  size?: number;
  /** False while something runs that must not be left. */
  closable?: boolean;
  /** Asked before Esc, the cross or a press beside it closes it. */
  mayClose?: () => boolean;
  /** Without the cross, where buttons say how to leave. */
  bare?: boolean;
  /** Called when it is gone: stop rendering it then. Focus is back where it came from. */
  onClose: () => void;
  /** `close` starts the leaving. */
  children: React.ReactNode | ((close: () => void) => React.ReactNode);
};

/** Opens after it is there, so that it knows where focus was. */
export default function OpenDialog({ title, size = 440, closable = true, mayClose, bare = false, onClose, children }: DialogProps) {
  const [opened, setOpened] = useState(false);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    setOpened(true);
    openDialogs.push(id);
    return () => {
      openDialogs.splice(openDialogs.indexOf(id), 1);
      giveBackFocus(before);
    };
  }, [id]);
  const close = () => setOpened(false);
  return (
    <Modal.Root
      opened={opened}
      onClose={() => opened && closable && openDialogs.at(-1) === id && (mayClose?.() ?? true) && close()}
      closeOnEscape={closable}
      onExitTransitionEnd={onClose}
      size={size}
      classNames={classes}
    >
      <Modal.Overlay />
      {/* While it fades away it takes neither clicks nor keys: what they ask for is done. */}
      <Modal.Content inert={!opened}>
        <Group justify="space-between" wrap="nowrap" gap={12} p="16px 20px 8px">
          <Modal.Title>{title}</Modal.Title>
          {!bare && <Modal.CloseButton aria-label="Close" />}
        </Group>
        <Modal.Body>{typeof children === 'function' ? children(close) : children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** The dialogs of this page, the topmost last: it alone hears Esc. */
const openDialogs: string[] = [];

/** Without motion a dialog is gone before Mantine would do it. */
function giveBackFocus(to: Element | null): void {
  if (document.activeElement === document.body && to instanceof HTMLElement) to.focus({ preventScroll: true });
}
