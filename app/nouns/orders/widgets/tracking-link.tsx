import { safeAddress } from '../../../ui/words/safe-address.ts';

/** A tracking number with a link to the carrier's page. */
export function TrackingLink({ number, url }: { number: string; url: string | null }) {
  const address = safeAddress(url);
  if (!address) return <span className="mono">{number}</span>;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer" className="mono">
      {number}
    </a>
  );
}
