import {
  IconActivity,
  IconBox,
  IconFileExport,
  IconHome,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconPackage,
  IconPlugConnected,
  IconStack2,
} from '@tabler/icons-react';
import { NavLink } from 'react-router';
import { HealthDot } from '../ui/status/health-dot.tsx';
import { Mark } from './mark.tsx';
import classes from './navigation.module.css';
import type { ShellData } from './shell-data.ts';

type Props = { shell: Pick<ShellData, 'needsPerson' | 'connections'>; folded?: boolean; onFold?: () => void };

/** The left bar: where to go, what needs a person, and how each connection is. */
export function Navigation({ shell, folded = false, onFold }: Props) {
  const Fold = folded ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <nav aria-label="Main" className={classes.bar} data-folded={folded || undefined}>
      <NavLink to="/" className={classes.brand} aria-label="Crossdock, home">
        <Mark />
        <span className={classes.word}>Crossdock</span>
      </NavLink>
      <NavigationLinks shell={shell} />
      {onFold && (
        <button
          type="button"
          className={classes.fold}
          onClick={onFold}
          aria-label={folded ? 'Unfold the navigation' : 'Fold the navigation'}
        >
          <Fold size={18} stroke={1.6} aria-hidden />
        </button>
      )}
    </nav>
  );
}

export function NavigationLinks({ shell }: Pick<Props, 'shell'>) {
  return (
    <div className={classes.links}>
      <h2 className={classes.heading}>Work</h2>
      <Item to="/" icon={IconHome} label="Home" count={shell.needsPerson} />
      <Item to="/orders" icon={IconPackage} label="Orders" />
      <h2 className={classes.heading}>Catalogue</h2>
      <Item to="/products" icon={IconBox} label="Products" />
      <Item to="/raw-materials" icon={IconStack2} label="Raw materials" />
      <Item to="/import-export" icon={IconFileExport} label="Import/export" />
      <h2 className={classes.heading}>Connections</h2>
      {shell.connections.map(({ slug, label, health }) => (
        <NavLink key={slug} to={`/settings/connectors/${slug}`} className={classes.item} title={label}>
          <span className={classes.glyph}>
            <HealthDot health={health} />
          </span>
          <span className={classes.word}>{label}</span>
        </NavLink>
      ))}
      <Item
        to="/settings/connectors"
        icon={IconPlugConnected}
        label={shell.connections.length > 0 ? 'All connections' : 'Connect a channel'}
        end
      />
      <Item to="/activity" icon={IconActivity} label="Activity" />
    </div>
  );
}

type ItemProps = { to: string; icon: typeof IconHome; label: string; count?: number; end?: boolean };

function Item({ to, icon: Icon, label, count = 0, end = to === '/' }: ItemProps) {
  return (
    <NavLink to={to} end={end} className={classes.item} title={label}>
      <span className={classes.glyph}>
        <Icon size={18} stroke={1.6} aria-hidden />
      </span>
      <span className={classes.word}>{label}</span>
      {count > 0 && (
        <span className={classes.count}>
          {count.toLocaleString('en-US')}
          <span className={classes.unseen}> need a person</span>
        </span>
      )}
    </NavLink>
  );
}
