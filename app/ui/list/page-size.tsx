import { NativeSelect } from '@mantine/core';
import { useNavigate, useSearchParams } from 'react-router';
import { pageSizes } from '../../../platform/list/query.ts';
import { changeAddress } from './list-address.ts';

/** How many rows a page has; hidden while all of them fit on the smallest. */
export function PageSize({ size, total }: { size: number; total: number }) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  if (total <= pageSizes[0]) return null;
  return (
    <NativeSelect
      size="xs"
      aria-label="Rows on a page"
      value={String(size)}
      data={pageSizes.map((each) => ({ value: String(each), label: `${each} rows` }))}
      onChange={({ currentTarget }) => navigate(changeAddress(params, { perPage: currentTarget.value }), { preventScrollReset: true })}
    />
  );
}
