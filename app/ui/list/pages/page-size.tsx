import { useNavigate } from 'react-router';
import { pageSizes } from '../../../../platform/list/query.ts';
import { changeAddress, useNextParams } from '../list-address.ts';
import classes from './page-size.module.css';

/** How many rows a page has; hidden while all of them fit on the smallest. A plain element: it comes with every list. */
export function PageSize({ size, total }: { size: number; total: number }) {
  const next = useNextParams();
  const navigate = useNavigate();
  if (total <= pageSizes[0]) return null;
  // An address may ask for a size that is not offered.
  const sizes = [...new Set([...pageSizes, size])].sort((a, b) => a - b);
  return (
    <select
      className={classes.size}
      aria-label="Rows on a page"
      value={size}
      onChange={({ currentTarget }) => navigate(changeAddress(next, { perPage: currentTarget.value }), { preventScrollReset: true })}
    >
      {sizes.map((each) => (
        <option key={each} value={each}>
          {each} rows
        </option>
      ))}
    </select>
  );
}
