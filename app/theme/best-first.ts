import type { OptionsFilter } from '@mantine/core';

/** How well a label fits what was typed: 0 where it is equal, 1 where it begins so, 2 where it has it, null where it does not. */
export function fitOf(label: string, typed: string): 0 | 1 | 2 | null {
  const [name, words] = [label.toLowerCase(), typed.trim().toLowerCase()];
  if (name === words) return 0;
  if (name.startsWith(words)) return 1;
  return name.includes(words) ? 2 : null;
}

/** Offers what has the typed words: first what is called so, then what begins so. A group stands where its best one would. */
export const bestFirst: OptionsFilter = ({ options, search, limit }) => {
  const fitting = options.flatMap((option): Ranked<(typeof options)[number]>[] => {
    if (!('items' in option)) return ranked(option, fitOf(option.label, search));
    const items = inOrder(option.items.flatMap((item) => ranked(item, fitOf(item.label, search))));
    return ranked({ ...option, items }, items[0] ? fitOf(items[0].label, search) : null);
  });
  return inOrder(fitting).slice(0, limit);
};

type Ranked<Option> = { option: Option; fit: number };

const ranked = <Option>(option: Option, fit: number | null): Ranked<Option>[] => (fit === null ? [] : [{ option, fit }]);
const inOrder = <Option>(options: Ranked<Option>[]): Option[] => options.toSorted((a, b) => a.fit - b.fit).map(({ option }) => option);
