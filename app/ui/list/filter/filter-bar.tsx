import { IconFilterPlus, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { Menu } from '../../menu/menu.tsx';
import type { Filter } from '../declaration.ts';
import { changeAddress, useNextParams } from '../list-address.ts';
import { ChoiceChip } from './choice-chip.tsx';
import { DaysChip } from './days-chip.tsx';
import classes from './filter-bar.module.css';
import { isSet, without } from './filter-keys.ts';
import { FilterSearch } from './filter-search.tsx';

/** The filters of a list, stored in the address, and the number of rows that match. */
export function FilterBar({ filters, children }: { filters: readonly Filter[]; children?: React.ReactNode }) {
  const [params] = useSearchParams();
  const next = useNextParams();
  const navigate = useNavigate();
  const bar = useRef<HTMLDivElement>(null);
  const [added, setAdded] = useState<string | null>(null);
  const set = filters.filter((filter) => isSet(filter, params));
  const visible = filters.filter((filter) => filter.kind === 'search' || !filter.extra || isSet(filter, params) || filter.key === added);
  const chips = set.filter(({ kind }) => kind !== 'search');
  const focusOn = (key: string) =>
    bar.current?.querySelector<HTMLElement>(`[data-filter="${key}"] button, [data-filter="add"] button`)?.focus();
  const remove = (filter: Filter) => {
    focusOn(filter.kind === 'choice' && filter.extra ? 'add' : filter.key);
    navigate(changeAddress(next, without([filter])), { preventScrollReset: true });
  };
  const removeLast = () => chips.length > 0 && navigate(changeAddress(next, without(chips.slice(-1))), { preventScrollReset: true });
  const choice = { onRemove: remove, onLeave: () => setAdded(null) };
  return (
    <div ref={bar} className={classes.bar}>
      {visible.map((filter) =>
        filter.kind === 'search' ? (
          <FilterSearch key={filter.key} filter={filter} onBackspace={removeLast} />
        ) : filter.kind === 'days' ? (
          <DaysChip key={filter.key} filter={filter} onRemove={remove} />
        ) : (
          <ChoiceChip key={filter.key} filter={filter} startsOpen={filter.key === added && !isSet(filter, params)} {...choice} />
        ),
      )}
      <AddFilter filters={filters.filter((filter) => !visible.includes(filter))} onChoose={setAdded} />
      {set.length > 0 && (
        <Link to={changeAddress(next, without(filters))} className={classes.clear} preventScrollReset>
          <IconX size={14} aria-hidden /> Clear all
        </Link>
      )}
      <div className={classes.end}>{children}</div>
    </div>
  );
}

/** The filters that can be added. */
function AddFilter({ filters, onChoose }: { filters: readonly Filter[]; onChoose: (key: string) => void }) {
  if (filters.length === 0) return null;
  return (
    <span data-filter="add">
      <Menu
        position="bottom-start"
        button={{
          className: classes.add,
          children: (
            <>
              <IconFilterPlus size={14} stroke={1.8} aria-hidden /> Filter
            </>
          ),
        }}
        entries={filters.map(({ key, label }) => ({ key, label, onChoose: () => onChoose(key) }))}
      />
    </span>
  );
}
