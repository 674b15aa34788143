import { Modal } from '@mantine/core';
import { useState } from 'react';
import type { DialogProps } from './dialog.tsx';

export default function OpenDialog({ title, size = 440, closable = true, bare = false, onClose, children }: DialogProps) {
  const [opened, setOpened] = useState(true);
  const leave = () => closable && setOpened(false);
  const close = () => setOpened(false);
  return (
    <Modal
      opened={opened}
      onClose={leave}
      onExitTransitionEnd={onClose}
      title={title}
      size={size}
      withCloseButton={!bare}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {typeof children === 'function' ? children(close) : children}
    </Modal>
  );
}
