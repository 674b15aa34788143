import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Fragment, useEffect, useEffectEvent, useRef, useState } from 'react';
import classes from './menu.module.css';

export type MenuEntry = {
  key: string;
  label: React.ReactNode;
  icon?: React.ReactNode;
  /** At the right: a count, a key. */
  aside?: React.ReactNode;
  chosen?: boolean;
  danger?: boolean;
  disabled?: boolean;
  /** A heading above the first of the entries that share it. */
  section?: string;
  onChoose: () => void;
};

export type MenuProps = {
  /** The button that opens it. */
  button: { className?: string | undefined; label?: string; children: React.ReactNode; 'data-set'?: true | undefined };
  entries: readonly MenuEntry[];
  /** Above the entries. */
  head?: React.ReactNode;
  position?: 'bottom-start' | 'bottom-end';
  width?: number | 'max-content';
  /** Opens when it is mounted. */
  startsOpen?: boolean;
  /** Called when it is about to open, and each time it has opened, to fetch its entries. */
  onWanted?: () => void;
  onClose?: () => void;
};

/** It stays on the screen, also where its button is scrolled out of its row. */
const onScreen = { flip: true, shift: { padding: 5, limiter: { fn: ({ x, y }: Record<'x' | 'y', number>) => ({ x, y }) } } };

/** Replaces the plain button, keeps its focus, and opens. */
export default function OpenedMenu({
  button: { label, ...button },
  entries,
  head,
  position = 'bottom-end',
  width = 'max-content',
  onWanted,
  onClose,
}: MenuProps) {
  const [opened, setOpened] = useState(false);
  const onOpened = useEffectEvent(() => onWanted?.());
  const target = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    target.current?.focus({ preventScroll: true });
    setOpened(true);
  }, []);
  useEffect(() => {
    if (opened) onOpened();
  }, [opened]);
  // An entry goes with its menu. The button has the focus by then: else what follows it on the page would take it.
  const choose = ({ onChoose }: MenuEntry) => {
    target.current?.focus({ preventScroll: true });
    onChoose();
  };
  return (
    <Menu
      withinPortal={false}
      floatingStrategy="fixed"
      hideDetached={false}
      middlewares={onScreen}
      withInitialFocusPlaceholder={false}
      opened={opened}
      onChange={setOpened}
      onClose={onClose}
      position={position}
      width={width}
    >
      <Menu.Target>
        <button ref={target} type="button" {...button} aria-label={label} />
      </Menu.Target>
      <Menu.Dropdown className={classes.dropdown}>
        {head}
        {head && <Menu.Divider />}
        {entries.map((entry, place) => (
          <Fragment key={entry.key}>
            {entry.section !== entries[place - 1]?.section && <Section name={entry.section} first={place === 0} />}
            <Menu.Item
              leftSection={entry.icon}
              rightSection={<Aside entry={entry} />}
              onClick={() => choose(entry)}
              disabled={entry.disabled}
              className={entry.danger ? classes.danger : undefined}
              aria-current={entry.chosen || undefined}
            >
              {entry.label}
            </Menu.Item>
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Section({ name = '', first }: { name: string | undefined; first: boolean }) {
  return (
    <>
      {!first && <Menu.Divider />}
      {name.trim() && <Menu.Label>{name}</Menu.Label>}
    </>
  );
}

function Aside({ entry: { chosen, aside } }: { entry: MenuEntry }) {
  return <span className={classes.aside}>{chosen ? <IconCheck size={15} aria-label="chosen" /> : aside}</span>;
}
