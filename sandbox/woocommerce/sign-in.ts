import type { Query } from '../kit/paging.ts';
import { basic, type SignIn } from '../kit/sign-in.ts';
import type { ShopAccount } from './replies.ts';

const byHeader = basic<ShopAccount>(({ key, secret }) => [key, secret]);

/** By Basic, unless the host takes that header away; then by the query, which every request may use. */
export const signIn: SignIn<ShopAccount> = (request, accounts) => {
  const { consumer_key, consumer_secret } = request.query as Query;
  const shop = accounts.find(({ slug }) => slug === (request.params as { shop?: string }).shop);
  if (!shop) return null;
  if (consumer_key === shop.key && consumer_secret === shop.secret) return shop;
  return shop.site.stripsAuthorization ? null : byHeader(request, [shop]);
};
