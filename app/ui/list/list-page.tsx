import { Link, useSearchParams } from 'react-router';
import { EmptyState } from '../empty-state.tsx';
import { PageHeader } from '../page-header.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { shownColumns } from './columns.ts';
import { DataTable } from './data-table.tsx';
import type { List } from './declaration.ts';
import { FilterBar } from './filter-bar.tsx';
import { isSet, without } from './filter-keys.ts';
import { changeAddress, type ListAddress } from './list-address.ts';
import classes from './list-page.module.css';
import { KeysetPagination, Pagination } from './pagination.tsx';
import { useSelection } from './selection.ts';
import { type Tab, Tabs } from './tabs.tsx';
import { writeCount } from './write-count.ts';

type Props<Row> = {
  title: string;
  list: List<Row>;
  rows: readonly Row[];
  /** The address as the loader read it with `readListAddress`. */
  address: Pick<ListAddress, 'orderBy' | 'orderDir' | 'page' | 'perPage'>;
  /** How many rows match; `atLeast` when the count stopped there. Without it the pages use `after` and `next`. */
  total?: number | { atLeast: number };
  keyset?: { after: string | null; next: string | null };
  actions?: React.ReactNode;
  tabs?: readonly Tab[];
  /** After the tabs: saved views. */
  views?: React.ReactNode;
  /** The keys of the chosen columns in their order; without it the usual ones. */
  columns?: readonly string[] | undefined;
  /** After the count: controls for how the list is shown. */
  tools?: React.ReactNode;
  /** Between the filters and the rows: a notice, a progress bar. */
  notice?: React.ReactNode;
  /** Shown when the list is empty without filters. */
  empty: React.ReactNode;
  /** True when the scan stopped at its limit, as the notice says: the list then makes no claim about the rest. */
  cutShort?: boolean;
};

/** A list page from its declaration. */
export function ListPage<Row>({
  title,
  list,
  rows,
  address,
  total,
  keyset,
  actions,
  tabs,
  views,
  columns,
  tools,
  notice,
  empty,
  cutShort,
}: Props<Row>) {
  const [params] = useSearchParams();
  const selection = useSelection(changeAddress(params, { page: null }));
  const filtered = (list.filters ?? []).some((filter) => isSet(filter, params));
  const count = total === undefined ? undefined : typeof total === 'number' ? total : total.atLeast;
  return (
    <div className={classes.list}>
      <PageHeader title={title} actions={actions} />
      {tabs && <Tabs tabs={tabs} end={views} />}
      {(list.filters || total !== undefined) && (
        <FilterBar filters={list.filters ?? []}>
          {total !== undefined && <span>{writeCount(total, list.noun)}</span>}
          {tools}
        </FilterBar>
      )}
      {notice}
      {rows.length > 0 ? (
        <DataTable
          list={{ ...list, columns: shownColumns(list.columns, columns) }}
          chosen={Boolean(columns)}
          rows={rows}
          label={title}
          sort={address}
          selection={list.bulk && selection}
        />
      ) : count && address.page > 1 ? (
        <PastTheEnd page={address.page} last={Math.ceil(count / address.perPage)} />
      ) : cutShort ? null : filtered ? (
        <NothingMatches many={list.noun.many} clear={changeAddress(params, without(list.filters ?? []))} />
      ) : (
        empty
      )}
      <footer className={classes.foot}>
        {list.bulk && (
          <BulkBar
            actions={list.bulk}
            selection={selection}
            list={list}
            total={total}
            allHere={rows.every((row) => selection.has(list.rowKey(row)))}
          />
        )}
        {count !== undefined && <Pagination page={address.page} lastPage={Math.ceil(count / address.perPage)} />}
        {keyset && <KeysetPagination {...keyset} />}
      </footer>
    </div>
  );
}

function PastTheEnd({ page, last }: { page: number; last: number }) {
  const [params] = useSearchParams();
  return (
    <EmptyState
      title={`There is no page ${page.toLocaleString('en-US')}`}
      action={<Link to={changeAddress(params, { page: last })}>Go to page {last.toLocaleString('en-US')}</Link>}
    >
      That one is the last to turn to. Narrower filters, or the other order, bring up what lies beyond it.
    </EmptyState>
  );
}

function NothingMatches({ many, clear }: { many: string; clear: string }) {
  return (
    <EmptyState title={`No ${many} match`} action={<Link to={clear}>Clear the filters</Link>}>
      Nothing fits all of the filters above.
    </EmptyState>
  );
}
