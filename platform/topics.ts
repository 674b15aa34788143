/** What live news are about: each an event's topic, which open pages follow. Browser-safe. */
export const topics = [
  'orders',
  'purchase_orders',
  'products',
  'raw_materials',
  'stock',
  // The words by which orders are found.
  'words',
  'runs',
  'imports',
  'issues',
  'connections',
  'views',
  // Pictures of other hosts, once a copy of them is here.
  'outside_pictures',
  'departments',
  'tags',
  'team',
  'api_keys',
  'notifications',
  'notification_rules',
  'portal_messages',
  'webhooks',
  'support_tickets',
  // For super admins alone: app/shared/live.
  'support_queue',
] as const;

/** A list of records, or one of them. */
export type Topic = (typeof topics)[number] | `order:${number}` | `run:${number}` | `comments:${string}:${number}`;
