import { Button } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../platform/call.ts';
import { page } from '../../../platform/http/page.ts';
import { readAddress } from '../../../platform/list/query.ts';
import { readCopy } from '../../base/installation/by-hand.ts';
import { EmptyState, ErrorState } from '../../ui/blocks/empty-state.tsx';
import { Skeleton } from '../../ui/blocks/skeleton.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { formOf } from '../../ui/form/form-of.ts';
import { useQuery } from '../../ui/hooks/use-query.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import type { Route } from './+types/list-page.ts';
import { createAccountCall, listAccountsCall } from './contract.ts';
import { accountsList } from './widgets/accounts-list.tsx';
import { CopyDecision } from './widgets/copy-decision.tsx';
import { LostNodes } from './widgets/lost-nodes.tsx';

/** The accounts themselves are read by the call: a page reads within one account. */
export const loader = page('portal', async ({ search, session, tenant }) => ({
  query: readAddress(listAccountsCall, search, session),
  form: formOf(createAccountCall),
  own: session.accountId,
  copy: (await readCopy(tenant)) ?? null,
}));

/** Every account: who is in it, what it sells, and how it does. */
export default function AccountsPage({ loaderData: { query, form, own, copy } }: Route.ComponentProps) {
  const [creating, setCreating] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['all-accounts', query],
    queryFn: () => call(listAccountsCall, { query }),
    placeholderData: (before) => before,
  });
  if (error) return <ErrorState title="The accounts could not be loaded" error={error} onRetry={refetch} />;
  return (
    <>
      {copy && <CopyDecision reason={copy.reason} />}
      <LostNodes accounts={data?.data ?? []} />
      {data ? (
        <ListPage
          title="Accounts"
          list={accountsList(own, () => void refetch())}
          page={data}
          query={query}
          actions={<Button onClick={() => setCreating(true)}>New account</Button>}
          empty={<EmptyState title="No accounts">Each seller has an account.</EmptyState>}
        />
      ) : (
        <Skeleton rows={8} label="Loading accounts" />
      )}
      {creating && (
        <FormDialog
          title="New account"
          call={createAccountCall}
          form={form}
          verb="Create account"
          values={{ timezone: 'UTC' }}
          onSaved={() => void refetch()}
          onClose={() => setCreating(false)}
        />
      )}
    </>
  );
}
