import { effectTasks, streamLabel } from '../../../../base/stream-names.ts';
import { Section } from '../../../../ui/blocks/section.tsx';
import { ShortTable } from '../../../../ui/blocks/short-table.tsx';
import { Ago, RelativeTime } from '../../../../ui/time/relative-time.tsx';
import type { Connection } from '../../contract.ts';

/** The streams of a connection: last and next read. */
export function Streams({
  connection: { streams, state, forbidden },
}: {
  connection: Pick<Connection, 'streams' | 'state' | 'forbidden'>;
}) {
  const active = state === 'active';
  return (
    <Section title="What is read">
      <ShortTable>
        <thead>
          <tr>
            {/* Of a width of their own: times change. */}
            <th scope="col" style={{ width: '46%' }}>
              Records
            </th>
            <th scope="col" style={{ width: '27%' }}>
              Last read
            </th>
            <th scope="col">Next</th>
          </tr>
        </thead>
        <tbody>
          {streams.map(({ stream, read_at, due_at, failures }) => (
            <tr key={stream}>
              <th scope="row">{streamLabel(stream)}</th>
              <td className="soft">{read_at ? <Ago at={read_at} /> : 'not yet'}</td>
              <td className={forbidden[stream] || (active && failures > 0) ? 'troubled' : 'soft'}>
                {active ? <RelativeTime at={due_at} /> : 'not while it is stopped'}
                {forbidden[stream] && `, not permitted: ${forbidden[stream]}`}
                {!forbidden[stream] && active && failures > 0 && `, after ${failures === 1 ? 'a failure' : `${failures} failures`}`}
              </td>
            </tr>
          ))}
        </tbody>
      </ShortTable>
      {Object.entries(forbidden).flatMap(([what, reason]) =>
        what in effectTasks ? (
          <p key={what} className="troubled">
            Not permitted to {effectTasks[what]}: {reason}
          </p>
        ) : (
          []
        ),
      )}
    </Section>
  );
}
