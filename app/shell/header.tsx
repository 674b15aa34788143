import { IconMenu2 } from '@tabler/icons-react';
import { Bell } from '../notifications/bell-button.tsx';
import { CommandPalette } from '../search/command-palette.tsx';
import { LiveDot } from '../ui/live/live-dot.tsx';
import { ThemeToggle } from '../ui/theme-toggle.tsx';
import classes from './header.module.css';
import { placesFor } from './places.ts';
import { SearchBox } from './search-box.tsx';
import { SessionMenu } from './session-menu.tsx';
import type { ShellData } from './shell-data.ts';

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
