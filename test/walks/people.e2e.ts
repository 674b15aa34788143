import { testBrowser } from '../browser.ts';
import { testProduct } from '../product.ts';
import { testWalk } from './driver/walk.ts';
import { inviteColleague } from './invite-colleague.ts';
import { raiseTicket } from './raise-ticket.ts';
import { setUpTwoFactor } from './set-up-two-factor.ts';

const product = testProduct({ workers: 0 });
const browser = testBrowser(product);

testWalk(product, browser, inviteColleague);
testWalk(product, browser, raiseTicket);
testWalk(product, browser, setUpTwoFactor);
