import { call } from '../../../../platform/call.ts';
import type { Reply } from '../../../../platform/endpoint.ts';
import { WhatFlows } from '../../../shared/connections/home/widgets/what-flows.tsx';
import { Columns } from '../../../ui/blocks/section.tsx';
import { useQuery } from '../../../ui/hooks/use-query.ts';
import { accountStatusCall } from '../status/contract.ts';
import { ConnectionsStatus } from './connections-status.tsx';
import { WhatItHolds } from './what-it-holds.tsx';
import { WhySlow } from './why-slow.tsx';

type Props = { accountId: number; status: Reply<typeof accountStatusCall> };

const everyMs = 15_000;

/** How an account does, read again every quarter of a minute: why it may be slow first, then what that is read from. */
export function AccountStatus({ accountId, status }: Props) {
  const { data } = useQuery({
    queryKey: ['all-accounts', accountId, 'status'],
    queryFn: () => call(accountStatusCall, { params: { id: accountId } }),
    initialData: status,
    refetchInterval: everyMs,
  });
  return (
    <>
      <WhySlow reasons={data.reasons} />
      <Columns side={<WhatItHolds storage={data.storage} issues={data.issues} />}>
        <WhatFlows flow={data.flow} />
        <ConnectionsStatus connections={data.connections} />
      </Columns>
    </>
  );
}
