import { z } from 'zod';
import { endpoint, id } from '../../platform/endpoint.ts';

export const downloadFile = endpoint({
  method: 'GET',
  path: '/api/files/:id',
  may: 'work',
  summary: 'Download a file of the account',
  params: z.object({ id }),
  replies: { 200: z.string(), 404: z.object({ errorMessage: z.string(), code: z.string() }) },
});
