const here = 'test/letter/constants.e2e.ts';
const figures = 'app/screens/dashboard/figures.e2e.ts';
const chart = 'app/screens/dashboard/widgets/graphs/chart-query.test.ts';
const alerts = 'app/shared/connections/screens/connections.e2e.ts';
const shownHome = 'test/app/specified-texts.test.tsx';
const connectionTexts = 'app/shared/connections/screens/specified-texts.test.tsx';
const messages = 'app/people/portal-messages/specified-texts.test.tsx';
const aliases = 'app/screens/import-export/texts.test.tsx';
const listings = 'app/nouns/links/listings/listings.test.ts';

/** The constants and limits of the specification, the test that measures each, and the words there that do. */
export const constants: [constant: string, file: string, measure: string][] = [
  ['an export of orders is waited for 60000 ms', here, `after(page, 60_000, () => page.getByText('Your data is still being exported.')`],
  ['an import of a channel’s products too', here, `after(page, 60_000, () => page.getByText('Connector products are still`],
  ['a search of connector products waits 700 ms', here, 'after(page, 700'],
  ['a search of products is sent once in 250 ms', 'app/nouns/orders/editing/editing.e2e.ts', 'runFor(249)'],
  ['5 visible pages', here, `['1', '2', '3', '4', '5', '12']`],
  ['pagination=5 in the request', listings, 'pagination=5'],
  ['connector products begin with the newest', listings, 'has every field of both sides, the newest first'],
  ['an export of orders begins one month back', here, 'monthBefore'],
  ['and ends today', here, 'expect(to).toBe('],
  ['the dashboard shows the last 7 days', figures, 'the seven days end with today'],
  ['and reads again after 1,800,000 ms', figures, '1_800_000'],
  ['an account’s zone is UTC until it says another', here, `toEqual({ timezone: 'UTC' })`],
  ['a chart is polled every 250 ms', chart, '249 : 250'],
  ['up to 20 tries', chart, 'tries < 20'],
  ['a counter runs for 300 ms', figures, 'runs to its new one in 300 ms'],
  ['the chart is 400 px high', figures, 'toBe(400)'],
  ['ageing covers 10 days, Packing', shownHome, 'Order Status: Packing (For the past 10 days)'],
  ['the list is read again 2000 ms after a bulk action', here, 'after(page, 2_000'],
  ['its modal opens after 200 ms', here, 'after(page, 200'],
  ['a flash alert stays 3 s', alerts, `'Second store is disconnected', 3_000`],
  ['a fixed alert stays 7000 ms', alerts, `'is paused', 7_000`],
  ['a written message is flagged for 300 ms', here, 'after(page, 300'],
  ['entity 1 is raw materials, 2 is products', 'app/nouns/catalogue/export/items-exports.test.ts', 'get-item-count?entity_id=1'],
  ['mapping columns', aliases, `'seller-sku', 'product-id', 'listing-id'`],
  ['levels of portal messages', messages, 'its four levels'],
  ['the connection filter: All, Linked, Unlinked', here, `['All', 'Linked', 'Unlinked']`],
  ['a line has one unit at first', 'app/nouns/orders/editing/editing.e2e.ts', `toBe('1')`],
  ['a time window’s list has Select time first', connectionTexts, `'Select time', '12:00 am'`],
  ['times of the day as HH,MM', 'app/ui/time/times-of-day.test.ts', 'by 12-hour clock and as values'],
  ['search results write M/D/YY HH:mm', 'app/screens/search/widgets/short-date.test.ts', '3/4/26 09:14'],
  ['portal dates are ##/##/#### ##:##', messages, '##/##/#### ##:##'],
  ['a select is at most 400 px high', here, `toBe('400px')`],
  ['the alerts take at most 90 % of the height', alerts, '0.9 * '],
  ['an alert is at most 600 px wide', alerts, '[600, 600, 600]'],
  ['undo goes back by what was typed within 5000 ms', here, 'runFor(4_990)'],
  ['file sizes in units of 1024 with 2 decimals', 'app/shared/support/files/files.test.ts', '4.77 MB'],
];
