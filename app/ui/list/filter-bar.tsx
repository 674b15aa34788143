import { IconChevronDown, IconX } from '@tabler/icons-react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { Menu } from '../menu/menu.tsx';
import type { Filter, Option } from './declaration.ts';
import classes from './filter-bar.module.css';
import { FilterSearch } from './filter-search.tsx';
import { changeAddress } from './list-address.ts';

/** The filters of a list, kept in the address, and at its end how many rows they match. */
export function FilterBar({ filters, children }: { filters: readonly Filter[]; children?: React.ReactNode }) {
  const [params] = useSearchParams();
  const set = filters.filter(({ key }) => params.get(key));
  const nothing = Object.fromEntries(set.map(({ key }) => [key, null]));
  return (
    <div className={classes.bar}>
      {filters.map((filter) =>
        filter.kind === 'search' ? <FilterSearch key={filter.key} filter={filter} /> : <Choice key={filter.key} filter={filter} />,
      )}
      {set.length > 0 && (
        <Link to={changeAddress(params, nothing)} className={classes.clear} preventScrollReset>
          <IconX size={14} aria-hidden /> Clear
        </Link>
      )}
      <div className={classes.end}>{children}</div>
    </div>
  );
}

function Choice({ filter }: { filter: Extract<Filter, { kind: 'choice' }> }) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { key, label, options } = filter;
  const value = params.get(key) ?? '';
  const chosen = options.find((option) => option.value === value);
  return (
    <Menu
      position="bottom-start"
      button={{
        className: classes.choice,
        'data-set': chosen ? true : undefined,
        children: (
          <>
            <span className={classes.label}>{label}</span>
            {chosen && <span className={classes.value}>{chosen.label}</span>}
            <IconChevronDown size={14} stroke={1.8} aria-hidden />
          </>
        ),
      }}
      entries={[all, ...options].map((option) => ({
        key: option.value,
        label: option.label,
        aside: option.count?.toLocaleString('en-US'),
        chosen: option.value === value,
        onChoose: () => navigate(changeAddress(params, { [key]: option.value }), { preventScrollReset: true }),
      }))}
    />
  );
}

const all: Option = { value: '', label: 'All' };
