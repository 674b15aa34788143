import { reasonsOf } from '../http/reasons.ts';

export const amazonReasons = {
  'amazon.no_address': () =>
    'Amazon gives no address of it. The application lacks the role Direct-to-Consumer Shipping (Restricted), or it was not authorised again since it has it.',
  'amazon.no_status': () => 'Amazon does not say where the order stands.',
  'amazon.other_seller': ({ seller }: { seller: string }) => `The credentials are not those of the seller ${seller}.`,
  'amazon.no_marketplace': ({ marketplace }: { marketplace: string }) => `The seller does not sell in the marketplace ${marketplace}.`,
  'amazon.sells_nowhere': () => 'The seller sells in no marketplace of this region. Enter the address of the region where they sell.',
  'amazon.not_chosen': ({ marketplace }: { marketplace: string }) =>
    `The order is of the marketplace ${marketplace}, which is not chosen in this connection. Choose it there, or send the order at Amazon.`,
  'amazon.ships_itself': ({ sku }: { sku: string }) =>
    `Amazon ships ${sku} from its own warehouses, so its stock is not set. A quantity of ours would make it an item that the seller ships.`,
  'amazon.no_listing': ({ sku }: { sku: string }) => `There is no listing ${sku} in this marketplace.`,
  'amazon.feed_failed': ({ status }: { status: string }) => `Amazon did not process the file of quantities: ${status}.`,
  'amazon.report_failed': ({ status }: { status: string }) => `Amazon did not make the report of listings: ${status}.`,
  'amazon.two_of_one_number': () => 'Two quantities of one file had the same number, so this one goes with the next.',
  'amazon.other_queue': () =>
    'Amazon sends the notifications of this seller to another queue of the same application. Take that subscription away, or enter that queue.',
  'amazon.no_columns': () => 'The report of listings has no column of SKUs that is known.',
};

export const because = reasonsOf(amazonReasons);

/** What an order of Prime has as its status until a person has said that its warehouse buys Amazon's labels. */
export const primeWaits = 'Prime, to be sent with a label of Amazon';

/** What somebody can do about such an order. */
export const aboutPrime =
  'It is an order of Prime, which has to leave with a label that is bought from Amazon. If your warehouse buys its labels there, choose “Leave” for “Prime orders” in the settings of the connection: it is read again then, and goes on. Otherwise send it from Seller Central.';
