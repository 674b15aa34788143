import '@mantine/core/styles/Table.layer.css';
import { Table } from '@mantine/core';
import { Section } from '../../ui/section.tsx';
import { Ago, RelativeTime } from '../../ui/time/relative-time.tsx';
import type { Connection } from '../contract.ts';
import { streamLabels } from '../streams/stream-names.ts';

/** The streams of a connection: last and next read. */
export function Streams({ connection: { streams, state } }: { connection: Pick<Connection, 'streams' | 'state'> }) {
  const active = state === 'active';
  return (
    <Section title="What is read">
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Records</Table.Th>
            <Table.Th scope="col">Last read</Table.Th>
            <Table.Th scope="col">Next</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {streams.map(({ stream, read_at, due_at, failures }) => (
            <Table.Tr key={stream}>
              <Table.Th scope="row">{streamLabels[stream] ?? stream}</Table.Th>
              <Table.Td c="dimmed">{read_at ? <Ago at={read_at} /> : 'not yet'}</Table.Td>
              <Table.Td c={active && failures > 0 ? 'var(--amber)' : 'dimmed'}>
                {active ? <RelativeTime at={due_at} /> : 'not while it is stopped'}
                {active && failures > 0 && `, after ${failures === 1 ? 'a failure' : `${failures} failures`}`}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  );
}
