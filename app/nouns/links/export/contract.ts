import { z } from 'zod';
import { endpoint, refusal } from '../../../../platform/endpoint.ts';
import { exportRecord } from '../../../shared/exports/contract.ts';

export const exportLinksCall = endpoint('POST /api/connectors/:name/products/export', {
  may: 'work',
  summary:
    'Export what each SKU of a connection is linked to, to a CSV file that can be imported again; or join the running export of the same. Replies when the file is ready',
  params: z.object({ name: z.string() }),
  replies: { 200: exportRecord, 404: refusal, 500: refusal, 504: refusal },
});
