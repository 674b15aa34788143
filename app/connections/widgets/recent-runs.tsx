import { href, Link } from 'react-router';
import { type RunView, runCounts, runStatus, runTitle } from '../../runs/run.ts';
import { Section } from '../../ui/section.tsx';
import { StatusBadge } from '../../ui/status/status-badge.tsx';
import { RelativeTime } from '../../ui/time/relative-time.tsx';
import classes from './recent-runs.module.css';

const shown = 8;

/** A connection's recent runs. Reads without news are not listed; every exchange is in the log. */
export function RecentRuns({ runs, slug }: { runs: readonly RunView[]; slug: string }) {
  return (
    <Section title="Recent runs" actions={<Link to={href('/settings/connectors/:name/logs', { name: slug })}>Log of every exchange</Link>}>
      {runs.length === 0 && <p className={classes.none}>Nothing new has been read yet.</p>}
      <ol>
        {runs.slice(0, shown).map((run) => (
          <li key={run.id} className={classes.run}>
            <Link to={href('/activity/:id', { id: String(run.id) })}>{runTitle({ ...run, connection_name: null })}</Link>
            <StatusBadge {...runStatus(run)} />
            <span className={classes.counts}>{run.state === 'done' ? runCounts(run) : run.sentence}</span>
            <RelativeTime at={run.started_at} />
          </li>
        ))}
      </ol>
    </Section>
  );
}
