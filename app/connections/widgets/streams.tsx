import { Section } from '../../ui/section.tsx';
import { Ago, RelativeTime } from '../../ui/time/relative-time.tsx';
import type { ConnectionView } from '../connection.ts';
import { streamLabels } from '../streams/stream-names.ts';
import classes from './streams.module.css';

/** The streams of a connection: last and next read. */
export function Streams({ connection: { streams, state } }: { connection: Pick<ConnectionView, 'streams' | 'state'> }) {
  return (
    <Section title="What is read">
      <table className={classes.streams}>
        <thead>
          <tr>
            <th scope="col">Records</th>
            <th scope="col">Last read</th>
            <th scope="col">Next</th>
          </tr>
        </thead>
        <tbody>
          {streams.map(({ stream, read_at, due_at, failures }) => (
            <tr key={stream}>
              <th scope="row">{streamLabels[stream] ?? stream}</th>
              <td>{read_at ? <Ago at={read_at} /> : 'not yet'}</td>
              <td data-failing={(state === 'active' && failures > 0) || undefined}>
                {state === 'active' ? <RelativeTime at={due_at} /> : 'not while it is stopped'}
                {state === 'active' && failures > 0 && `, after ${failures === 1 ? 'a failure' : `${failures} failures`}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
