import { Drawer, Popover } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useRef } from 'react';
import classes from './anchored-panel.module.css';

type Props = {
  opened: boolean;
  label: string;
  button?: React.ReactNode;
  /** The class of what it opens beside, where that is not the button. */
  place?: string;
  width?: number;
  onClose: () => void;
  children: React.ReactNode;
};

/** Shows a panel beside its button; on a phone, from the bottom. A click outside does not close it. */
export function AnchoredPanel({ opened, label, button, place, width = 440, onClose, children }: Props) {
  const isPhone = useMediaQuery('(width <= 640px)', undefined, { getInitialValueInEffect: false });
  const panel = useRef<HTMLDivElement>(null);
  if (isPhone)
    return (
      <>
        {button}
        <Drawer.Root opened={opened} onClose={onClose} {...sheet}>
          <Drawer.Overlay />
          <Drawer.Content data-above-alerts className={classes.sheet} aria-label={label}>
            <Drawer.Body p={0}>{children}</Drawer.Body>
          </Drawer.Content>
        </Drawer.Root>
      </>
    );
  return (
    <Popover
      opened={opened}
      {...anchored}
      width={`min(${width}px, calc(100vw - 32px))`}
      onEnterTransitionEnd={() => panel.current?.scrollIntoView({ block: 'nearest' })}
    >
      <Popover.Target>
        <span className={place}>{button}</span>
      </Popover.Target>
      <Popover.Dropdown ref={panel} className={classes.panel} role="dialog" aria-label={label} tabIndex={-1}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}

const behaviour = { trapFocus: true, returnFocus: true, closeOnEscape: false, closeOnClickOutside: false } as const;
const sheet = { ...behaviour, position: 'bottom', size: 'auto', transitionProps: { duration: 160 } } as const;
const anchored = {
  ...behaviour,
  position: 'bottom-start',
  offset: 6,
  withRoles: false,
  hideDetached: false,
  middlewares: { flip: true, shift: { padding: 16 } },
  transitionProps: { transition: 'fade', duration: 120 },
} as const;
