import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useRevalidator, useSearchParams } from 'react-router';
import type { z } from 'zod';
import { call } from '../../../platform/call.ts';
import type { ListQuery, Paginated } from '../../../platform/list/query.ts';
import type { Topic } from '../../../platform/topics.ts';
import { nouns } from '../../base/nouns.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import type { FormValues } from '../../ui/form/form-from-schema.tsx';
import { actionsColumn } from '../../ui/list/columns/actions-column.tsx';
import type { List } from '../../ui/list/declaration.ts';
import { ListPage } from '../../ui/list/list-page.tsx';
import { useLiveReload } from '../../ui/live/use-live.ts';
import type { FiledRecord } from '../exports/files-of.ts';
import { requestExport } from '../exports/request-export.ts';
import { type VerbActions, verbActions } from '../runs/bulk/verb-actions.ts';
import { undoRun } from '../runs/working/report-outcome.ts';
import { listViews } from '../views/list-views.tsx';
import { viewNamed } from '../views/view.ts';
import type { NounCalls } from './calls.ts';
import { FileActions } from './file-actions.tsx';
import type { loadNoun } from './load.ts';

type Named = { id: number; name: string };
type Loaded<Row> = Omit<Awaited<ReturnType<typeof loadNoun>>, 'name' | 'query' | 'page'> & {
  name: FiledRecord;
  query: ListQuery;
  page: Paginated<Row>;
};

type Props<Row extends Named, Verb extends string> = {
  loaded: Loaded<Row>;
  calls: NounCalls<z.ZodType, z.ZodObject, z.ZodObject, z.ZodObject, Verb>;
  topic: Topic;
  /** Its columns and filters. */
  list: Omit<List<Row>, 'noun' | 'rowKey' | 'rowName' | 'bulk'>;
  /** What can be done with many at once. */
  verbs: VerbActions<Verb>;
  /** What the form of a record begins with. */
  valuesOf: (row: Row) => FormValues;
  /** What is lost with a record, for whoever is about to delete it. */
  deletionText: (row: Row) => string;
  empty: ReactNode;
};

/**
 * The list of a noun whose calls are those of `nounCalls`: found, viewed, exported, and by who may change it created, edited, deleted and
 * imported.
 */
export function NounPage<Row extends Named, Verb extends string>({
  loaded,
  calls,
  topic,
  verbs,
  valuesOf,
  deletionText,
  ...screen
}: Props<Row, Verb>) {
  const { name, query, page, views, form, files, mayChange } = loaded;
  const { one, many, title, path } = nouns[name];
  const [params] = useSearchParams();
  const tabs = [{ label: 'All', to: path, selected: !viewNamed(params, views.views) }];
  const [edited, setEdited] = useState<Row | 'new' | null>(null);
  const { revalidate } = useRevalidator();
  useLiveReload([topic]);
  const { orderBy: _, orderDir: __, page: ___, perPage: ____, ...filter } = query;
  const list: List<Row> = {
    ...{ noun: { one, many }, rowKey: ({ id }) => id, rowName: (row) => row.name, ...screen.list },
    ...(mayChange && {
      columns: [
        ...screen.list.columns,
        actionsColumn<Row>({ onEdit: setEdited, deleteCall: calls.remove, deletionText, undo: (id) => undoRun(id) }),
      ],
      bulk: {
        prepare: () => call(calls.prepare, { body: { filter } }),
        actions: verbActions(verbs, (action, chosen) => call(calls.start, { body: { action, ...chosen } }), revalidate),
      },
    }),
  };
  const closing = { form, onClose: () => setEdited(null) };
  const onExport = () => requestExport({ of: name, away: true }, calls.export, { body: { filter } });
  return (
    <>
      <ListPage
        {...{ title, tabs, list, page, query, empty: screen.empty, ...listViews(list, views) }}
        actions={
          <>
            <FileActions name={name} number={mayChange ? files : null} onExport={onExport} />
            {mayChange && <Button onClick={() => setEdited('new')}>New {one}</Button>}
          </>
        }
      />
      {edited === 'new' && <FormDialog title={`New ${one}`} call={calls.create} verb={`Create ${one}`} {...closing} />}
      {edited && edited !== 'new' && (
        <FormDialog
          {...{ title: `Edit “${edited.name}”`, call: calls.change, params: { id: edited.id } }}
          {...{ values: valuesOf(edited), was: valuesOf(edited), ...closing }}
          verb="Save"
        />
      )}
    </>
  );
}
