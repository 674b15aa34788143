import { IconDots } from '@tabler/icons-react';
import { Menu } from '../menu/menu.tsx';
import type { MenuEntry } from '../menu/opened-menu.tsx';
import classes from './row-button.module.css';

type Props = { label: string; entries: readonly MenuEntry[] };

/** What else can be done with a row, beside the one button that stands in it. */
export const RowMenu = ({ label, entries }: Props) => (
  <Menu button={{ className: classes.more, label, children: <IconDots size={16} stroke={1.8} aria-hidden /> }} entries={entries} />
);
