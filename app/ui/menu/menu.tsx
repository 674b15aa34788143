import { useState } from 'react';
import { partAhead } from '../lazily.tsx';
import type { MenuProps } from './opened-menu.tsx';

const [OpenedMenu, fetchMenu] = partAhead(() => import('./opened-menu.tsx'));

/** A button with a menu. The menu's code is fetched when someone is about to open it, so that the first page does not load it. */
export function Menu(props: MenuProps) {
  const [isOpened, setOpened] = useState(props.startsOpen ?? false);
  const { label, ...button } = props.button;
  const prepare = () => {
    fetchMenu();
    props.onWanted?.();
  };
  const closed = (
    <button
      type="button"
      {...button}
      aria-label={label}
      aria-haspopup="menu"
      onClick={() => setOpened(true)}
      onPointerEnter={prepare}
      onFocus={prepare}
    />
  );
  if (!isOpened) return closed;
  return <OpenedMenu {...props} waiting={closed} onFailed={() => setOpened(false)} />;
}
