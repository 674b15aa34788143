import type { Field } from '../../contract.ts';

/** What mappings may take from an order's payload. */
export const sourceFields: Field[] = [
  { path: 'SellerOrderID', name: 'Seller order ID', description: 'The number that the seller gave the order.' },
  { path: 'SecondarySiteOrderID', name: 'Second site order ID', description: 'A second number that some marketplaces give.' },
  { path: 'SiteAccountID', name: 'Site account', description: "The number of the seller's account at the marketplace." },
  { path: 'SiteName', name: 'Site', description: 'The marketplace that it was sold at.' },
  { path: 'SpecialInstructions', name: 'Special instructions', description: 'What the buyer wrote.' },
  { path: 'PublicNotes', name: 'Public notes', description: 'Notes that may be printed on a packing slip.' },
  { path: 'PrivateNotes', name: 'Private notes', description: "The seller's own notes." },
  { path: 'OrderTags', name: 'Tags', description: 'All tags, separated by commas.' },
  { path: 'RequestedShippingCarrier', name: 'Requested carrier', description: 'The carrier that was chosen at the checkout.' },
  { path: 'RequestedShippingClass', name: 'Requested class', description: 'The class of shipping that was chosen at the checkout.' },
  { path: 'EstimatedShipDateUtc', name: 'Estimated ship date', description: 'When the goods should leave.' },
  { path: 'DeliverByDateUtc', name: 'Deliver by', description: 'When they should be there.' },
];
