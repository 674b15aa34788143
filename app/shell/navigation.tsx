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
import { useLocation } from 'react-router';
import { PageLink } from '../ui/page-link.tsx';
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
      <PageLink to="/" className={classes.brand} aria-label="Crossdock, home">
        <Mark />
        <span className={classes.word}>Crossdock</span>
      </PageLink>
      <NavigationLinks shell={shell} />
      {onFold && (
        <button
          type="button"
          className={classes.fold}
          onClick={onFold}
          aria-label={folded ? 'Unfold the navigation' : 'Fold the navigation'}
        >
          <Fold {...drawn} />
        </button>
      )}
    </nav>
  );
}

export function NavigationLinks({ shell }: Pick<Props, 'shell'>) {
  return (
    <div className={classes.links}>
      <h2 className={classes.heading}>Work</h2>
      <Item to="/" glyph={<IconHome {...drawn} />} label="Home" count={shell.needsPerson} />
      <Item to="/orders" glyph={<IconPackage {...drawn} />} label="Orders" />
      <h2 className={classes.heading}>Catalogue</h2>
      <Item to="/products" glyph={<IconBox {...drawn} />} label="Products" />
      <Item to="/raw-materials" glyph={<IconStack2 {...drawn} />} label="Raw materials" />
      <Item to="/import-export" glyph={<IconFileExport {...drawn} />} label="Import/export" />
      <h2 className={classes.heading}>Connections</h2>
      {shell.connections.map(({ slug, label, health }) => (
        <Item key={slug} to={`/settings/connectors/${slug}`} glyph={<HealthDot health={health} />} label={label} />
      ))}
      <Item
        to="/settings/connectors"
        glyph={<IconPlugConnected {...drawn} />}
        label={shell.connections.length > 0 ? 'All connections' : 'Connect a channel'}
        end
      />
      <Item to="/activity" glyph={<IconActivity {...drawn} />} label="Activity" />
    </div>
  );
}

const drawn = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;

type ItemProps = {
  to: string;
  glyph: React.ReactNode;
  label: string;
  count?: number;
  /** What lies below this address has an item of its own. */
  end?: boolean;
};

function Item({ to, glyph, label, count = 0, end = false }: ItemProps) {
  const { pathname } = useLocation();
  const isHere = pathname === to || (!end && pathname.startsWith(`${to}/`));
  return (
    <PageLink to={to} className={classes.item} aria-current={isHere ? 'page' : undefined} title={label}>
      <span className={classes.glyph}>{glyph}</span>
      <span className={classes.word}>{label}</span>
      {count > 0 && (
        <span className={classes.count}>
          {count.toLocaleString('en-US')}
          <span className={classes.unseen}> need a person</span>
        </span>
      )}
    </PageLink>
  );
}
