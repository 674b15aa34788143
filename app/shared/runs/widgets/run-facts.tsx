import { href, Link } from 'react-router';
import { Facts } from '../../../ui/blocks/facts.tsx';
import { ExactTime } from '../../../ui/time/relative-time.tsx';
import type { Run } from '../contract.ts';
import { kindLabels, skippedWord } from '../run.ts';
import { writeDuration } from './write-duration.ts';

/** A run's counts, person, times and outcome. */
export function RunFacts({ run }: { run: Run }) {
  const { kind, connection_name, slug, done, skipped, failed, total, sentence, requested_by, started_at, finished_at } = run;
  return (
    <Facts
      wide
      facts={[
        { label: 'Done', value: write(done) },
        { label: skippedWord(kind), value: write(skipped) },
        { label: 'Failed', value: write(failed) },
        total !== null && { label: 'In all', value: write(total) },
        { label: 'Kind', value: kindLabels[kind] ?? kind },
        connection_name !== null && {
          label: 'Connection',
          value: slug ? <Link to={href('/settings/connectors/:name', { name: slug })}>{connection_name}</Link> : connection_name,
        },
        { label: 'Started by', value: requested_by ?? 'Crossdock, automatically' },
        { label: 'Started', value: <ExactTime at={started_at} /> },
        finished_at !== null && { label: 'Took', value: writeDuration(new Date(finished_at).getTime() - new Date(started_at).getTime()) },
        sentence !== null && { label: 'Outcome', value: sentence, long: true },
      ]}
    />
  );
}

const write = (count: number) => count.toLocaleString('en-US');
