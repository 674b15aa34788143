import { ActionIcon } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { partAhead } from '../../ui/lazily.tsx';
import classes from './widgets/bell.module.css';

const [OpenedBell, prepare] = partAhead(() => import('./widgets/opened-bell.tsx'));

/** The bell with the number of unread notifications; opened, what this person was told of. */
export function Bell({ unread }: { unread: number }) {
  const [isOpen, setOpen] = useState(false);
  const target = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    // The panel takes its button with it.
    if (wasOpen.current && !isOpen) target.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const label = unread === 0 ? 'Notifications' : `Notifications, ${written(unread)} unread`;
  const button = (
    <ActionIcon
      ref={target}
      size={32}
      className={classes.button}
      aria-label={label}
      title={label}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => setOpen(!isOpen)}
    >
      <IconBell size={18} stroke={1.6} aria-hidden />
      {unread > 0 && (
        <span className={classes.count} aria-hidden>
          {written(unread)}
        </span>
      )}
    </ActionIcon>
  );
  return isOpen ? <OpenedBell button={button} unread={unread} onClose={() => setOpen(false)} waiting={button} /> : button;
}

const written = (unread: number) => (unread > 99 ? '99+' : String(unread));
