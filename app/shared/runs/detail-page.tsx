import { Stack } from '@mantine/core';
import { href } from 'react-router';
import { found, page } from '../../../platform/http/page.ts';
import { wordsOfRecord } from '../../base/nouns.ts';
import { PageHeader } from '../../ui/blocks/page-header.tsx';
import { ProgressBar } from '../../ui/blocks/progress-bar.tsx';
import { Section } from '../../ui/blocks/section.tsx';
import { KeysetPagination } from '../../ui/list/pages/pagination.tsx';
import { useLiveReload } from '../../ui/live/use-live.ts';
import { StatusBadge } from '../../ui/status/status-badge.tsx';
import type { Route } from './+types/detail-page.ts';
import { fileOfRun, listOutcomes, listRuns } from './queries.ts';
import { handled, runStatus, runTitle } from './run.ts';
import { Outcomes } from './widgets/outcomes.tsx';
import { RunFacts } from './widgets/run-facts.tsx';
import { UndoRun } from './widgets/undo-button.tsx';
import { WrongRows } from './widgets/wrong-rows.tsx';
import { placeIn } from './working/place-in.ts';

const mostShown = 200;

export const loader = page('work', async ({ session, tenant, id, search }) => {
  const after = placeIn(search);
  const [[run], outcomes, file] = await Promise.all([
    listRuns(tenant, { ids: [id], role: session.role }),
    listOutcomes(tenant, id, after),
    fileOfRun(tenant, id),
  ]);
  return {
    run: found(run),
    outcomes,
    file: file ?? null,
    after: after ? String(after) : null,
    next: outcomes.length === mostShown ? String(outcomes.at(-1)?.id) : null,
  };
});

/** One run: its progress, and the rows that were skipped or failed. */
export default function RunPage({ loaderData: { run, outcomes, file, after, next } }: Route.ComponentProps) {
  useLiveReload([`run:${run.id}`]);
  return (
    <>
      <PageHeader
        back={{ to: href('/activity'), label: 'Activity' }}
        title={runTitle(run)}
        beside={<StatusBadge {...runStatus(run)} pill />}
        actions={<UndoRun run={run} />}
      />
      <Stack gap="lg">
        {run.state === 'running' && <ProgressBar label="Under way" done={handled(run)} total={run.total} failed={run.failed} />}
        <RunFacts run={run} file={file} />
        <Section title={run.kind === 'bulk' || run.kind === 'action' ? eachOf(outcomes) : 'Rows to check'}>
          {file && run.failed > 0 && run.state !== 'running' && <WrongRows failed={run.failed} file={file} />}
          <Outcomes outcomes={outcomes} run={run} />
          <KeysetPagination after={after} next={next} />
        </Section>
      </Stack>
    </>
  );
}

/** What the rows of an action are. */
const eachOf = ([first]: readonly { record_type: string }[]) => {
  const type = first?.record_type ?? '';
  return `Each ${type === 'connector_product' ? 'SKU' : (wordsOfRecord(type)?.one ?? 'record')}`;
};
