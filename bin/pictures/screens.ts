import type { Screen } from './screen.ts';
import { connections } from './screens/connections.ts';
import { goods } from './screens/goods.ts';
import { orders } from './screens/orders.ts';
import { people } from './screens/people.ts';
import { empty, portal, signedOut } from './screens/portal.ts';

/** Every screen and dialog of which pictures are taken. */
export const screens: readonly Screen[] = [...orders, ...goods, ...connections, ...people, ...portal, ...empty, ...signedOut];
