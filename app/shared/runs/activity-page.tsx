import { href } from 'react-router';
import { page } from '../../../platform/http/page.ts';
import { readAddress } from '../../../platform/list/query.ts';
import { EmptyState } from '../../ui/blocks/empty-state.tsx';
import { ListPage } from '../../ui/list/list-page.tsx';
import { useLiveReload } from '../../ui/live/use-live.ts';
import type { Route } from './+types/activity-page.ts';
import { runFilter } from './contract.ts';
import { listRuns, listStarters } from './queries.ts';
import { runFilters, runList } from './widgets/run-list.tsx';
import { foldQuiet } from './working/fold.ts';
import { placeIn } from './working/place-in.ts';

export const loader = page('work', async ({ session, tenant, search }) => {
  const pageSize = session.pageSize;
  const before = placeIn(search);
  const read = readAddress({ query: runFilter }, search, session);
  const tab = read.tab ?? ('people' as const);
  const filter = isBackwards(read) ? { ...read, start_at: undefined, end_at: undefined } : read;
  const [found, people] = await Promise.all([
    listRuns(tenant, { ...filter, tab, before, role: session.role }, pageSize + 1),
    listStarters(tenant),
  ]);
  const runs = found.slice(0, pageSize);
  const next = found.length > pageSize ? String(runs.at(-1)?.id) : null;
  return { filter, tab, people, runs: foldQuiet(runs), after: before ? String(before) : null, next };
});

const isBackwards = ({ start_at, end_at }: { start_at?: string | undefined; end_at?: string | undefined }) =>
  Boolean(start_at && end_at && start_at > end_at);

/** What people did and what ran by itself, newest first, each with what came of it. */
export default function ActivityPage({ loaderData: { filter, tab, people, runs, after, next } }: Route.ComponentProps) {
  useLiveReload(['runs']);
  const tabs = [
    { label: 'People', to: href('/activity'), selected: tab === 'people' },
    { label: 'Syncs', to: `${href('/activity')}?tab=syncs`, selected: tab === 'syncs' },
  ];
  return (
    <ListPage
      title="Activity"
      list={{ ...runList(runs), filters: runFilters(tab, people) }}
      page={{ data: runs }}
      read={filter}
      keyset={{ after, next }}
      tabs={tabs}
      empty={
        tab === 'people' ? (
          <EmptyState title="Nobody has done anything yet">
            Edits, holds, bulk actions, imports and exports are listed here, with who did them and what came of them.
          </EmptyState>
        ) : (
          <EmptyState title="Nothing has run yet">Each sync that brings something is listed here, with what came of it.</EmptyState>
        )
      }
    />
  );
}
