import { Link, useSearchParams } from 'react-router';
import { EmptyState } from '../empty-state.tsx';
import { PageHeader } from '../page-header.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { DataTable } from './data-table.tsx';
import type { List } from './declaration.ts';
import { FilterBar } from './filter-bar.tsx';
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
  /** What the loader read from the address with `readListAddress`. */
  address: Pick<ListAddress, 'orderBy' | 'orderDir' | 'page' | 'perPage'>;
  /** How many match; `atLeast` when counting stopped there. Without it the pages go by `after` and `next`. */
  total?: number | { atLeast: number };
  keyset?: { after: string | null; next: string | null };
  actions?: React.ReactNode;
  tabs?: readonly Tab[];
  /** Between the filters and the rows: a notice, a progress bar. */
  notice?: React.ReactNode;
  /** What to say when there is nothing at all, filters apart. */
  empty: React.ReactNode;
};

/** A whole list page from its declaration. */
export function ListPage<Row>({ title, list, rows, address, total, keyset, actions, tabs, notice, empty }: Props<Row>) {
  const [params] = useSearchParams();
  const selection = useSelection(changeAddress(params, { page: null }));
  const filtered = Boolean(params.get('search')) || (list.filters ?? []).some(({ key }) => params.get(key));
  const count = total === undefined ? undefined : typeof total === 'number' ? total : total.atLeast;
  return (
    <div className={classes.list}>
      <PageHeader title={title} actions={actions} />
      {tabs && <Tabs tabs={tabs} />}
      {(list.filters || total !== undefined) && (
        <FilterBar filters={list.filters ?? []}>{total !== undefined && writeCount(total, list.noun)}</FilterBar>
      )}
      {notice}
      {rows.length > 0 ? (
        <DataTable list={list} rows={rows} label={title} sort={address} selection={list.bulk && selection} />
      ) : filtered ? (
        <NothingMatches many={list.noun.many} clear={changeAddress(params, clearing(list))} />
      ) : (
        empty
      )}
      <footer className={classes.foot}>
        {list.bulk && <BulkBar actions={list.bulk} selection={selection} list={list} total={total} rowsHere={rows.length} />}
        {count !== undefined && <Pagination page={address.page} lastPage={Math.ceil(count / address.perPage)} />}
        {keyset && <KeysetPagination {...keyset} />}
      </footer>
    </div>
  );
}

function NothingMatches({ many, clear }: { many: string; clear: string }) {
  return (
    <EmptyState title={`No ${many} match`} action={<Link to={clear}>Clear the filters</Link>}>
      Nothing fits all of the filters above.
    </EmptyState>
  );
}

const clearing = ({ filters = [] }: { filters?: readonly { key: string }[] }) =>
  Object.fromEntries(['search', ...filters.map(({ key }) => key)].map((key) => [key, null]));
