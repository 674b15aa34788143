import { testBrowser } from '../browser.ts';
import { testProduct } from '../product.ts';
import { withNetsuite } from '../shop/netsuite-shop.ts';
import { connectAccount } from './connect-account.ts';
import { testWalk } from './driver/walk.ts';
import { importProducts } from './import-products.ts';
import { receivePurchase } from './receive-purchase.ts';

const product = testProduct({ sandbox: { pace: 'manual', limits: { shipStation: null, amware: null } } });
const browser = testBrowser(product);
const netsuite = withNetsuite(product);

testWalk(product, browser, receivePurchase(netsuite));
testWalk(product, browser, importProducts);
testWalk(product, browser, connectAccount);
