import { Link, useLocation } from 'react-router';
import classes from './tabs.module.css';

/** `selected` is the page's own judgement: two tabs may share a path. */
export type Tab = { label: string; to: string; count?: number; selected?: boolean };

/** Views of one list, each its own address. */
export function Tabs({ tabs }: { tabs: readonly Tab[] }) {
  const { pathname } = useLocation();
  return (
    <nav className={classes.tabs} aria-label="Views">
      {tabs.map(({ label, to, count, selected = to === pathname }) => (
        <Link key={to} to={to} className={classes.tab} aria-current={selected ? 'page' : undefined} prefetch="intent">
          {label}
          {count !== undefined && count > 0 && <span className={classes.count}>{count.toLocaleString('en-US')}</span>}
        </Link>
      ))}
    </nav>
  );
}
