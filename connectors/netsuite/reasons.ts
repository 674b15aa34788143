import { type ReasonIn, reasonsOf } from '../http/reasons.ts';

type Line = { line: string };
type OfSku = { sku: string };

const ofBookings = {
  'netsuite.no_location': ({ line }: Line) => `NetSuite needs a location for line ${line}: choose one in the settings.`,
  'netsuite.no_line': ({ line }: Line) => `The order has no line ${line} in NetSuite.`,
  'netsuite.other_item': ({ line, sku, theirs }: Line & OfSku & { theirs: string | null }) =>
    `Line ${line} is of ${theirs} in NetSuite, not of ${sku}.`,
  'netsuite.line_ended': ({ line, sku }: Line & { sku: string | null }) => `Line ${line} (${sku}) is closed or complete in NetSuite.`,
  'netsuite.no_quantity': ({ line, quantity }: Line & { quantity: number }) =>
    `NetSuite books no quantity of ${quantity} for line ${line}.`,
  'netsuite.broken_case': ({ line, sku, each, pieces }: Line & { sku: string | null; each: number; pieces: number }) =>
    `Line ${line} (${sku}) is counted in cases of ${each}: ${pieces} is no whole number of them. Book it in NetSuite.`,
  'netsuite.lots_unknown': ({ sku, known, quantity }: { sku: string | null; known: number; quantity: number }) =>
    `${sku} is kept by lots in NetSuite: lots are known for ${known} of ${quantity} pieces.`,
  'netsuite.serials_unknown': ({ sku, known, quantity }: { sku: string | null; known: number; quantity: number }) =>
    `${sku} is kept by serial numbers in NetSuite: they are known of ${known} of ${quantity} pieces.`,
  'netsuite.booked_for_other': ({ id, order }: { id: string; order: string | null }) =>
    `NetSuite has booked ${id} for another order, ${order ?? 'that is not known'}.`,
  'netsuite.booked_more': ({ sku, there, booked }: { sku: string; there: number; booked: number }) =>
    `NetSuite has ${there} of ${sku} on this order that Crossdock booked, and ${booked} are known here. Mark the receipts as processed that NetSuite has, and process the others.`,
  'netsuite.lines_unreadable': () => 'The lines of the order cannot be read.',
  'netsuite.unclear_units': ({ line, sku }: Line & { sku: string | null }) =>
    `NetSuite counts line ${line} (${sku}) in units that are not clear. Book it there.`,
};

const ofRecords = {
  'netsuite.no_lines': () => 'it has no lines: either nothing was ordered, or the role may not see them',
  'netsuite.hidden_item': ({ line }: Line) => `the item of line ${line} cannot be seen: the role needs the permission Items`,
  'netsuite.not_whole': ({ line }: Line) => `line ${line} has no whole quantity`,
  'netsuite.no_dates': () => 'its dates cannot be read',
  'netsuite.rows_hidden': () => 'NetSuite has the order, but shows its rows to nobody.',
};

const ofStock = {
  'netsuite.no_account': () => 'Subsidiary and account must be selected',
  'netsuite.no_such_location': ({ location }: { location: string }) => `${location} is no location of NetSuite's.`,
  'netsuite.slow_stock': () => 'It took too long to read the stock in NetSuite.',
  'netsuite.no_item': ({ sku }: OfSku) => `NetSuite has no item ${sku}, or the role may not see it.`,
  'netsuite.no_lot': ({ sku, lot }: { sku: string | null; lot: string }) =>
    `NetSuite has no lot ${lot} of ${sku}: its receipt has to be booked there first.`,
  'netsuite.no_serial': ({ sku, serial }: { sku: string | null; serial: string }) =>
    `NetSuite has no piece of ${sku} with the serial number ${serial}: its receipt has to be booked there first.`,
  'netsuite.by_serials': ({ sku }: OfSku) => `${sku} is kept by serial numbers in NetSuite: adjust it there.`,
  'netsuite.by_lots': ({ sku }: OfSku) => `${sku} is kept by lots in NetSuite: adjust it there.`,
  'netsuite.by_units': ({ sku, each }: OfSku & { each: number }) =>
    `The stock of ${sku} is counted in units of ${each} in NetSuite: adjust it there.`,
  'netsuite.hidden_unit': ({ sku }: OfSku) =>
    `NetSuite does not show the unit that the stock of ${sku} is counted in: the role needs the permission Units.`,
};

type Zone = { zone: string; shown: string; utc: string };

export const netsuiteReasons = {
  ...ofBookings,
  ...ofRecords,
  ...ofStock,
  'netsuite.crowded': () => 'NetSuite has too many requests of this account at once.',
  'netsuite.other_404': () => 'A 404 that is not one of NetSuite.',
  'netsuite.no_permission': ({ text }: { text: string }) => `The role of the integration lacks a permission: ${text}`,
  'netsuite.sees_no_orders': () => 'The role of the integration may see neither sales orders nor purchase orders.',
  'netsuite.sees_no_items': () => 'The role of the integration sees orders, but none of their items: it lacks the permission Items.',
  'netsuite.no_id': ({ id }: { id: string }) => `${id} is no id of NetSuite's.`,
  'netsuite.other_zone': ({ zone, shown, utc }: Zone) =>
    `The time zone is not ${zone}: NetSuite shows ${shown} for ${utc} UTC. Choose the one of the user that the integration signs in as.`,
};

export type NetsuiteReason = ReasonIn<typeof netsuiteReasons>;
export const because = reasonsOf(netsuiteReasons);
