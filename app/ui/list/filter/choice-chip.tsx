import { useFetcher, useNavigate, useSearchParams } from 'react-router';
import { Menu } from '../../menu/menu.tsx';
import type { MenuEntry } from '../../menu/opened-menu.tsx';
import type { ChoiceFilter, Filter, Option } from '../declaration.ts';
import { changeAddress, useNextParams } from '../list-address.ts';
import { Chip } from './chip.tsx';
import { ChipLabel } from './chip-label.tsx';
import classes from './filter-bar.module.css';

type Props = {
  filter: ChoiceFilter;
  /** True when it was just added and has no value yet. */
  startsOpen: boolean;
  onRemove: (filter: Filter) => void;
  onLeave: () => void;
};

/** A filter with one value out of a list. */
export function ChoiceChip({ filter, startsOpen, onRemove, onLeave }: Props) {
  const [params] = useSearchParams();
  const next = useNextParams();
  const navigate = useNavigate();
  const { key, label, options, open, names } = filter;
  const later = typeof options === 'string' ? options : null;
  const { data, load, state } = useFetcher<readonly Option[] | null>();
  const list = typeof options === 'string' ? (data ?? undefined) : options;
  const chosen = params.get(key) ?? '';
  const value =
    chosen === ''
      ? undefined
      : (list?.find((option) => option.value === chosen)?.label ?? ownName(names, chosen) ?? (open || later ? chosen : undefined));
  const entries = [all, ...(list ?? [])].map(
    (option): MenuEntry => ({
      key: option.value,
      label: option.label,
      aside: option.count?.toLocaleString('en-US'),
      chosen: option.value === chosen,
      onChoose: () => navigate(changeAddress(next, { [key]: option.value }), { preventScrollReset: true }),
    }),
  );
  return (
    <Chip filter={filter} value={value} onRemove={onRemove}>
      <Menu
        position="bottom-start"
        startsOpen={startsOpen}
        onWanted={() => later && state === 'idle' && !data && load(later)}
        onClose={onLeave}
        button={{ className: classes.choice, children: <ChipLabel label={label} value={value} /> }}
        // What could not be loaded is null.
        entries={list ? entries : [...entries, data === null && state === 'idle' ? failed : waiting]}
      />
    </Chip>
  );
}

/** The address may say anything, `constructor` too. */
const ownName = (names: ChoiceFilter['names'], value: string) => (names && Object.hasOwn(names, value) ? names[value] : undefined);

const all: Option = { value: '', label: 'All' };
const notice = (label: string): MenuEntry => ({ key: 'notice', label, disabled: true, onChoose: () => undefined });
const [waiting, failed] = [notice('Loading…'), notice('Could not be loaded. Open this again to retry.')];
