import { ofConnections } from './connections.ts';
import { ofFiles } from './files.ts';
import { ofGoods } from './goods.ts';
import { ofOrders } from './orders.ts';
import { ofPeople } from './people.ts';
import { ofPurchases } from './purchases.ts';
import type { Records } from './records.ts';
import { ofWebhooks } from './webhooks.ts';

export const records: Records = { ...ofPeople, ...ofOrders, ...ofPurchases, ...ofGoods, ...ofConnections, ...ofFiles, ...ofWebhooks };
