import { found, page } from '../../../platform/http/page.ts';

/** The page for every unknown address. */
export const loader = page('anyone', () => found(null));

export default function NotFoundPage() {
  return null;
}
