import { page } from '../../platform/http/page.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ListPage } from '../ui/list/list-page.tsx';
import { useLiveReload } from '../ui/live/use-live.ts';
import type { Route } from './+types/activity-page.ts';
import { placeIn } from './place-in.ts';
import { listRuns } from './queries.ts';
import { runList } from './widgets/run-list.tsx';

const shown = 50;

export const loader = page('work', async ({ tenant, search }) => {
  const before = placeIn(search);
  const found = await listRuns(tenant, { before }, shown + 1);
  const runs = found.slice(0, shown);
  return { runs, after: before ? String(before) : null, next: found.length > shown ? String(runs.at(-1)?.id) : null };
});

/** The list of runs, newest first. */
export default function ActivityPage({ loaderData: { runs, after, next } }: Route.ComponentProps) {
  useLiveReload(['runs']);
  return (
    <ListPage
      title="Activity"
      list={runList}
      page={{ data: runs }}
      keyset={{ after, next }}
      empty={
        <EmptyState title="Nothing has run yet">
          Syncs, imports, exports and bulk actions are listed here, with what came of them.
        </EmptyState>
      }
    />
  );
}
