import { call } from '../../../../../platform/call.ts';
import { Skeleton } from '../../../../ui/blocks/skeleton.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { useQuery } from '../../../../ui/hooks/use-query.ts';
import { errorMessage } from '../../../../ui/words/error-message.ts';
import { getLogCall } from '../../contract.ts';
import { ExchangeDetail } from './exchange-detail.tsx';
import { actionWords } from './log-entry.ts';

type Props = { connectionId: number; entity: number; id: number; onClose: () => void };

/** One exchange in a dialog: request and reply, without secrets. */
export default function ExchangeDialog({ connectionId, entity, id, onClose }: Props) {
  const { data, error } = useQuery({
    queryKey: ['log', connectionId, id],
    queryFn: ({ signal }) => call(getLogCall, { params: { connectorId: connectionId, entityId: entity, id } }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Dialog key={id} title={data ? actionWords(data.action) : 'Exchange'} size={760} onClose={onClose}>
      {data ? <ExchangeDetail exchange={data} /> : error ? <p role="alert">{errorMessage(error)}</p> : <Skeleton rows={8} />}
    </Dialog>
  );
}
