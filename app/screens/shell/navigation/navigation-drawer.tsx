import { IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { Mark } from '../../../ui/text/mark.tsx';
import type { ShellData } from '../shell-data.ts';
import { NavigationLinks } from './navigation.tsx';
import classes from './navigation-drawer.module.css';

/** The navigation on a phone, in the browser's own dialog, which traps focus and restores it. */
export function NavigationDrawer({ shell, open, onClose }: { shell: ShellData; open: boolean; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  const arrivedAt = useRef(pathname);
  useEffect(() => {
    if (arrivedAt.current !== pathname) onClose();
    arrivedAt.current = pathname;
  }, [pathname, onClose]);
  return (
    <dialog ref={dialog} className={classes.drawer} aria-label="Navigation" onClose={onClose} {...closeOnBackdrop}>
      {open && (
        <nav aria-label="Main" className={classes.inside}>
          <div className={classes.top}>
            <Mark />
            <span>Crossdock</span>
            <button type="button" className={classes.close} aria-label="Close" onClick={onClose}>
              <IconX size={20} aria-hidden />
            </button>
          </div>
          <NavigationLinks shell={shell} />
        </nav>
      )}
    </dialog>
  );
}

/** A click on the backdrop hits the dialog element itself, because its content covers the rest. */
const closeOnBackdrop = {
  onClick: ({ target, currentTarget }: React.MouseEvent<HTMLDialogElement>) => {
    if (target === currentTarget) currentTarget.close();
  },
};
