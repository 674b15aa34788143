import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRevalidator, useSearchParams } from 'react-router';
import { ImportButton } from '../../../shared/imports/import-button.tsx';
import { listViews } from '../../../shared/views/list-views.tsx';
import { viewNamed } from '../../../shared/views/view.ts';
import type { BulkAction } from '../../../ui/list/declaration.ts';
import { ListPage } from '../../../ui/list/list-page.tsx';
import type { Tab } from '../../../ui/list/tabs.tsx';
import { useLiveReload } from '../../../ui/live/use-live.ts';
import { filterOf } from '../bulk/contract.ts';
import { CategoriesButton } from '../categories/categories-button.tsx';
import type { ItemQuery } from '../contract.ts';
import { ExportButton } from '../export/export-button.tsx';
import { NewItemDialog } from '../items/item-dialogs.tsx';
import { type Kind, kinds } from '../kinds.ts';
import { itemBulk } from './bulk.tsx';
import { itemFilters } from './filters.ts';
import { itemList } from './item-list.tsx';
import type { LoadedItems } from './load.ts';

/** `actions`: what can be done with the selected items beside what every kind has. */
type Props = { kind: Kind; loaded: LoadedItems; actions?: readonly BulkAction[]; empty: React.ReactNode };

/** The list page of a kind. */
export function ItemsList({ kind, loaded, actions = [], empty }: Props) {
  const { page, query, categories, tagNames, views } = loaded;
  const [params] = useSearchParams();
  const { title } = kinds[kind];
  const { revalidate } = useRevalidator();
  const own = itemBulk(kind, query, categories, revalidate);
  const list = itemList(kind, {
    filters: itemFilters(kind, categories, tagNames),
    bulk: { ...own, actions: [...own.actions, ...actions] },
  });
  useLiveReload([kind, 'tags']);
  return (
    <ListPage
      title={title}
      list={list}
      page={page}
      query={query}
      actions={<Actions kind={kind} loaded={loaded} />}
      tabs={tabsOf(kind, viewNamed(params, views.views) ? null : query)}
      {...listViews(list, views)}
      empty={empty}
    />
  );
}

/** What one looks for most, by its address; none is selected while a saved view is shown. */
function tabsOf(kind: Kind, query: ItemQuery | null): Tab[] {
  const { path } = kinds[kind];
  const { stock, linked } = query ?? {};
  const tabs: (Tab | false)[] = [
    { label: 'All', to: path, selected: query !== null && !stock && linked !== 'no' },
    { label: 'Low stock', to: `${path}?stock=low`, selected: stock === 'low' },
    { label: 'Out of stock', to: `${path}?stock=out`, selected: stock === 'out' },
    kind === 'products' && { label: 'Not linked', to: `${path}?linked=no`, selected: !stock && linked === 'no' },
  ];
  return tabs.filter((tab) => tab !== false);
}

/** What a kind is called in the specification's calls of imports and exports. */
const entityNumbers = { raw_materials: 1, products: 2 } as const satisfies Record<Kind, number>;

function Actions({ kind, loaded: { form, query, page } }: { kind: Kind; loaded: LoadedItems }) {
  const [isOpen, setOpen] = useState(false);
  const filter = filterOf(query);
  const isNarrowed = Object.values(filter).some((value) => value !== undefined && value !== '');
  const entity = { number: entityNumbers[kind], title: kinds[kind].title };
  return (
    <>
      <ImportButton entity={entity}>Import</ImportButton>
      <ExportButton list={{ ...entity, total: page.total, filter: isNarrowed ? filter : null }} />
      <CategoriesButton kind={kind} />
      <Button onClick={() => setOpen(true)}>New {kinds[kind].one}</Button>
      {isOpen && <NewItemDialog kind={kind} form={form} onClose={() => setOpen(false)} />}
    </>
  );
}
