import { proposed } from '../fill-written.ts';
import { inTurn, seenBy } from '../screen.ts';
import { dialog, inDialog, opens, the } from '../steps.ts';

const shop = '/settings/connectors/ship_station';

export const connections = seenBy('account_admin', {
  connections: ['/settings/connectors'],
  connect: ['/settings/connectors?connect=shopify', dialog, 'shared/connections/widgets/connect-dialog.tsx'],
  'connect-refused': ['/settings/connectors?connect=ship_station', inTurn(dialog, inDialog(/^Connect/))],
  connection: [shop],
  'connection-of-the-warehouse': ['/settings/connectors/amware'],
  'connection-of-the-books': ['/settings/connectors/netsuite'],
  'connection-products': [`${shop}/products`],
  'shipping-options': [`${shop}/shipping-options`],
  'shipping-option-deleted': [`${shop}/shipping-options`, opens(/^Delete/), 'nouns/mappings/saves/delete-mapping.tsx'],
  'shipping-options-equal': [`${shop}/shipping-options`, opens(/equal/), 'nouns/mappings/shipping-options/widgets/equal-options.tsx'],
  locations: [`${shop}/locations`],
  'locations-of-the-books': ['/settings/connectors/netsuite/locations'],
  presets: [`${shop}/presets`],
  'preset-deleted': [`${shop}/presets`, opens(/^Delete/)],
  'field-mappings': [`${shop}/field-mappings`],
  schedule: [`${shop}/schedule`],
  'connection-log': [`${shop}/logs`],
  'connection-exchange': [`${shop}/logs`, inTurn(the('tbody a'), dialog), 'shared/connections/widgets/logs/exchange-dialog.tsx'],
  'connection-settings': [`${shop}/settings`],
  'connection-settings-changed': [`${shop}/settings?edit`, dialog, 'shared/connections/widgets/settings-dialog.tsx'],
  'sync-options': [
    '/settings/connectors/netsuite/settings',
    opens('Select'),
    'shared/connections/sync-options/widgets/sync-options-modal.tsx',
  ],
  disconnect: [`${shop}/settings`, opens('Disconnect'), 'shared/connections/widgets/disconnect-dialog.tsx'],
  consent: ['/connections/consent/shopify?code=of-another-time&state=none'],
  activity: ['/activity'],
  'activity-syncs': ['/activity?tab=syncs'],
  'activity-proposed': [{ at: '/settings/api', page: '/activity/:id/proposed' }, proposed],
  run: [{ list: '/activity', opens: '/activity/:id' }],
});
