import { testBrowser } from '../browser.ts';
import { testProduct } from '../product.ts';
import { addRule } from './add-rule.ts';
import { testWalk } from './driver/walk.ts';
import { exportOrders } from './export-orders.ts';
import { findOrder } from './find-order.ts';
import { holdOrder } from './hold-order.ts';
import { linkSku } from './link-sku.ts';
import { releaseOrder } from './release-order.ts';
import { tenExceptions } from './ten-exceptions.ts';

const product = testProduct({ sandbox: { pace: 'instant', limits: { shipStation: null, amware: null } } });
const browser = testBrowser(product);

testWalk(product, browser, linkSku);
testWalk(product, browser, tenExceptions);
testWalk(product, browser, findOrder);
testWalk(product, browser, holdOrder);
testWalk(product, browser, releaseOrder);
testWalk(product, browser, addRule);
testWalk(product, browser, exportOrders);
