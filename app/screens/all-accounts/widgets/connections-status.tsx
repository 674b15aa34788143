import { streamLabel } from '../../../base/stream-names.ts';
import { healthLabels, waitingWords } from '../../../shared/connections/connection.ts';
import { Section } from '../../../ui/blocks/section.tsx';
import { ShortTable } from '../../../ui/blocks/short-table.tsx';
import { HealthDot } from '../../../ui/status/health-dot.tsx';
import { countedWords } from '../../../ui/words/counted-words.ts';
import { type AccountStatus, mostCalls } from '../status/contract.ts';

type Status = AccountStatus['connections'][number];

/** Each connection: what lags behind, and how its calls of the last hour went. */
export function ConnectionsStatus({ connections }: Pick<AccountStatus, 'connections'>) {
  return (
    <Section title="Connections" count={connections.length}>
      {connections.length === 0 ? (
        <p className="soft">Nothing is connected.</p>
      ) : (
        <ShortTable>
          <thead>
            <tr>
              <th scope="col">Connection</th>
              <th scope="col">Reads</th>
              <th scope="col">To send</th>
              <th scope="col">Calls of the last hour</th>
            </tr>
          </thead>
          <tbody>
            {connections.map((connection) => (
              <Row key={connection.slug} connection={connection} />
            ))}
          </tbody>
        </ShortTable>
      )}
    </Section>
  );
}

function Row({ connection }: { connection: Status }) {
  const { name, health, overdue, waiting, calls } = connection;
  return (
    <tr>
      <th scope="row">
        <span style={{ display: 'inline-flex', alignItems: 'center', gap: 8 }}>
          <HealthDot health={health} />
          {name}
        </span>
        {healthLabels[health] && <span className="soft"> {healthLabels[health]}</span>}
      </th>
      <td>{overdue ? `${streamLabel(overdue.stream)}: ${countedWords(overdue.minutes, 'minute')} late` : 'on time'}</td>
      <td>{waiting > 0 ? waitingWords(connection) : 'nothing'}</td>
      <td>{callsInWords(calls)}</td>
    </tr>
  );
}

/** `1,000+, 4 failed, half within 5 ms`: of the newest thousand. */
function callsInWords({ made, failed, medianMs }: Status['calls']): string {
  if (made === 0) return 'none';
  const many = `${made.toLocaleString('en-US')}${made < mostCalls ? '' : '+'}`;
  return `${many}, ${failed === 0 ? 'none' : failed.toLocaleString('en-US')} failed, half within ${medianMs.toLocaleString('en-US')} ms`;
}
