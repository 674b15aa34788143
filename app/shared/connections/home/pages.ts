import { href } from 'react-router';
import { hasProducts, sells } from '../connection.ts';
import type { Needs } from './contract.ts';

export type ConnectionLink = { label: string; to: string; count?: number };

/** The pages of a connection by what it can do, with how many codes wait for a decision on each. Browser-safe. */
export function pagesOf({ slug: name, capabilities }: { slug: string; capabilities: string[] }, needs: Needs): ConnectionLink[] {
  const able = { capabilities };
  return [
    { label: 'Overview', to: href('/settings/connectors/:name', { name }) },
    ...(hasProducts(able)
      ? [{ label: 'Products', to: href('/settings/connectors/:name/products', { name }), count: needs.products.codes }]
      : []),
    ...(sells(able)
      ? [
          { label: 'Shipping options', to: href('/settings/connectors/:name/shipping-options', { name }), count: needs.shipping.codes },
          { label: 'Locations', to: href('/settings/connectors/:name/locations', { name }), count: needs.locations.codes },
        ]
      : []),
    ...(sells(able)
      ? [
          { label: 'Presets', to: href('/settings/connectors/:name/presets', { name }) },
          { label: 'Field mappings', to: href('/settings/connectors/:name/field-mappings', { name }) },
        ]
      : []),
    { label: 'Schedule', to: href('/settings/connectors/:name/schedule', { name }) },
    { label: 'Log', to: href('/settings/connectors/:name/logs', { name }) },
    { label: 'Settings', to: href('/settings/connectors/:name/settings', { name }) },
  ];
}
