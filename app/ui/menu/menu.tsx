import { useState } from 'react';
import { lazily } from '../lazily.tsx';
import type { MenuProps } from './opened-menu.tsx';

const load = () => import('./opened-menu.tsx');
const OpenedMenu = lazily(load);

/** A button with a menu. The menu's code is fetched when someone is about to open it, so that the first page does not load it. */
export function Menu(props: MenuProps) {
  const [wanted, setWanted] = useState(props.startsOpen ?? false);
  const { label, ...button } = props.button;
  const prepare = () => {
    void load();
    props.onWanted?.();
  };
  const closed = (
    <button
      type="button"
      {...button}
      aria-label={label}
      aria-haspopup="menu"
      onClick={() => setWanted(true)}
      onPointerEnter={prepare}
      onFocus={prepare}
    />
  );
  if (!wanted) return closed;
  return <OpenedMenu {...props} waiting={closed} onFailed={() => setWanted(false)} />;
}
