import { call } from '../../../../platform/call.ts';
import { awaitExport } from '../../../shared/exports/await-export.ts';
import type { AlertLink } from '../../../ui/alerts/alerts.ts';
import { exportLinksCall, linksExportFailed } from './contract.ts';

/** Starts an export of the links of a channel, by its slug, and shows the outcome. */
export const requestLinksExport = (slug: string, beside?: AlertLink): Promise<void> =>
  awaitExport((patience) => call(exportLinksCall, { params: { name: slug } }, patience), linksExportFailed, beside);
