import { call } from '../../../../platform/call.ts';
import { Skeleton } from '../../../ui/blocks/skeleton.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { useQuery } from '../../../ui/hooks/use-query.ts';
import { errorMessage } from '../../../ui/words/error-message.ts';
import { readLinkCall } from '../contract.ts';
import { LinkForm } from './link-form.tsx';

type Props = { connectionId: number; sku: string; onClose: () => void };

/** The link of a channel's SKU: read anew each time, because orders come and go. */
export default function LinkDialog({ connectionId, sku, onClose }: Props) {
  const { data, error } = useQuery({
    queryKey: ['link', connectionId, sku],
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    queryFn: ({ signal }) => call(readLinkCall, { query: { connection_id: connectionId, sku } }, signal),
  });
  return (
    <Dialog title={`Link of ${sku}`} size={640} onClose={onClose}>
      {(close) => {
        if (error) return <p role="alert">{errorMessage(error)}</p>;
        return data ? <LinkForm link={data} connectionId={connectionId} onDone={close} /> : <Skeleton rows={4} />;
      }}
    </Dialog>
  );
}
