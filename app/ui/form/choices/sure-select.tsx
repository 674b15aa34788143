import { Select, type SelectProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import { bestFirst } from '../../../theme/best-first.ts';
import { type Group, labelIn, meantBy, type Option } from './meant-by.ts';

type Props = Omit<SelectProps, 'data' | 'value' | 'onSearchChange' | 'searchable' | 'selectFirstOptionOnChange' | 'onKeyDown'> & {
  data: (Option | Group)[];
  value: string | null;
};

/**
 * A choice by which goods leave: Enter takes what typed words can only mean, and otherwise nothing that no arrow key went to. It sends its
 * form only while it shows what is chosen.
 */
export function SureSelect({ data, value, ...props }: Props) {
  const [typed, setTyped] = useState('');
  const [marks, setMarks] = useState(false);
  // Once Mantine has looked for the chosen one, which it does a moment after the first letter opened the list.
  useEffect(() => {
    const timer = setTimeout(() => setMarks(typed !== ''));
    return () => clearTimeout(timer);
  }, [typed]);
  // Only for a moment: with the next letter Mantine would mark the first of the list as it was before it.
  useEffect(() => {
    if (marks) setMarks(false);
  }, [marks]);
  return (
    <Select
      allowDeselect={false}
      {...props}
      data={data}
      value={value}
      filter={bestFirst}
      searchable
      selectFirstOptionOnChange={marks && meantBy(typed, data, value) !== null}
      onSearchChange={setTyped}
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.value !== labelIn(data, value) && event.preventDefault()}
    />
  );
}
