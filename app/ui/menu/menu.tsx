import { useState } from 'react';
import { lazily } from '../lazily.tsx';

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
  /** Called when it is about to open, to fetch its entries. */
  onWanted?: () => void;
  onClose?: () => void;
};

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
