import { Menu } from '@mantine/core';
import { IconCheck, IconChevronDown, IconX } from '@tabler/icons-react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { Filter } from './declaration.ts';
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
  const choose = (next: string) => navigate(changeAddress(params, { [key]: next }), { preventScrollReset: true });
  return (
    <Menu position="bottom-start" width="max-content">
      <Menu.Target>
        <button type="button" className={classes.choice} data-set={chosen ? true : undefined}>
          <span className={classes.label}>{label}</span>
          {chosen && <span className={classes.value}>{chosen.label}</span>}
          <IconChevronDown size={14} stroke={1.8} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown className={classes.options}>
        {[{ value: '', label: 'All' }, ...options].map((option) => (
          <Menu.Item
            key={option.value}
            onClick={() => choose(option.value)}
            aria-current={option.value === value || undefined}
            rightSection={
              <span className={classes.mark}>
                {option.value === value ? <IconCheck size={15} aria-label="chosen" /> : <Count option={option} />}
              </span>
            }
          >
            {option.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Count({ option }: { option: { count?: number } }) {
  return option.count === undefined ? null : <span className={classes.count}>{option.count.toLocaleString('en-US')}</span>;
}
