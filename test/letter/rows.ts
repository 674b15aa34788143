import type { Page } from 'playwright';
import { broken, click, goTo, type Row } from './provoke.ts';

// What the specification has screens say when something fails, is missing or takes long, screen by screen, to the letter.

const start = click('Export orders');
export const ordersExport: Row[] = [
  [
    'Your data is still being exported. Please check back in a couple minutes, the button will be enabled once the export is finished.',
    ...(['an export replies with 504', '**/api/orders/export/**', { status: 504 }, start] as const),
  ],
  ['There was an error exporting orders', 'an export fails', '**/api/orders/export/**', broken, start],
];

const all = click('Export All Products');
const chosen = click('Export chosen categories');
const count = '**/api/download-csv/get-item-count*';
const unknown = { status: 422, json: { filterArray: ['is unknown'] } };
export const itemsExport: Row[] = [
  ['There are no items to export in Products', 'there is none', count, { status: 200, json: [{ count: 0 }, []] }, all],
  ['Sorry, there was an error processing your request', 'the count fails', count, broken, all],
  ['There was an error creating download file.  Please try again later', 'a file is not created', '**/api/download-csv/2', broken, chosen],
  ['There was an error processing your request.  Please try again later', 'another failure', '**/api/download-csv/2', unknown, chosen],
  ['There was an error exporting products', 'an export fails', '**/api/products/export/**', broken, click('Export products')],
  ['Please, wait while an export file is being created...', 'it is being made', '**/api/download-csv?*', 'never', all],
];

const inCategories = (page: Page) => page.getByRole('dialog');
const remove = (page: Page) => inCategories(page).getByRole('button', { name: 'Delete Mugs' }).click();
async function addCategory(page: Page) {
  await inCategories(page).getByLabel('Add New Category').fill('Cups');
  await inCategories(page).getByRole('button', { name: 'Add' }).click();
}
async function rename(page: Page) {
  await inCategories(page).getByLabel('Add New Category').fill('');
  await inCategories(page).getByLabel('Name of Mugs').fill('Mugs and cups');
  await inCategories(page).getByRole('button', { name: 'Save' }).click();
}
const categories = '**/api/products/categories';
export const categoriesNotLoaded: Row[] = [
  [
    'Sorry, cannot load categories at this time. Please try again later',
    ...(['they do not load', categories, broken, click('Categories')] as const),
  ],
];
export const categoryTexts: Row[] = [
  ['Sorry, cannot create category at this time.', 'one is not created', `${categories}/create`, broken, addCategory],
  [
    'Sorry, cannot delete category. There are items assigned to the category.  Please, reassign items to different categories before deleting.',
    ...(['items are assigned to one: 210', `${categories}/delete/*`, { status: 210, json: { message: 'In use' } }, remove] as const),
  ],
  ['Sorry, cannot delete category at this moment', 'one is not deleted', `${categories}/delete/*`, broken, remove],
  ['Can not delete category at this moment', 'nobody replies', `${categories}/delete/*`, 'none', remove],
  ['Sorry, cannot update categories at this time.', 'a new name is not saved', `${categories}/update`, broken, rename],
];

const importing = click('Import Products');
const late = { status: 504, json: { errorMessage: 'Still going on', code: 'still_importing' } };
export const channelImport = (slug: string): Row[] => [
  [
    'Connector products are still being imported. Please check back in a couple minutes, the button will be enabled once the sync is finished.',
    ...(['no response', `**/api/connectors/${slug}/products`, late, importing] as const),
  ],
  ['There was an error. Please try again.', 'it fails', `**/api/connectors/${slug}/products`, broken, importing],
  ['Grabbing products from connector', 'it goes on', `**/api/connectors/${slug}/products`, 'never', importing],
];

export const locations: Row[] = [
  [
    'There was an error loading Amware locations',
    ...(['the warehouse’s do not load', '**/api/connectors/amware/warehouse-locations', broken, click('Get Inventory Locations')] as const),
  ],
];

export const logs = (path: string, call: string): Row[] => [
  ['Loading logs... Please wait', 'they are on their way', call, 'never', goTo(path)],
  ['There are no logs available', 'there are none', call, { status: 200, json: [] }, goTo(path)],
  ['There was an error loading logs', 'they do not load', call, broken, goTo(path)],
];

const upload = click('Import aliases');
const faults = { status: 422, json: { uploadedFile: ['The first fault of the file', 'Another'] } };
export const aliases: Row[] = [
  ['The first fault of the file', '422: the first error of uploadedFile', '**/api/products/import', faults, upload],
  ['There was an error uploading file and processing orders', 'it fails', '**/api/products/import', broken, upload],
];

export const chooseFile = async (page: Page, button: string, name: string) => {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: button }).click()]);
  await chooser.setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from('seller-sku\nMUG\n') });
};
async function send(page: Page) {
  await chooseFile(page, 'CSV file', 'items.csv');
  await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click();
}
const [wrongType, wrongFormat] = [
  'File type is wrong.  Please upload CSV file.',
  'Your file has invalid format.  Please reformat your file and try again later.',
];
const refused = (status: 211 | 212, message: string) => ({ status, json: { message, alertType: 'danger' } });
export const csvImport: Row[] = [
  [wrongType, 'status 211', '**/api/upload-csv/**', refused(211, wrongType), send],
  [wrongFormat, 'status 212', '**/api/upload-csv/**', refused(212, wrongFormat), send],
  ['There was an error importing items.  Please try again later', 'it fails', '**/api/upload-csv/**', broken, send],
];

async function searchFor(page: Page) {
  await page.getByPlaceholder('Search...').fill('mug');
  await page.keyboard.press('Enter');
}
export const search: Row[] = [
  ['There was an error performing search.  Please try again later', 'it fails', '**/search/*.data?*', broken, searchFor],
];

/** What a screen shows that has nothing else to show. */
export const empty: [text: string, path: (slug: string) => string][] = [
  ['There is no data available about your last import', () => '/import-export?of=products'],
  ['Please select items to export', () => '/import-export?of=products'],
  ['Please import Amware products to obtain inventory location selections', (slug) => `/settings/connectors/${slug}/locations`],
];

const path = '';
export const provokedHere = [
  ...[
    ordersExport,
    itemsExport,
    categoriesNotLoaded,
    categoryTexts,
    channelImport(path),
    locations,
    logs(path, path),
    aliases,
    csvImport,
    search,
  ]
    .flat()
    .map(([text]) => text),
  ...empty.map(([text]) => text),
  'Field name, Field Description and Connector fields cannot be empty',
];
