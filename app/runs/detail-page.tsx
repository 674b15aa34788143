import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { requestContext } from '../../platform/http/request-context.ts';
import { requirePermission } from '../accounts/session.ts';
import { BackLink } from '../ui/back-link.tsx';
import { KeysetPagination } from '../ui/list/pagination.tsx';
import { useLiveReload } from '../ui/live/use-live.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { Section } from '../ui/section.tsx';
import { StatusBadge } from '../ui/status/status-badge.tsx';
import classes from './detail-page.module.css';
import { placeIn } from './place-in.ts';
import { listOutcomes, listRuns } from './queries.ts';
import { handled, runStatus, runTitle } from './run.ts';
import { Outcomes } from './widgets/outcomes.tsx';
import { RunFacts } from './widgets/run-facts.tsx';
import { UndoButton } from './widgets/undo-button.tsx';

const shown = 200;

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { session, inTenant } = context.get(requestContext);
  requirePermission(session, 'work');
  const id = /^\d{1,15}$/.test(params.id ?? '') ? Number(params.id) : 0;
  const after = placeIn(request);
  return inTenant(async (tenant) => {
    const [run] = await listRuns(tenant, { ids: [id] });
    if (!run) throw data(null, { status: 404 });
    const outcomes = await listOutcomes(tenant, id, after);
    return {
      run,
      outcomes,
      after: after ? String(after) : null,
      next: outcomes.length === shown ? String(outcomes.at(-1)?.id) : null,
    };
  });
}

/** One run: its progress, and the rows that were skipped or failed. */
export default function RunPage() {
  const { run, outcomes, after, next } = useLoaderData<typeof loader>();
  useLiveReload([`run:${run.id}`]);
  return (
    <div className={classes.page}>
      <BackLink to="/activity">Activity</BackLink>
      <PageHeader
        title={runTitle(run)}
        beside={<StatusBadge {...runStatus(run)} pill />}
        actions={run.undoable && <UndoButton runId={run.id} />}
      />
      {run.state === 'running' && <ProgressBar label="Under way" done={handled(run)} total={run.total} failed={run.failed} />}
      <RunFacts run={run} />
      <Section title={run.kind === 'bulk' ? 'Each order' : 'Rows that need a look'}>
        <Outcomes outcomes={outcomes} running={run.state === 'running'} />
        <KeysetPagination after={after} next={next} />
      </Section>
    </div>
  );
}
