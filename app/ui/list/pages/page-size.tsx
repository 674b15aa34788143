import { pageSizes } from '../../../../platform/list/query.ts';
import { AddressSelect } from '../address-select.tsx';

/** How many rows a page has; hidden while all of them fit on the smallest. */
export function PageSize({ size, total }: { size: number; total: number }) {
  if (total <= pageSizes[0]) return null;
  // An address may ask for a size that is not offered.
  const sizes = [...new Set([...pageSizes, size])].sort((a, b) => a - b);
  return <AddressSelect label="Rows on a page" value={inAddress(size)} options={sizes.map((each) => [inAddress(each), `${each} rows`])} />;
}

const inAddress = (size: number) => `perPage=${size}`;
