import { amazon } from './amazon/connector.ts';
import { amware } from './amware/connector.ts';
import { bigCommerce } from './bigcommerce/connector.ts';
import { channelAdvisor } from './channel-advisor/connector.ts';
import type { Connector } from './contract.ts';
import { csvDrop } from './csv-drop/connector.ts';
import { extensiv } from './extensiv/connector.ts';
import { netsuite } from './netsuite/connector.ts';
import { ownShop } from './own-shop/connector.ts';
import { shipStation } from './ship-station/connector.ts';
import { shipBob } from './shipbob/connector.ts';
import { shopify } from './shopify/connector.ts';
import { wooCommerce } from './woocommerce/connector.ts';

/** Every system that an account can be connected to. */
export const connectors: Connector[] = [
  ...[shipStation, channelAdvisor, amazon, shopify, wooCommerce, bigCommerce, netsuite, ownShop, csvDrop],
  ...[amware, shipBob, extensiv],
];

/** Those that an account can be newly connected to. Orders as CSV are the example of how to write a connector, and for the demo. */
export const connectable = ({ demo }: { demo: boolean }): Connector[] => connectors.filter((each) => demo || each !== csvDrop);

/** @throws when there is no connector of this name; input from people is checked against `connectors` first. */
export function connectorNamed(name: string): Connector {
  const found = connectors.find((connector) => connector.name === name);
  if (!found) throw new Error(`There is no connector ${name}.`);
  return found;
}
