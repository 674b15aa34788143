import { Link, useLocation } from 'react-router';
import { useCurrentInView } from '../hooks/use-current-in-view.ts';
import classes from './tabs.module.css';

/** The page decides which tab is `selected`, because two tabs may share a path. A count may be written, `20+`; a number 0 is left out. */
export type Tab = { label: string; to: string; count?: number | string | undefined; selected?: boolean };

/** The tabs of a list, each with an address; `end` comes after them. */
export function Tabs({ tabs, end }: { tabs: readonly Tab[]; end?: React.ReactNode }) {
  const { pathname } = useLocation();
  const line = useCurrentInView(tabs.findIndex(({ selected, to }) => selected ?? to === pathname));
  return (
    <div className={classes.row}>
      <nav ref={line} className={classes.tabs} aria-label="Views">
        {tabs.map(({ label, to, count, selected = to === pathname }) => (
          <Link key={to} to={to} className={classes.tab} aria-current={selected ? 'page' : undefined}>
            {label}
            {count !== undefined && count !== 0 && <span className={classes.count}>{count.toLocaleString('en-US')}</span>}
          </Link>
        ))}
      </nav>
      {end}
    </div>
  );
}
