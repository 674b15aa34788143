import { Modal } from '@mantine/core';
import { memo, useEffect, useState } from 'react';
import classes from './palette.module.css';
import { Places } from './places.tsx';
import { type Typed, TypedContext } from './typed.ts';

/** The command palette: pages, records that are found, searches. */
export default function Palette({ onClose, ...typed }: Typed & { onClose: () => void }) {
  return (
    <TypedContext value={typed}>
      <Frame onClose={onClose} />
    </TypedContext>
  );
}

/** A key draws its places alone, not the dialog around them. Opens after it is there, so that it knows where focus was. */
const Frame = memo(function Frame({ onClose }: { onClose: () => void }) {
  const [opened, setOpened] = useState(false);
  useEffect(() => setOpened(true), []);
  const close = () => setOpened(false);
  return (
    <Modal.Root
      opened={opened}
      onClose={close}
      onExitTransitionEnd={onClose}
      size={560}
      yOffset="12vh"
      centered={false}
      classNames={{ content: classes.content ?? '', inner: classes.inner ?? '' }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label="Go to">
        <Places onClose={close} />
      </Modal.Content>
    </Modal.Root>
  );
});
