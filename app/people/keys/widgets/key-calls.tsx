import { Text } from '@mantine/core';
import { call } from '../../../../platform/call.ts';
import { ShortTable } from '../../../ui/blocks/short-table.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { useQuery } from '../../../ui/hooks/use-query.ts';
import { Ago } from '../../../ui/time/relative-time.tsx';
import { errorMessage } from '../../../ui/words/error-message.ts';
import { type ApiKey, type KeyCall, listKeyCallsCall } from '../contract.ts';
import classes from './keys.module.css';

/** What a key was used for last. */
export default function KeyCalls({ of: { id, name }, onClose }: { of: Pick<ApiKey, 'id' | 'name'>; onClose: () => void }) {
  const { data, error } = useQuery({
    queryKey: ['key-calls', id],
    queryFn: ({ signal }) => call(listKeyCallsCall, { params: { id } }, signal),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Dialog title={`The last calls of ${name}`} size={760} onClose={onClose}>
      {() => (error ? <Text role="alert">{errorMessage(error)}</Text> : data && <Calls calls={data.calls} />)}
    </Dialog>
  );
}

function Calls({ calls }: { calls: readonly KeyCall[] }) {
  if (calls.length === 0) return <Text c="dimmed">It has not been used yet.</Text>;
  return (
    <ShortTable>
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">Call</th>
          <th scope="col">Status</th>
          <th scope="col">Took</th>
          <th scope="col" className={classes.beside}>
            From
          </th>
        </tr>
      </thead>
      <tbody>
        {calls.map(({ id, at, method, path, status, ms, address }) => (
          <tr key={id}>
            <td>
              <Ago at={at} />
            </td>
            <td>
              <span className="mono">{`${method} ${path}`}</span>
              <span className={classes.onPhone}>from {address}</span>
            </td>
            <td>{status}</td>
            <td style={{ whiteSpace: 'nowrap' }}>{`${ms.toLocaleString('en-US')} ms`}</td>
            <td className={classes.beside}>{address}</td>
          </tr>
        ))}
      </tbody>
    </ShortTable>
  );
}
