import { type Catalogue, wordedBy } from '../platform/sentences.ts';
import { amazonReasons } from './amazon/reasons.ts';
import { bigCommerceReasons } from './bigcommerce/reasons.ts';
import { channelAdvisorReasons } from './channel-advisor/reasons.ts';
import { csvDropReasons } from './csv-drop/reasons.ts';
import { extensivReasons } from './extensiv/reasons.ts';
import { type Around, callReasons, type Reason } from './http/reasons.ts';
import { netsuiteReasons } from './netsuite/reasons.ts';
import { ownShopReasons } from './own-shop/reasons.ts';
import { shipStationReasons } from './ship-station/reasons.ts';
import { shipBobReasons } from './shipbob/reasons.ts';
import { shopifyReasons } from './shopify/reasons.ts';
import { wooCommerceReasons } from './woocommerce/reasons.ts';

type Because = { because: Reason };

const around: Record<Around['code'], (values: Because) => string> = {
  plan_lapsed: ({ because }) => `The plan of the account there has lapsed: ${wordReason(because)}`,
  may_not: ({ because }) => `The credentials may not do this: ${wordReason(because)}`,
  no_sign_in: ({ because }) => `No sign-in was granted: ${wordReason(because)}`,
  address_only: ({ because }) => `The address was changed there, and nothing else: ${wordReason(because)}`,
  order_unreadable: ({ because }) => `The order cannot be read: ${wordReason(because).replace(/\.$/, '')}.`,
};

/** Every reason that a connector gives. A connector adds its own. */
export const connectorReasons: Catalogue = {
  ...callReasons,
  ...around,
  ...shipStationReasons,
  ...channelAdvisorReasons,
  ...amazonReasons,
  ...shopifyReasons,
  ...wooCommerceReasons,
  ...bigCommerceReasons,
  ...netsuiteReasons,
  ...ownShopReasons,
  ...csvDropReasons,
  ...extensivReasons,
  ...shipBobReasons,
};

/** Words why a connector's call failed. */
export const wordReason = wordedBy(connectorReasons);
