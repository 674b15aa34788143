import { data } from 'react-router';

/** The page for every unknown address. */
export function loader() {
  throw data(null, { status: 404 });
}

export default function NotFoundPage() {
  return null;
}
