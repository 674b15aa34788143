import { endpoint } from '../../../platform/endpoint.ts';
import { causes } from './causes.ts';

/** Open issues by cause, the most urgent first: the inbox of the home page. */
export const listCausesCall = endpoint('GET /api/issues', {
  may: 'work',
  summary: 'What needs a person now, grouped by cause',
  replies: { 200: causes },
});
