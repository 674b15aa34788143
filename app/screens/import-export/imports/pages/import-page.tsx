import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { found, page } from '../../../../../platform/http/page.ts';
import { type ImportCause, listRowsCall, type RowCode, rowCodes, rowsOfPage } from '../../../../shared/imports/contract.ts';
import { RunProgress } from '../../../../shared/runs/run-progress.tsx';
import { EmptyState } from '../../../../ui/blocks/empty-state.tsx';
import { KeptRoom } from '../../../../ui/blocks/kept-room.tsx';
import { PageHeader } from '../../../../ui/blocks/page-header.tsx';
import { Section } from '../../../../ui/blocks/section.tsx';
import { Pagination } from '../../../../ui/list/pages/pagination.tsx';
import { Tabs } from '../../../../ui/list/tabs.tsx';
import { useLiveReload } from '../../../../ui/live/use-live.ts';
import { backOf } from '../back-of.ts';
import { AlsoCreates } from '../causes/also-creates.tsx';
import { Causes } from '../causes/causes.tsx';
import { MendedFile } from '../causes/mended-file.tsx';
import { useCured } from '../causes/use-cured.ts';
import { getImport } from '../queries.ts';
import { findImport } from '../running/import-row.ts';
import type { ShownImport } from '../shown-import.ts';
import { listRows } from '../shown-rows.ts';
import { ColumnsForm } from '../widgets/columns-form.tsx';
import { EncodingForm } from '../widgets/encoding-form.tsx';
import { FileFacts } from '../widgets/file-facts.tsx';
import { ImportActions } from '../widgets/import-actions.tsx';
import { LinksAtWarehouse } from '../widgets/links-at-warehouse.tsx';
import { Outcome } from '../widgets/outcome.tsx';
import { RowsTable } from '../widgets/rows-table.tsx';
import { Steps } from '../widgets/steps.tsx';
import type { Route } from './+types/import-page.ts';

/** The rows of a listing report are there once it is applied. */
const hasRows = ({ state, listing_report_by, discarded_at }: ShownImport) =>
  discarded_at === null && withRows.includes(state) && !(listing_report_by && state === 'applying');

const withRows: readonly string[] = ['checked', 'applying', 'applied', 'undoing', 'undone'];

export const loader = page('work', async ({ tenant, id, search }) => {
  const row = found(await findImport(tenant, id));
  const record = found(await getImport(tenant, id));
  const query = listRowsCall.query?.safeParse(Object.fromEntries(search)).data;
  const code: RowCode = (search.has('code') && query?.code) || firstOf(record);
  const cause = code === 'w' ? record.causes.find((each) => each.cause === query?.cause)?.cause : undefined;
  const number = query?.page ?? 1;
  const rows = hasRows(record) ? await listRows(tenant, row, { code, cause, page: number }) : null;
  return { shown: record, rows, code, cause, page: number };
});

/** What a person looks at first: what is wrong, otherwise what changes. */
const firstOf = ({ wrong, changed, created }: ShownImport): RowCode => (wrong > 0 ? 'w' : changed > 0 ? 'u' : created > 0 ? 'c' : 's');

/** The mended file's import is a page of its own, though it opens from the former one's: nothing of that one's state is its. */
export default function ImportPage({ loaderData }: Route.ComponentProps) {
  return <ImportOnPage key={loaderData.shown.id} {...loaderData} />;
}

/** An import from its file to what it did, and back. */
function ImportOnPage({ shown, rows, code, cause, page: number }: Route.ComponentProps['loaderData']) {
  const [choosing, setChoosing] = useState<'columns' | 'encoding' | null>(null);
  useLiveReload(['imports', 'runs'], 600);
  const { state, entity, run } = shown;
  const cured = useCured(shown);
  const titles = Object.fromEntries(shown.columns.map(({ name, title }) => [name, title]));
  const mayChange = (state === 'checked' || state === 'failed') && !shown.listing_report_by && !shown.discarded_at;
  const chooses = state === 'mapping' ? (shown.isUnsure ? 'encoding' : (choosing ?? 'columns')) : mayChange ? choosing : null;
  return (
    <>
      <PageHeader
        back={backOf(shown)}
        title={`${entity.title}${shown.connection ? ` of ${shown.connection.name}` : ''}: import`}
        actions={<ImportActions shown={shown} isChoosing={chooses !== null} />}
      />
      <Stack gap={20}>
        <Steps state={state} />
        {/* As high without its buttons, which go and come with its state. */}
        <Group justify="space-between" gap="4px 16px" mih={26}>
          <FileFacts shown={shown} />
          <Choices shown={shown} mayChange={mayChange} choosing={choosing} onChoose={setChoosing} />
        </Group>
        <KeptRoom>
          <Stack gap={20}>
            {run?.state === 'running' && <RunProgress run={run} />}
            {state === 'checked' && shown.also_creates ? <AlsoCreates shown={shown} /> : <Outcome shown={shown} />}
            {state === 'checked' && entity.name === 'links' && <LinksAtWarehouse id={shown.id} runId={shown.run_id} />}
          </Stack>
        </KeptRoom>
        {chooses === 'columns' && (
          <Section title="Columns">
            <ColumnsForm key={shown.encoding} shown={shown} onDone={() => setChoosing(null)} />
          </Section>
        )}
        {chooses === 'encoding' && (
          <Section title="Encoding">
            <EncodingForm shown={shown} onDone={() => setChoosing(null)} />
          </Section>
        )}
        {rows && !chooses && (
          <div>
            <Tabs
              tabs={rowCodes.map((each) => ({
                label: tabLabels[each],
                to: `?code=${each}`,
                count: countOf(shown, each),
                selected: each === code,
              }))}
            />
            {code === 'w' && <WrongRows shown={shown} titles={titles} cause={cause} cured={cured} />}
            {rows.data.length === 0 && rows.total > 0 ? (
              <NoSuchPage page={number} code={code} />
            ) : (
              // What another check found is another table: none of its rows was elsewhere before.
              <RowsTable key={shown.run_id} code={code} rows={rows.data} titles={titles} keyTitle={shown.columns[0]?.title ?? 'Key'} />
            )}
            <Pagination page={number} lastPage={Math.ceil(rows.total / rowsOfPage)} />
          </div>
        )}
      </Stack>
    </>
  );
}

type Choosing = 'columns' | 'encoding' | null;
type ChoicesProps = { shown: ShownImport; mayChange: boolean; choosing: Choosing; onChoose: (what: Choosing) => void };

/** What else of how the file is read can be chosen. The button that opens a form closes it too, so that the focus stays with it. */
function Choices({ shown: { state, creates, readings, isUnsure, listing_report_by }, mayChange, choosing, onChoose }: ChoicesProps) {
  const mayReadAnew = readings.length > 1 && !isUnsure && !listing_report_by && (mayChange || state === 'mapping');
  const choices = [
    { what: 'encoding', may: mayReadAnew, open: 'Change encoding', close: 'Keep the encoding' },
    { what: 'columns', may: mayChange, open: creates ? `Columns and ${creates.many}` : 'Change columns', close: 'Keep the columns' },
  ] as const;
  return (
    <Group gap={8}>
      {choices.map(
        ({ what, may, open, close }) =>
          (choosing === null ? may : choosing === what) && (
            <Button key={what} variant="default" size="xs" onClick={() => onChoose(choosing === null ? what : null)}>
              {choosing === null ? open : close}
            </Button>
          ),
      )}
    </Group>
  );
}

type WrongProps = {
  shown: ShownImport;
  titles: Readonly<Record<string, string>>;
  cause: number | undefined;
  cured: readonly ImportCause[];
};

/** What is wrong by its cause, and how to go on. */
const WrongRows = ({ shown, titles, cause, cured }: WrongProps) => (
  <KeptRoom>
    <Stack gap={12} pb={16}>
      <Causes shown={shown} titles={titles} chosen={cause} cured={cured} />
      {shown.wrong > 0 && <MendedFile shown={shown} />}
    </Stack>
  </KeptRoom>
);

/** Past the end nothing is claimed of the rows before it. */
const NoSuchPage = ({ page: number, code }: { page: number; code: RowCode }) => (
  <EmptyState title={`There is no page ${number.toLocaleString('en-US')}`} action={<Link to={`?code=${code}`}>Go to page 1</Link>}>
    The rows end before it.
  </EmptyState>
);

const tabLabels: Record<RowCode, string> = { c: 'Create', u: 'Change', s: 'Unchanged', w: 'Wrong' };
const countOf = ({ created, changed, unchanged, wrong }: ShownImport, code: RowCode) =>
  ({ c: created, u: changed, s: unchanged, w: wrong })[code];
