import { href } from 'react-router';

/** Addresses that open pages request by themselves; nobody navigates to them. */
export const behindTheScenes: ReadonlySet<string> = new Set([
  href('/shell'),
  href('/orders/refresh'),
  href('/orders/countries'),
  href('/orders/shipping-methods'),
]);
