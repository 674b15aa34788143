import { safeAddress } from '../../../ui/safe-address.ts';

/** A parcel's number, leading to where the carrier says where it is. */
export function TrackingLink({ number, url }: { number: string; url: string | null }) {
  const address = safeAddress(url);
  if (!address) return <span className="mono">{number}</span>;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer" className="mono">
      {number}
    </a>
  );
}
