import { Link } from 'react-router';
import { wordsOfRecord } from '../../../base/nouns.ts';
import { Payload } from '../../../ui/blocks/payload.tsx';
import { StatusBadge } from '../../../ui/status/status-badge.tsx';
import classes from './outcomes.module.css';

type Outcome = {
  id: number;
  outcome: 'done' | 'skipped' | 'failed' | 'waiting';
  record_type: string;
  record_id: number | null;
  label: string;
  reason: string | null;
  raw: unknown;
};

/** The skipped and failed rows with their reasons; unreadable records with their payload. */
export function Outcomes({ outcomes, running }: { outcomes: readonly Outcome[]; running: boolean }) {
  if (outcomes.length === 0) return <p className="soft">{running ? 'None so far.' : 'None: every row succeeded or had nothing new.'}</p>;
  return (
    <ol>
      {outcomes.map((outcome) => (
        <li key={outcome.id} className={classes.row}>
          <StatusBadge status={outcome.outcome} />
          <p className={classes.label}>
            <Record outcome={outcome} />
          </p>
          <p className={classes.reason}>{outcome.reason}</p>
          {outcome.raw !== null && outcome.raw !== undefined && (
            <details className={classes.raw}>
              <summary>What was sent</summary>
              <Payload content={outcome.raw} label="Record as it was sent" />
            </details>
          )}
        </li>
      ))}
    </ol>
  );
}

function Record({ outcome: { record_type, record_id, label } }: { outcome: Outcome }) {
  const name = <span className="mono">{label}</span>;
  const path = record_id === null ? undefined : wordsOfRecord(record_type)?.pathOf?.(record_id);
  return path ? <Link to={path}>{name}</Link> : name;
}
