import '@mantine/core/styles/List.layer.css';
import { List } from '@mantine/core';
import { call } from '../../../../platform/call.ts';
import type { RemedyIssue } from '../../../shared/issues/remedy/remedy.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { useQuery } from '../../../ui/hooks/use-query.ts';
import { useSave } from '../../../ui/hooks/use-save.ts';
import { countedWords } from '../../../ui/words/counted-words.ts';
import { errorMessage } from '../../../ui/words/error-message.ts';
import { acceptShortCountCall, readWaitingCountCall, type WaitingCount } from './contract.ts';

/** Says which products would have none before a count that names few is used: no press takes it back. */
export default function UseCount({ issue, onClose }: { issue: RemedyIssue; onClose: () => void }) {
  const params = { connectionId: issue.connection_id ?? 0 };
  const { data, error, refetch } = useQuery({
    ...{ queryKey: ['waiting-count', params.connectionId], staleTime: 0, gcTime: 0, refetchOnWindowFocus: false },
    queryFn: ({ signal }) => call(readWaitingCountCall, { params }, signal),
  });
  const save = useSave({ rereadsRefused: true });
  const use = async () => {
    try {
      await save(acceptShortCountCall, { params, body: { seen: data?.seen } });
    } catch (failure) {
      // Another count may have come meanwhile: it is looked at here.
      await refetch();
      throw failure;
    }
  };
  return (
    <ConfirmDialog
      title="Use this count?"
      text={
        <>
          <div aria-live="polite">{error ? <p>{errorMessage(error)}</p> : data ? <LeftOut {...data} /> : <p>Looking at the count…</p>}</div>
          <p style={{ marginTop: 8 }}>
            Orders that need them wait, and channels are told that there is none. It cannot be undone: they come back with the next count
            that names them.
          </p>
        </>
      }
      verb="Use this count"
      danger
      disabled={!data || Boolean(error)}
      run={use}
      onClose={onClose}
    />
  );
}

function LeftOut({ count, products }: WaitingCount) {
  const more = count - products.length;
  return (
    <>
      <p>{countedWords(count, 'product then has', 'products then have')} no stock there:</p>
      <List size="sm" spacing={2} mt={4} style={{ listStyleType: 'disc', paddingLeft: 18 }}>
        {products.map(({ sku, name, units }) => (
          <List.Item key={sku}>
            {units.toLocaleString('en-US')} of <span className="mono">{sku}</span> {name}
          </List.Item>
        ))}
        {more > 0 && <List.Item>{more.toLocaleString('en-US')} more</List.Item>}
      </List>
    </>
  );
}
