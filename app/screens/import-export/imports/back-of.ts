import { href } from 'react-router';
import { filesOf } from '../../../shared/exports/files-of.ts';
import type { ShownImport } from './shown-import.ts';

/** Files of links are imported from their channel's products, everything else where files of its kind are. */
export const backOf = ({ connection, entity, listing_report_by }: ShownImport) =>
  connection && !listing_report_by
    ? { to: href('/settings/connectors/:name/products', { name: connection.slug }), label: `Products of ${connection.name}` }
    : { to: filesOf(entity.name), label: 'Import/export' };
