import { Link } from 'react-router';
import { wordsOfRecord } from '../../../base/nouns.ts';
import { Payload } from '../../../ui/blocks/payload.tsx';
import { StatusBadge } from '../../../ui/status/status-badge.tsx';
import type { Run } from '../contract.ts';
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

type Props = { outcomes: readonly Outcome[]; run: Pick<Run, 'kind' | 'state' | 'done' | 'skipped' | 'failed'> };

/** The skipped and failed rows with their reasons; unreadable records with their payload. */
export function Outcomes({ outcomes, run }: Props) {
  if (outcomes.length === 0) {
    const words = wordsOfNone(run);
    return words && <p className="soft">{words}</p>;
  }
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

function wordsOfNone({ kind, state, done, skipped, failed }: Props['run']): string | null {
  if (state === 'running') return 'None so far.';
  if (state !== 'done' && done + skipped === 0) return 'None: it ended before any row was done.';
  if (failed === 0) return `None: every row ${state === 'done' ? '' : 'that it came to '}succeeded or had nothing new.`;
  // Of an import its file has them, which is said above.
  return kind === 'import' ? null : 'What failed is not listed row by row.';
}

function Record({ outcome: { record_type, record_id, label } }: { outcome: Outcome }) {
  const name = <span className="mono">{label}</span>;
  const path = record_id === null ? undefined : wordsOfRecord(record_type)?.pathOf?.(record_id);
  return path ? <Link to={path}>{name}</Link> : name;
}
