import { VisuallyHidden } from '@mantine/core';
import { NavLink, Outlet, useLocation } from 'react-router';
import { page } from '../../../../platform/http/page.ts';
import { useCurrentInView } from '../../../ui/hooks/use-current-in-view.ts';
import { useLive, useReload } from '../../../ui/live/use-live.ts';
import { useWhenNoDialog } from '../../../ui/live/use-when-no-dialog.ts';
import { listConnections } from '../queries.ts';
import type { Route } from './+types/frame.ts';
import classes from './frame.module.css';
import { pagesOf } from './pages.ts';
import { readNeeds } from './queries.ts';

export const loader = page('work', async ({ tenant, params }) => {
  const connection = (await listConnections(tenant)).find(({ slug }) => slug === params.name);
  // One that is disconnected still has its log.
  if (!connection) return null;
  const { id, slug, name, capabilities } = connection;
  return { name, links: pagesOf({ slug, capabilities }, await readNeeds(tenant, id)) };
});

/** A connection's pages beside each other, each with how many codes wait for a decision there. */
export default function ConnectionFrame({ loaderData, params }: Route.ComponentProps) {
  // Not while one is asked whether to disconnect it: there is nothing to reload once it is.
  useLive(loaderData ? ['issues'] : [], useWhenNoDialog(useReload(), 3_000));
  const nav = useCurrentInView(useLocation().pathname);
  // Of another connection it is another page: nothing of this one moves to its place there, such as a sync that was started here.
  const outlet = <Outlet key={params.name} />;
  if (!loaderData) return outlet;
  return (
    <div className={classes.frame}>
      <div className={classes.columns}>
        <nav ref={nav} className={classes.nav} aria-label={`Pages of ${loaderData.name}`}>
          {loaderData.links.map(({ label, to, count }) => (
            <NavLink key={to} to={to} end className={classes.link}>
              {label} {count !== undefined && <Count count={count} />}
            </NavLink>
          ))}
        </nav>
        <div className={classes.page}>{outlet}</div>
      </div>
    </div>
  );
}

/** Beside a list its place is there also while nothing waits, and in a row it takes none: the pages stay where they are. */
function Count({ count }: { count: number }) {
  return (
    <span className={classes.count}>
      {count > 0 && (
        <>
          {count.toLocaleString('en-US')}
          <VisuallyHidden> to decide</VisuallyHidden>
        </>
      )}
    </span>
  );
}
