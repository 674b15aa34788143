import { href, Link } from 'react-router';
import { Facts } from '../../../ui/blocks/facts.tsx';
import { ExactTime } from '../../../ui/time/relative-time.tsx';
import type { Run } from '../contract.ts';
import { kindLabels, skippedWord } from '../run.ts';
import { writeDuration } from './write-duration.ts';

type Props = { run: Run /** Of the import that it belongs to. */; file: { id: number; file_name: string } | null };

/** A run's counts, person, times and outcome, and the way to its import. */
export function RunFacts({ run, file }: Props) {
  const { kind, connection_name, slug, done, skipped, failed, total, sentence, requested_by, started_at, finished_at } = run;
  return (
    <Facts
      wide
      facts={[
        file !== null && { label: 'File', value: <Link to={href('/imports/:id', { id: String(file.id) })}>{file.file_name}</Link> },
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
