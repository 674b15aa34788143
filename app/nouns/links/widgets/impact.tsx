import { NotCounted } from '../../../ui/text/not-counted.tsx';

/** What would stop, in words, once it is counted. */
export const Impact = ({ counted, error }: { counted: string | undefined; error: unknown }) => (
  <div aria-live="polite">{error ? <NotCounted error={error} /> : <p>{counted ?? 'Counting the orders…'}</p>}</div>
);
