import { afterEach, expect, test, vi } from 'vitest';
import { rendered } from '../../../test/rendered.tsx';
import { ExportOutcome } from '../../nouns/catalogue/export/export-outcome.tsx';
import { exportItems, type Narrowing } from '../../nouns/catalogue/export/use-items-export.ts';
import { type PastOrdersExport, startOrdersExportCall } from '../../nouns/orders/export/contract.ts';

import { requestExport } from '../../shared/exports/request-export.ts';
import { ImportForm, uploadFile } from '../../shared/imports/import-dialog.tsx';
import { LastImportNote } from '../../shared/imports/last-import-note.tsx';
import { importTexts } from '../../shared/imports/texts.ts';
import { readAlerts } from '../../ui/alerts/alerts.ts';
import { aliasTexts } from './imports/aliases/contract.ts';
import { AliasesForm, sendAliases } from './imports/aliases-form.tsx';
import type { ShownImport } from './imports/shown-import.ts';
import { Outcome } from './imports/widgets/outcome.tsx';
import { RowsTable } from './imports/widgets/rows-table.tsx';
import { Steps } from './imports/widgets/steps.tsx';
import { ItemsExport } from './widgets/items-export.tsx';
import { OrdersExport } from './widgets/orders-export.tsx';
import { PastExports } from './widgets/past-exports.tsx';
import { PastItemsExports } from './widgets/past-items-exports.tsx';
import { exportProducts, ProductsExport } from './widgets/products-export.tsx';

// What the specification says of imports and exports, by name, in the situation that each belongs to.

const nobody = () => undefined;
const exportOrders = () => requestExport({ of: 'orders' }, startOrdersExportCall, { params: { accountId: 1 }, body: {} });
const entity = { number: 2 as const, title: 'Products', hasAny: true, categories: [{ id: 1, name: 'Mugs' }], locations: ['A-1'] };
const last = { date_time: '2026-11-20T12:00:00Z', import_success: 1_204, import_fail: 2, import_skipped: 3, undone: false };
const past: PastOrdersExport = {
  ...{ id: 1, downloadLink: '/api/files/1', downloadText: 'orders-1.csv', createdAt: '2026-11-20T12:00:00Z', sourceName: 'ShipStation' },
  ...{ status: 'Shipped', startAtText: '10/20/2026', endAtText: '11/20/2026', runId: 1, state: 'done', written: 9, rows: 'orders' },
  ...{ described: null, bytes: 1_200 },
};
const shown = { run: null, kept: 0 } as never as ShownImport;
const first = { status: '' as const, source: '', start_at: '2026-10-20', end_at: '2026-11-20' };
const none = () => undefined;
const sources = [{ slug: 'ship_station', name: 'ShipStation' }];

const row = { number: 2, key: 'MUG', errors: [] };
const sku = { column: 'sku', value: 'MUG', from: null };
const weight = { column: 'weight', value: '0.5', from: null };

test.each<[situation: string, widget: React.ReactNode, says: string[], not: string[]]>([
  [
    'the import dialog',
    <ImportForm key="1" entity={{ number: 2, title: 'Products', last }} onClose={nobody} />,
    ['Last import:', '1,204 applied', '2 wrong', '3 unchanged', 'CSV file', 'checked first', 'Sample CSV', 'Cancel', 'Import'],
    [],
  ],
  ['before the first import', <LastImportNote key="2" last={null} />, ['There is no data available about your last import'], []],
  [
    'an import that failed',
    <Outcome key="2a" shown={{ ...shown, state: 'failed', problem: 'It broke.' }} />,
    ['It broke. Nothing was changed.'],
    [],
  ],
  [
    'rows that would change something',
    <RowsTable
      key="2e"
      code="u"
      rows={[{ ...row, cells: [sku, { ...weight, from: '0.4' }] }]}
      titles={{ weight: 'Weight' }}
      keyTitle="SKU"
    />,
    ['Changes', 'MUG', 'Weight', '0.4', '→', '0.5'],
    ['Values'],
  ],
  [
    'rows that have changed it',
    <RowsTable key="2f" code="u" rows={[{ ...row, cells: [sku, weight] }]} titles={{ weight: 'Weight' }} keyTitle="SKU" />,
    ['Values', 'MUG', 'Weight', '0.5'],
    ['Changes', '→'],
  ],
  ['an import that was applied', <Steps key="2b" state="applied" />, ['4 Applied'], ['Undone']],
  ['an import that was undone', <Steps key="2c" state="undone" />, ['4 Undone'], ['Applied']],
  [
    'the upload of aliases',
    <AliasesForm key="3" channels={sources} running={[]} />,
    ['Mapping column', 'seller-sku', 'product-id', 'listing-id', 'None', 'Import aliases', 'ShipStation'],
    ['Choose a channel', 'Cancel'],
  ],
  [
    'the upload of aliases of one of several channels',
    <AliasesForm key="3a" channels={[...sources, { slug: 'another', name: 'Another' }]} running={[]} />,
    ['Choose a channel', 'Another'],
    ['None is connected'],
  ],
  [
    'the export of items',
    <ItemsExport key="4" entity={entity} running={false} />,
    ['Export All Products', 'Please select items to export', 'Categories', 'Warehouse locations', 'Products'],
    ['Download generated CSV File', 'There are no items', 'Please, wait'],
  ],
  [
    'while somebody’s file is written',
    <ItemsExport key="4a" entity={entity} running />,
    ['Please, wait while an export file is being created...'],
    [],
  ],
  [
    'without items',
    <ItemsExport key="5" entity={{ ...entity, hasAny: false }} running={false} />,
    ['There are no items to export in Products'],
    [],
  ],
  [
    'without raw materials',
    <ItemsExport key="6" entity={{ ...entity, title: 'Raw materials', hasAny: false }} running={false} />,
    ['in Raw materials'],
    [],
  ],
  [
    'while a file is written',
    <ExportOutcome key="7" state={{ is: 'working' }} />,
    ['Please, wait while an export file is being created...'],
    ['ready for download'],
  ],
  ['when it is ready', <ExportOutcome key="8" state={{ is: 'ready', link: '/x' }} />, ['Generated file is ready for download'], []],
  [
    'the export of orders',
    <OrdersExport key="9" accountId={1} sources={sources} first={first} listed={null} run={null} onStart={none} onEnd={none} />,
    ['Status', 'Source', 'All orders', 'Date range', 'From', 'To', 'ShipStation', 'Export orders'],
    [],
  ],
  [
    'past exports of orders',
    <PastExports key="10" exports={[past]} />,
    ['orders-1.csv', 'Created', 'ShipStation', 'Status', 'Shipped', 'Start', '10/20/2026', 'End', '11/20/2026', 'Delete'],
    [],
  ],
  [
    'the export of products',
    <ProductsExport key="11" accountId={1} sources={sources} locations={['A-1']} running={false} />,
    ['Source or location', 'Export products'],
    [],
  ],
  ['past exports of products', <PastItemsExports key="12" exports={[past]} label="Past" />, ['orders-1.csv', 'Created', 'Source'], []],
])('%s', (_situation, widget, says, not) => {
  const text = rendered(widget).replace(/\s+/g, ' ');
  expect(says.filter((each) => !text.includes(each))).toEqual([]);
  expect(not.filter((each) => text.includes(each))).toEqual([]);
});

test.each([
  [importTexts.wrongType, 'File type is wrong.  Please upload CSV file.'],
  [importTexts.wrongFormat, 'Your file has invalid format.  Please reformat your file and try again later.'],
  [aliasTexts.noColumn, 'Please select mapping column'],
  [aliasTexts.failed, 'There was an error uploading file and processing orders'],
])('%s', (text, expected) => {
  expect(text).toBe(expected);
});

afterEach(() => vi.unstubAllGlobals());

type Sent = [status: number, body?: unknown];

/** The server's replies, in their order; status 0 is none. */
function replies(...sent: Sent[]): void {
  const left = [...sent];
  vi.stubGlobal('fetch', async () => {
    const [status, body = {}] = left.shift() ?? [500];
    if (status === 0) throw new TypeError('fetch failed');
    const text = status === 204 ? null : JSON.stringify(body);
    return new Response(text, { status, headers: { 'content-type': 'application/json' } });
  });
}

const said = () => readAlerts().at(-1);
const counted: Sent = [200, [{ count: 3 }, []]];
const some: Narrowing = { filterBy: 'categories', filterArray: ['1'] };
const tooMuch = 'Delete those that nobody needs, then export again.';
const goesOn =
  'Your data is still being exported. Please check back in a couple minutes, the button will be enabled once the export is finished.';

test.each<[string, Narrowing | null, Sent[], level: string, text: string, state: object]>([
  ['the count fails', null, [[500]], 'danger', 'Sorry, there was an error processing your request', { is: 'error' }],
  ['the count is not 200', null, [[204]], 'danger', 'Sorry, there was an error processing your request', { is: 'error' }],
  ['there is nothing', null, [[200, [{ count: 0 }, []]]], 'info', 'There are no items to export in Products', { is: 'idle' }],
  ['all are exported', null, [counted, [200, '/f']], 'success', 'Generated file is ready for download', { is: 'ready', link: '/f' }],
  ['some are exported', some, [counted, [200, '/f']], 'success', 'Generated file is ready for download', { is: 'ready', link: '/f' }],
  ['the file fails', null, [counted, [500]], 'danger', 'Sorry, there was an error processing your request', { is: 'error' }],
  [
    ...['a chosen file is not created', some, [counted, [500]]],
    ...['danger', 'There was an error creating download file.  Please try again later', { is: 'error' }],
  ] as never,
  [
    ...['a choice is refused', some, [counted, [422, { filterArray: ['x'] }]]],
    ...['danger', 'There was an error processing your request.  Please try again later', { is: 'error' }],
  ] as never,
  [
    'nobody replies',
    some,
    [counted, [0]],
    'danger',
    'There was an error processing your request.  Please try again later',
    { is: 'error' },
  ],
  [
    ...['there is no room for the file', null, [counted, [413, { errorMessage: tooMuch }]]],
    ...['danger', `Sorry, there was an error processing your request. ${tooMuch}`, { is: 'error' }],
  ] as never,
  ['it takes long', some, [counted, [504]], 'info', goesOn, { is: 'idle' }],
])('an export of items where %s', async (_situation, narrowing, sent, level, text, state) => {
  replies(...sent);
  expect(await exportItems(2, 'Products', narrowing)).toEqual(state);
  expect(said()).toMatchObject({ level, text });
});

test.each<[string, () => Promise<void>, Sent, level: string, text: string]>([
  ['orders: takes long', () => exportOrders(), [504], 'info', goesOn],
  ['orders: fails', () => exportOrders(), [500], 'danger', 'There was an error exporting orders'],
  [
    ...['orders: there are too many', () => exportOrders(), [409, { errorMessage: tooMuch }]],
    ...['danger', `There was an error exporting orders. ${tooMuch}`],
  ] as never,
  ['products: takes long', () => exportProducts(1, ''), [504], 'info', goesOn],
  ['products: fails', () => exportProducts(1, ''), [500], 'danger', 'There was an error exporting products'],
  ['products: is deleted meanwhile', () => exportProducts(1, ''), [404], 'info', 'The export was deleted before it was finished.'],
  ['products: nobody replies', () => exportProducts(1, ''), [0], 'danger', 'There was an error exporting products'],
])('an export of %s', async (_situation, run, sent, level, text) => {
  replies(sent);
  await run();
  expect(said()).toMatchObject({ level, text });
});

const file = new File(['x'], 'x.csv');
const refused = (status: number, message: string): Sent => [status, { message, alertType: 'danger' }];
test.each<[string, Sent, string]>([
  ['211', refused(211, importTexts.wrongType), importTexts.wrongType],
  ['212', refused(212, importTexts.wrongFormat), importTexts.wrongFormat],
  ['413', [413, { errorMessage: importTexts.tooLarge }], 'This file is larger than 200 MB. Split it.'],
  ['500', [500], 'There was an error importing items.  Please try again later'],
  ['no reply', [0], 'There was an error importing items.  Please try again later'],
])('an upload with %s says why', async (_status, sent, text) => {
  replies(sent);
  expect(await uploadFile({ number: 2, title: 'Products' }, file)).toBeNull();
  expect(said()).toMatchObject({ level: 'danger', text });
});

const read = { message: '2 listings were read.', alertType: 'warning', importId: 7 };
test.each<[string, Sent, level: string, text: string, beside?: object]>([
  ['that was read', [200, { ...read, linked: 0 }], 'warning', '2 listings were read.', { label: 'See each row', to: '/imports/7' }],
  ['that linked', [200, { ...read, linked: 1 }], 'warning', '2 listings were read.', { label: 'Undo' }],
  [
    ...['that goes on', [200, { message: aliasTexts.goesOn, alertType: 'info', importId: 7, linked: 0 }]],
    ...['info', aliasTexts.goesOn, { label: 'See the import', to: '/imports/7' }],
  ] as never,
  [
    'with a wrong file',
    [422, { uploadedFile: ['The file has no column seller-sku.', 'x'] }],
    'danger',
    'The file has no column seller-sku.',
  ],
  ['of no channel that is there', [422, { connector: [aliasTexts.channelGone] }], 'danger', aliasTexts.channelGone],
  ['that is too large', [413, { errorMessage: aliasTexts.tooLarge }], 'danger', 'This file is larger than 200 MB. Split it.'],
  ['that fails', [500], 'danger', 'There was an error uploading file and processing orders'],
  ['that nobody replies to', [0], 'danger', 'There was an error uploading file and processing orders'],
])('an upload of aliases %s', async (_situation, sent, level, text, beside) => {
  replies(sent);
  vi.stubGlobal('window', { location: { pathname: '/imports' } });
  const isTaken = await sendAliases({ file, column: 'seller-sku', channel: 'ship_station' }, () => undefined);
  expect(said()).toMatchObject({ level, text, ...(beside && { beside }) });
  expect(isTaken).toBe(beside !== undefined);
});

test('an upload that a person has left ends without a word', async () => {
  const before = said();
  const left = AbortSignal.abort();
  vi.stubGlobal('fetch', async (_address: string, { signal }: RequestInit) => {
    signal?.throwIfAborted();
    throw new TypeError('fetch failed');
  });
  expect(await uploadFile({ number: 2, title: 'Products' }, file, left)).toBeNull();
  expect(said()).toBe(before);
});
