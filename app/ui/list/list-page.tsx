import { useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { Paginated } from '../../../platform/list/query.ts';
import { Notice } from '../blocks/notice.tsx';
import { PageHeader } from '../blocks/page-header.tsx';
import { lazily } from '../lazily.tsx';
import { BulkBar } from './bulk/bulk-bar.tsx';
import { type Selection, useSelection } from './bulk/selection.ts';
import type { Sort } from './columns/column-heading.tsx';
import { shownColumns, withoutEmptyPictures, writeColumns } from './columns/columns.ts';
import { SortChoice } from './columns/sort-choice.tsx';
import { DataTable } from './data-table.tsx';
import type { Column, Filter, List } from './declaration.ts';
import { FilterBar } from './filter/filter-bar.tsx';
import { isSet, without } from './filter/filter-keys.ts';
import { leftOut } from './left-out.ts';
import { changeAddress } from './list-address.ts';
import classes from './list-page.module.css';
import type { NoRowsProps } from './no-rows.tsx';
import { lastList, useRememberedList } from './pages/last-list.ts';
import { PageSize } from './pages/page-size.tsx';
import { KeysetPagination, Pagination } from './pages/pagination.tsx';
import { Scanned } from './scanned.tsx';
import { type Tab, Tabs } from './tabs.tsx';
import { writeCount } from './write-count.ts';

type Props<Row> = {
  title: string;
  /** The page that this list belongs to. */
  back?: { to: string; label: string };
  list: List<Row>;
  /** What the loader read. Without counts the pages go by `keyset`. */
  page: Paginated<Row> | { data: readonly Row[] };
  /** What the loader read from the address: how the rows are sorted. */
  query?: Sort;
  /** The same of a list that is not sorted: its filters. */
  read?: object;
  keyset?: { after: string | null; next: string | null };
  actions?: React.ReactNode;
  /** Below the title: what concerns all rows. */
  above?: React.ReactNode;
  tabs?: readonly Tab[];
  /** After the tabs: saved views. */
  views?: React.ReactNode;
  /** The keys of the chosen columns in their order; without it the usual ones. */
  columns?: readonly string[] | undefined;
  /** After the count and the sort: controls for how the list is shown. */
  tools?: React.ReactNode;
  /** Between the filters and the rows: a notice, a progress bar. Without it the list says itself where not all rows were searched. */
  notice?: React.ReactNode;
  /** Shown when the list is empty without filters. */
  empty: React.ReactNode;
};

/** A list page from its declaration. */
export function ListPage<Row>(props: Props<Row>) {
  const { title, back, above, list, page, query, read, keyset, actions, tabs, views, tools, notice } = props;
  const [params] = useSearchParams();
  const counted = 'total' in page ? page : null;
  const { pathname, search } = useLocation();
  const selection = useSelection(pathname + changeAddress(params, { page: null }));
  const { rowHref } = list;
  useRememberedList(counted && rowHref ? lastList({ path: pathname, search }, counted.data.map(rowHref), counted) : null);
  const total = counted && (counted.total_is_exact ? counted.total : { atLeast: counted.total });
  return (
    <div className={classes.list}>
      <PageHeader title={title} actions={actions} {...(back && { back })} />
      {above}
      {tabs && <Tabs tabs={tabs} end={views} />}
      {(list.filters || total !== null) && (
        <FilterBar filters={list.filters ?? []}>
          {total !== null && <span className={classes.found}>{writeCount(total, list.noun)}</span>}
          {query && page.data.length > 1 && <SortChoice columns={list.columns} chosen={props.columns} sort={query} />}
          {tools}
        </FilterBar>
      )}
      <div className={classes.found}>
        {(query ?? read) && <LeftOut query={query ?? read ?? {}} filters={list.filters ?? []} />}
        {notice ?? (typeof counted?.scanned === 'number' && <Scanned count={counted.scanned} many={list.noun.many} />)}
        <Rows {...props} selection={selection} />
        <footer data-above-alerts className={classes.foot}>
          {list.bulk && selection.ids.length > 0 && (
            <BulkBar
              bulk={list.bulk}
              selection={selection}
              list={list}
              total={total ?? undefined}
              allHere={page.data.every((row) => selection.has(list.rowKey(row)))}
            />
          )}
          {counted && <PageSize size={counted.per_page} total={counted.total} />}
          {counted && <Pagination page={counted.current_page} lastPage={counted.last_page} />}
          {keyset && <KeysetPagination {...keyset} />}
        </footer>
      </div>
    </div>
  );
}

/** The rows, or why there are none. */
function Rows<Row>({ title, list, page, query, columns, empty, selection }: Props<Row> & { selection: Selection }) {
  const [params] = useSearchParams();
  const filters = list.filters ?? [];
  const visible = useShownColumns(list.columns, columns, page.data);
  if (page.data.length > 0)
    return (
      <DataTable
        list={{ ...list, columns: visible }}
        chosen={Boolean(columns)}
        rows={page.data}
        label={title}
        sort={query}
        selection={list.bulk && selection}
      />
    );
  if ('total' in page && page.total > 0 && page.current_page > 1) return <NoRows many={list.noun.many} past={page} />;
  // Where not all rows were searched, nothing is claimed of the rest.
  if ('total' in page && page.scanned !== null) return null;
  const isFiltered = filters.some((filter) => isSet(filter, params));
  return isFiltered ? <NoRows many={list.noun.many} clear={changeAddress(params, without(filters))} /> : empty;
}

/** Fetched when there are none, rather than with every list. */
const NoRows = lazily<NoRowsProps>(() => import('./no-rows.tsx'));

/** They are the same ones as long as the same are shown, so that rows which say the same are not drawn again. */
function useShownColumns<Row>(all: readonly Column<Row>[], columns: readonly string[] | undefined, rows: readonly Row[]) {
  const chosen = columns && writeColumns(columns);
  const keys = writeColumns(withoutEmptyPictures(shownColumns(all, columns), rows).map(({ key }) => key));
  return useMemo(() => {
    const visible = keys.split('.');
    return shownColumns(all, chosen?.split('.')).filter(({ key }) => visible.includes(key));
  }, [all, chosen, keys]);
}

/** Says what of the address is not used, so that nobody takes the list for what they asked for. */
function LeftOut({ query, filters }: { query: object; filters: readonly Filter[] }) {
  const [params] = useSearchParams();
  const parts = leftOut(params, query, filters);
  if (parts.length === 0) return null;
  return <Notice tone="warning">This list leaves out what it cannot read in its address: {parts.join('; ')}.</Notice>;
}
