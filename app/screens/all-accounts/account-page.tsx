import { href } from 'react-router';
import { page } from '../../../platform/http/page.ts';
import { auditList } from '../../people/audit/audit-list.tsx';
import { EmptyState } from '../../ui/blocks/empty-state.tsx';
import { Section } from '../../ui/blocks/section.tsx';
import { ListPage } from '../../ui/list/list-page.tsx';
import type { Route } from './+types/account-page.ts';
import { listActing } from './queries.ts';
import { readStatus } from './status/read.ts';
import { AccountStatus } from './widgets/account-status.tsx';
import { SharedConnections } from './widgets/shared-connections.tsx';

export const loader = page('portal', async ({ id, session, readingAccount, search }) => {
  const pageSize = session.pageSize;
  const after = Number(search.get('after'));
  const before = Number.isSafeInteger(after) && after > 0 ? after : undefined;
  const [{ name, data }, status] = await readingAccount(id, (tenant) =>
    Promise.all([listActing(tenant, before, pageSize + 1), readStatus(tenant)]),
  );
  const entries = data.slice(0, pageSize);
  return {
    id,
    name,
    status,
    entries,
    after: before ? String(before) : null,
    next: data.length > pageSize ? String(entries.at(-1)?.id) : null,
  };
});

/** How an account does, and what was done in it by those who acted as it: the account sees the latter in its audit. */
export default function AccountPage({ loaderData: { id, name, status, entries, after, next } }: Route.ComponentProps) {
  return (
    <ListPage
      title={name}
      back={{ to: href('/settings/super/accounts'), label: 'Accounts' }}
      above={
        <>
          <SharedConnections accountId={id} />
          <AccountStatus accountId={id} status={status} />
          <div style={{ marginTop: 32 }}>
            <Section title="Done while acting as this account">
              <p className="soft" style={{ marginBottom: 8 }}>
                The account sees the same in its audit. Nobody can change or delete an entry.
              </p>
            </Section>
          </div>
        </>
      }
      list={auditList}
      page={{ data: entries }}
      keyset={{ after, next }}
      empty={<EmptyState title="Nobody has acted as this account">Whatever somebody of Crossdock does in it is listed here.</EmptyState>}
    />
  );
}
