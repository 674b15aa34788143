import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { href, useLocation } from 'react-router';
import { PageLink } from '../../../ui/buttons/page-link.tsx';
import { HealthDot } from '../../../ui/status/health-dot.tsx';
import { Mark } from '../../../ui/text/mark.tsx';
import type { ShellData } from '../shell-data.ts';
import classes from './navigation.module.css';
import { countedIn, type Place, type PlaceGroup, placeGroups, places, placesFor } from './places.ts';

type Props = {
  shell: Pick<ShellData, 'session' | 'needsPerson' | 'skusToLink' | 'unreadTickets' | 'connections'>;
  folded?: boolean;
  onFold?: () => void;
};

/** The left bar: pages, the number of orders that need attention, and the health of each connection. */
export function Navigation({ shell, folded = false, onFold }: Props) {
  const Fold = folded ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <nav aria-label="Main" className={classes.bar}>
      <PageLink to={href('/')} className={classes.brand} aria-label="Crossdock, home">
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
  const places = placesFor(shell.session.role);
  return (
    <div className={classes.links}>
      {placeGroups.map((group) => (
        <PlaceLinks key={group} heading={group} places={places.filter((place) => place.group === group)} shell={shell} />
      ))}
    </div>
  );
}

type GroupProps = { heading: PlaceGroup; places: readonly Place[]; shell: Props['shell'] };

function PlaceLinks({ heading, places, shell }: GroupProps) {
  if (places.length === 0) return null;
  return (
    <>
      <h2 className={classes.heading} data-last={heading === placeGroups.at(-1) || undefined}>
        {heading}
      </h2>
      {places.map((place) => (
        <PlaceLink key={place.path} place={place} shell={shell} />
      ))}
      {/* Another one takes a free place, and moves nothing. */}
      {heading === 'Connections' && <ConnectionLinks connections={shell.connections} />}
    </>
  );
}

function ConnectionLinks({ connections }: Pick<ShellData, 'connections'>) {
  return connections.map(({ slug, label, health }) => (
    <Item key={slug} to={href('/settings/connectors/:name', { name: slug })} glyph={<HealthDot health={health} />} label={label} />
  ));
}

function PlaceLink({ place, shell }: { place: Place; shell: Props['shell'] }) {
  const { path, label, icon: Icon, count } = place;
  const [countOf, leadsTo] = countedIn(place, shell.session.role);
  const shared = { to: path, leadsTo, glyph: <Icon {...drawn} />, count: count && shell[count], countOf };
  if (path !== href('/settings/connectors')) return <Item {...shared} label={label} />;
  // Each connection below this address has its own item.
  return <Item {...shared} label={shell.connections.length > 0 ? 'All connections' : 'Connect a channel'} end />;
}

const drawn = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;

/** Whether a page below `to` has an item of its own, which is then the one that stands for it. */
const hasOwnItem = (pathname: string, to: string) =>
  places.some(({ path, group }) => group && path.startsWith(`${to}/`) && (pathname === path || pathname.startsWith(`${path}/`)));

type ItemProps = {
  to: string;
  /** Where the link goes, if not there. */
  leadsTo?: string;
  glyph: React.ReactNode;
  label: string;
  count?: number;
  /** What is counted, for who hears it. */
  countOf?: string | undefined;
  /** Pages below this address have their own items. */
  end?: boolean;
};

function Item({ to, leadsTo = to, glyph, label, count = 0, countOf, end = false }: ItemProps) {
  const { pathname } = useLocation();
  const isHere = pathname === to || (!end && pathname.startsWith(`${to}/`) && !hasOwnItem(pathname, to));
  return (
    <PageLink to={leadsTo} className={classes.item} aria-current={isHere ? 'page' : undefined} title={label}>
      <span className={classes.glyph}>{glyph}</span>
      <span className={classes.word}>{label}</span>
      {count > 0 && (
        <span className={classes.count}>
          {count.toLocaleString('en-US')}
          <span className={classes.unseen}> {countOf}</span>
        </span>
      )}
    </PageLink>
  );
}
