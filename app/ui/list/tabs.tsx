import { Link, useLocation } from 'react-router';
import classes from './tabs.module.css';

/** The page decides which tab is `selected`, because two tabs may share a path. */
export type Tab = { label: string; to: string; count?: number; selected?: boolean };

/** The tabs of a list, each with an address; `end` comes after them. */
export function Tabs({ tabs, end }: { tabs: readonly Tab[]; end?: React.ReactNode }) {
  const { pathname } = useLocation();
  const nav = (
    <nav className={classes.tabs} aria-label="Views" data-alone={end ? undefined : true}>
      {tabs.map(({ label, to, count, selected = to === pathname }) => (
        <Link key={to} to={to} className={classes.tab} aria-current={selected ? 'page' : undefined} prefetch="intent">
          {label}
          {count !== undefined && count > 0 && <span className={classes.count}>{count.toLocaleString('en-US')}</span>}
        </Link>
      ))}
    </nav>
  );
  return end ? (
    <div className={classes.row}>
      {nav}
      {end}
    </div>
  ) : (
    nav
  );
}
