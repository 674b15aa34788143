import { NativeSelect } from '@mantine/core';
import { useNavigate, useSearchParams } from 'react-router';
import { pageSizes } from '../../../../platform/list/query.ts';
import { changeAddress } from '../list-address.ts';

/** How many rows a page has; hidden while all of them fit on the smallest. */
export function PageSize({ size, total }: { size: number; total: number }) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  if (total <= pageSizes[0]) return null;
  // An address may ask for a size that is not offered.
  const sizes = [...new Set([...pageSizes, size])].sort((a, b) => a - b);
  return (
    <NativeSelect
      size="xs"
      aria-label="Rows on a page"
      value={String(size)}
      data={sizes.map((each) => ({ value: String(each), label: `${each} rows` }))}
      onChange={({ currentTarget }) => navigate(changeAddress(params, { perPage: currentTarget.value }), { preventScrollReset: true })}
    />
  );
}
