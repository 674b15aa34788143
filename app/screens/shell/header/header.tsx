import { IconMenu2 } from '@tabler/icons-react';
import { Bell } from '../../../people/notifications/bell-button.tsx';
import { ThemeToggle } from '../../../ui/buttons/theme-toggle.tsx';
import { LiveDot } from '../../../ui/live/live-dot.tsx';
import { CommandPalette } from '../../search/palette/command-palette.tsx';
import { placesFor } from '../navigation/places.ts';
import { SearchBox } from '../navigation/search-box.tsx';
import type { ShellData } from '../shell-data.ts';
import classes from './header.module.css';
import { SessionMenu } from './session-menu.tsx';

export function Header({ shell, onMenu }: { shell: ShellData; onMenu: () => void }) {
  return (
    <header className={classes.header}>
      <button type="button" className={classes.menu} aria-label="Open the navigation" onClick={onMenu}>
        <IconMenu2 size={20} aria-hidden />
        {shell.needsPerson > 0 && <span className={classes.badge} aria-hidden />}
      </button>
      <SearchBox />
      <CommandPalette pages={placesFor(shell.session.role)} connections={shell.connections} />
      <div className={classes.right}>
        <LiveDot />
        <Bell unread={shell.unread} />
        <ThemeToggle />
        <SessionMenu session={shell.session} />
      </div>
    </header>
  );
}
