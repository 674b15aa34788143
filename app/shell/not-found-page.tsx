import { data } from 'react-router';

/** Every address that is no page of ours. */
export function loader() {
  throw data(null, { status: 404 });
}

export default function NotFoundPage() {
  return null;
}
