import type { NounName } from '../base/nouns.ts';
import { departmentsNoun } from '../nouns/departments/noun.ts';
import { linksNoun } from '../nouns/links/noun.ts';
import { mappableFieldsNoun } from '../nouns/mappings/mappable-fields/noun.ts';
import { rulesNoun } from '../nouns/mappings/noun.ts';
import { ordersNoun } from '../nouns/orders/noun.ts';
import { itemNouns } from '../nouns/products/noun.ts';
import { purchaseOrdersNoun } from '../nouns/purchase-orders/noun.ts';
import { tagsNoun } from '../nouns/tags/noun.ts';
import { ticketsNoun } from '../nouns/tickets/noun.ts';
import type { Noun } from '../shared/noun/noun.ts';

/** What the engines know of the nouns: a line each. */
export const allNouns: { readonly [Name in NounName]: Noun<Name> } = {
  orders: ordersNoun,
  purchase_orders: purchaseOrdersNoun,
  ...itemNouns,
  support_tickets: ticketsNoun,
  departments: departmentsNoun,
  tags: tagsNoun,
  mappable_fields: mappableFieldsNoun,
  rules: rulesNoun,
  links: linksNoun,
};

/** Whose records are found by words. */
export const searchedNouns = Object.values(allNouns).flatMap(({ words }) => words ?? []);
