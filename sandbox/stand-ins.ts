import { amazon } from './amazon/stand-in.ts';
import { bigCommerce } from './bigcommerce/stand-in.ts';
import { extensiv } from './extensiv/stand-in.ts';
import type { StandIn } from './kit/stand-in.ts';
import { shipBob } from './shipbob/stand-in.ts';
import { shopify } from './shopify/stand-in.ts';
import { wooCommerce } from './woocommerce/stand-in.ts';

/** The stand-ins that the kit makes: a line each. */
export const standIns: readonly StandIn[] = [shopify, wooCommerce, amazon, bigCommerce, shipBob, extensiv];
