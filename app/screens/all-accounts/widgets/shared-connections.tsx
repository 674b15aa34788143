import { Fragment } from 'react';
import { href, Link } from 'react-router';
import { call } from '../../../../platform/call.ts';
import { ErrorState } from '../../../ui/blocks/empty-state.tsx';
import { Notice } from '../../../ui/blocks/notice.tsx';
import { useQuery } from '../../../ui/hooks/use-query.ts';
import { listSharedCall, type SharedConnection } from '../contract.ts';

/** Says of each connection of an account which other accounts have it too. The accounts see nothing of it. */
export function SharedConnections({ accountId }: { accountId: number }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['all-accounts', accountId, 'shared'],
    queryFn: () => call(listSharedCall, { params: { id: accountId } }),
  });
  if (error) return <ErrorState title="Whether other accounts have its connections could not be loaded" error={error} onRetry={refetch} />;
  return data?.data.map((connection) => <Shared key={connection.slug} connection={connection} />);
}

function Shared({ connection: { name, others } }: { connection: SharedConnection }) {
  return (
    <div style={{ marginBottom: 8 }}>
      <Notice tone="warning">
        <strong>{name}</strong>: Also connected by{' '}
        {others.map(({ accountId, account, connection }, at) => (
          <Fragment key={`${accountId} ${connection}`}>
            {at > 0 && '; '}
            <Link to={href('/settings/super/accounts/:id', { id: String(accountId) })}>{account}</Link>, as {connection}
          </Fragment>
        ))}
        . Orders of a shop that two accounts have ship twice, and stock of a warehouse that two have is sold twice. The accounts see nothing
        of this.
      </Notice>
    </div>
  );
}
