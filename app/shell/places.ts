import type { IconProps } from '@tabler/icons-react';
import {
  IconActivity,
  IconAlertTriangle,
  IconBox,
  IconFileExport,
  IconHome,
  IconPackage,
  IconPlayerPause,
  IconPlugConnected,
  IconStack2,
} from '@tabler/icons-react';
import { href } from 'react-router';
import type { Permission, Role } from '../../platform/signed-in.ts';
import { mayDo } from '../accounts/permissions.ts';

export type Place = {
  label: string;
  /** An address of ours, with its query if it has one. */
  path: string;
  icon: React.ComponentType<IconProps>;
  /** Offered only to people with this permission. The page and its calls check it themselves. */
  permission: Permission;
  /** The heading of the navigation it stands under; without one, only the command palette offers it. */
  group?: PlaceGroup;
  /** Other words that find it in the command palette. */
  keywords?: readonly string[];
  /** The number of the shell's data that stands beside it. */
  count?: 'needsPerson';
};

/** The headings of the navigation, in their order. */
export const placeGroups = ['Work', 'Catalogue', 'Connections'] as const;
export type PlaceGroup = (typeof placeGroups)[number];

/** Every page that the navigation and the command palette offer: a new page is one line here. */
export const places: readonly Place[] = [
  { label: 'Home', path: href('/'), icon: IconHome, permission: 'work', group: 'Work', count: 'needsPerson', keywords: ['dashboard'] },
  { label: 'Orders', path: href('/orders'), icon: IconPackage, permission: 'work', group: 'Work' },
  {
    label: 'Orders that need attention',
    path: `${href('/orders')}?view=attention`,
    icon: IconAlertTriangle,
    permission: 'work',
    keywords: ['errors'],
  },
  { label: 'Orders on hold', path: `${href('/orders')}?view=held`, icon: IconPlayerPause, permission: 'work' },
  { label: 'Products', path: href('/products'), icon: IconBox, permission: 'work', group: 'Catalogue', keywords: ['stock', 'inventory'] },
  { label: 'Raw materials', path: href('/raw-materials'), icon: IconStack2, permission: 'work', group: 'Catalogue', keywords: ['stock'] },
  {
    label: 'Import/export',
    path: href('/import-export'),
    icon: IconFileExport,
    permission: 'work',
    group: 'Catalogue',
    keywords: ['CSV', 'files'],
  },
  { label: 'Connections', path: href('/settings/connectors'), icon: IconPlugConnected, permission: 'work', group: 'Connections' },
  { label: 'Activity', path: href('/activity'), icon: IconActivity, permission: 'work', group: 'Connections', keywords: ['runs'] },
];

export const placesFor = (role: Role): readonly Place[] => places.filter(({ permission }) => mayDo(role, permission));
