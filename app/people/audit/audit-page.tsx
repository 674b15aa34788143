import { Button } from '@mantine/core';
import { page } from '../../../platform/http/page.ts';
import { readAddress } from '../../../platform/list/query.ts';
import { EmptyState } from '../../ui/blocks/empty-state.tsx';
import { Notice } from '../../ui/blocks/notice.tsx';
import { ListPage } from '../../ui/list/list-page.tsx';
import type { Route } from './+types/audit-page.ts';
import { auditFilters, auditList } from './audit-list.tsx';
import { auditFilter, exportAuditCall } from './contract.ts';
import { auditChoices, listAudit } from './queries.ts';
import { mostSearched } from './searched.ts';

export const loader = page('team', async ({ session, tenant, search }) => {
  const pageSize = session.pageSize;
  const after = Number(search.get('after'));
  const before = Number.isSafeInteger(after) && after > 0 ? after : undefined;
  const filter = readAddress({ query: auditFilter }, search, session);
  const [found, choices] = await Promise.all([listAudit(tenant, { ...filter, before }, pageSize + 1), auditChoices(tenant)]);
  const entries = found.rows.slice(0, pageSize);
  const lookedTo = found.rows.length > pageSize ? null : found.lookedTo;
  const next = found.rows.length > pageSize ? (entries.at(-1)?.id ?? null) : lookedTo;
  return {
    filter,
    choices,
    entries,
    after: before ? String(before) : null,
    next: next === null ? null : String(next),
    isCut: lookedTo !== null,
  };
});

/** Who did what in this account, when and from where: what people here did, and what Crossdock's own people did for it. */
export default function AuditPage({ loaderData: { filter, choices, entries, after, next, isCut } }: Route.ComponentProps) {
  const chosen = Object.entries(filter).flatMap(([key, value]) => (value ? [[key, String(value)]] : []));
  return (
    <ListPage
      title="Audit"
      list={{ ...auditList, filters: auditFilters(choices) }}
      page={{ data: entries }}
      read={filter}
      keyset={{ after, next }}
      notice={
        isCut && <Notice>{mostSearched.toLocaleString('en-US')} entries were looked through for these words. The next page goes on.</Notice>
      }
      actions={
        <Button
          component="a"
          href={`${exportAuditCall.path}?${new URLSearchParams(chosen)}`}
          variant="default"
          title={whatIsExported}
          download
        >
          Export
        </Button>
      }
      empty={
        <EmptyState title="Nothing is recorded yet">
          Whatever somebody changes in this account is listed here. Nobody can change or delete an entry.
        </EmptyState>
      }
    />
  );
}

const whatIsExported = 'The newest 50,000 entries of this list. The last row of the file says where there are more.';
