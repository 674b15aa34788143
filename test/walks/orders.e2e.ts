import { testBrowser } from '../browser.ts';
import { testProduct } from '../product.ts';
import { testWalk } from './driver/walk.ts';
import { exportOrders } from './export-orders.ts';
import { holdOrder } from './hold-order.ts';
import { linkSku } from './link-sku.ts';
import { releaseOrder } from './release-order.ts';

const product = testProduct({ sandbox: { pace: 'instant', limits: { shipStation: null, amware: null } } });
const browser = testBrowser(product);

testWalk(product, browser, linkSku);
testWalk(product, browser, holdOrder);
testWalk(product, browser, releaseOrder);
testWalk(product, browser, exportOrders);
