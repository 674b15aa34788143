import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import classes from './tabs.module.css';

/** The page decides which tab is `selected`, because two tabs may share a path. A count may be written, `20+`; a number 0 is left out. */
export type Tab = { label: string; to: string; count?: number | string | undefined; selected?: boolean };

/** The tabs of a list, each with an address; `end` comes after them. */
export function Tabs({ tabs, end }: { tabs: readonly Tab[]; end?: React.ReactNode }) {
  const { pathname } = useLocation();
  const line = useRef<HTMLElement>(null);
  const current = tabs.findIndex(({ selected, to }) => selected ?? to === pathname);
  useEffect(() => showTab(line.current, current), [current]);
  return (
    <div className={classes.row}>
      <nav ref={line} className={classes.tabs} aria-label="Views">
        {tabs.map(({ label, to, count, selected = to === pathname }) => (
          <Link key={to} to={to} className={classes.tab} aria-current={selected ? 'page' : undefined} prefetch="intent">
            {label}
            {count !== undefined && count !== 0 && <span className={classes.count}>{count.toLocaleString('en-US')}</span>}
          </Link>
        ))}
      </nav>
      {end}
    </div>
  );
}

/** Scrolls the selected tab into the middle, where the tabs do not all fit. */
function showTab(line: HTMLElement | null, at: number): void {
  const tab = line?.children[at];
  if (!line || !(tab instanceof HTMLElement)) return;
  line.scrollLeft = tab.offsetLeft - line.offsetLeft - (line.clientWidth - tab.offsetWidth) / 2;
}
