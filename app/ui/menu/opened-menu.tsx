import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Fragment, useEffect, useEffectEvent, useRef, useState } from 'react';
import classes from './menu.module.css';
import type { MenuEntry, MenuProps } from './menu.tsx';

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
  const wanted = useEffectEvent(() => onWanted?.());
  const target = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    target.current?.focus({ preventScroll: true });
    setOpened(true);
    wanted();
  }, []);
  return (
    <Menu
      withinPortal={false}
      floatingStrategy="fixed"
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
              onClick={entry.onChoose}
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
