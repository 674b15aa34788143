import type { IconProps } from '@tabler/icons-react';
import {
  IconActivity,
  IconAlertTriangleFilled,
  IconBell,
  IconBookmarks,
  IconBox,
  IconBuilding,
  IconBuildingStore,
  IconFileExport,
  IconForms,
  IconHistory,
  IconHome,
  IconKey,
  IconLifebuoy,
  IconLink,
  IconLock,
  IconPackage,
  IconPlayerPause,
  IconPlugConnected,
  IconSpeakerphone,
  IconStack2,
  IconTag,
  IconTruckDelivery,
  IconUserCircle,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react';
import { href } from 'react-router';
import type { Permission, Role } from '../../../../platform/signed-in.ts';
import { mayDo } from '../../../people/accounts/people/permissions.ts';

export type Place = {
  label: string;
  /** An address of ours, with its query if it has one. */
  path: string;
  icon: React.ComponentType<IconProps>;
  /** Offered only to people with this permission, `work` if none is given. The page and its calls check it themselves. */
  permission?: Permission;
  /** The heading of the navigation it stands under; without one, only the command palette offers it. */
  group?: PlaceGroup;
  /** Other words that find it in the command palette. */
  keywords?: readonly string[];
  /** The number of the shell's data that stands beside it. */
  count?: 'needsPerson' | 'skusToLink' | 'unreadTickets';
};

/** The headings of the navigation, in their order. */
export const placeGroups = ['Work', 'Catalogue', 'Connections', 'Settings'] as const;
export type PlaceGroup = (typeof placeGroups)[number];

/** Every page that the navigation and the command palette offer: a new page is one line here. */
export const places: readonly Place[] = [
  { label: 'Home', path: href('/'), icon: IconHome, group: 'Work', count: 'needsPerson', keywords: ['dashboard'] },
  { label: 'Orders', path: href('/orders'), icon: IconPackage, group: 'Work' },
  { label: 'Orders that need attention', path: `${href('/orders')}?view=attention`, icon: IconAlertTriangleFilled, keywords: ['errors'] },
  { label: 'Orders on hold', path: `${href('/orders')}?view=held`, icon: IconPlayerPause },
  {
    label: 'Tickets',
    path: href('/support-tickets'),
    icon: IconLifebuoy,
    group: 'Work',
    count: 'unreadTickets',
    keywords: ['support', 'help', 'messages'],
  },
  { label: 'Ask support', path: href('/support'), icon: IconLifebuoy, keywords: ['ticket', 'help', 'request'] },
  { label: 'Tickets of all accounts', path: href('/support-tickets/queue'), icon: IconLifebuoy, permission: 'portal', keywords: ['queue'] },
  {
    label: 'Purchase orders',
    path: href('/purchase-orders'),
    icon: IconTruckDelivery,
    group: 'Work',
    keywords: ['receipts', 'ASN', 'vendors', 'inbound'],
  },
  {
    label: 'Purchase orders that are late',
    path: `${href('/purchase-orders')}?view=late&orderBy=expected_at&orderDir=ASC`,
    icon: IconAlertTriangleFilled,
    keywords: ['overdue'],
  },
  { label: 'Products', path: href('/products'), icon: IconBox, group: 'Catalogue', keywords: ['stock', 'inventory'] },
  {
    label: 'SKUs to link',
    path: href('/skus-to-link'),
    icon: IconLink,
    group: 'Catalogue',
    count: 'skusToLink',
    keywords: ['mapping', 'unmapped', 'products'],
  },
  { label: 'Raw materials', path: href('/raw-materials'), icon: IconStack2, group: 'Catalogue', keywords: ['stock'] },
  { label: 'Import/export', path: href('/import-export'), icon: IconFileExport, group: 'Catalogue', keywords: ['CSV', 'files'] },
  { label: 'Connections', path: href('/settings/connectors'), icon: IconPlugConnected, group: 'Connections' },
  { label: 'Activity', path: href('/activity'), icon: IconActivity, group: 'Connections', keywords: ['runs'] },
  {
    label: 'Account',
    path: href('/settings/account'),
    icon: IconBuilding,
    group: 'Settings',
    keywords: ['time zone', 'date style', 'combine', 'page size', 'rows', 'settings'],
  },
  { label: 'Saved views', path: href('/settings/views'), icon: IconBookmarks, group: 'Settings' },
  { label: 'Tags', path: href('/settings/tags'), icon: IconTag, group: 'Settings', keywords: ['labels'] },
  {
    label: 'Profile',
    path: href('/settings/profile'),
    icon: IconUserCircle,
    keywords: ['two-factor', 'authenticator', 'recovery codes', 'sessions', 'theme', 'name'],
  },
  { label: 'Change password', path: href('/settings/password'), icon: IconLock },
  { label: 'Team', path: href('/settings/team'), icon: IconUsers, group: 'Settings', keywords: ['members', 'invite', 'people'] },
  { label: 'Departments', path: href('/settings/team/departments'), icon: IconUsersGroup, group: 'Settings', permission: 'team' },
  {
    label: 'Notifications',
    path: href('/settings/notifications'),
    icon: IconBell,
    group: 'Settings',
    keywords: ['e-mail', 'mail', 'alerts'],
  },
  {
    label: 'API',
    path: href('/settings/api'),
    icon: IconKey,
    group: 'Settings',
    permission: 'connect',
    keywords: ['keys', 'developers', 'integrations'],
  },
  {
    label: 'Webhooks',
    path: href('/settings/webhooks'),
    icon: IconSpeakerphone,
    group: 'Settings',
    permission: 'map',
    keywords: ['events', 'API', 'signing secret', 'deliveries'],
  },
  {
    label: 'Audit',
    path: href('/settings/audit'),
    icon: IconHistory,
    group: 'Settings',
    permission: 'team',
    keywords: ['who did what', 'log', 'changes'],
  },
  {
    label: 'Accounts',
    path: href('/settings/super/accounts'),
    icon: IconBuildingStore,
    group: 'Settings',
    permission: 'portal',
    keywords: ['sellers', 'suspend', 'act as'],
  },
  {
    label: 'Mappable fields',
    path: href('/settings/super/mappable-fields'),
    icon: IconForms,
    group: 'Settings',
    permission: 'portal',
    keywords: ['field mappings', 'payload'],
  },
  {
    label: 'Portal messages',
    path: href('/settings/super/portal-messages'),
    icon: IconSpeakerphone,
    group: 'Settings',
    permission: 'portal',
    keywords: ['announcement', 'banner'],
  },
];

const countWords = { needsPerson: 'need a person', skusToLink: 'wait for a link', unreadTickets: 'unread' } as const;

/** What the number beside a place is of, and where those are listed: to super admins it counts the tickets of all accounts. */
export const countedIn = ({ count, path }: Place, role: Role): [words: string | undefined, path: string] =>
  count === 'unreadTickets' && role === 'super' ? ['wait for a reply', href('/support-tickets/queue')] : [count && countWords[count], path];

export const placesFor = (role: Role): readonly Place[] => places.filter(({ permission = 'work' }) => mayDo(role, permission));
