import { Input } from '@mantine/core';

type Props = {
  label: string;
  /** Null where nothing is entered, or what is no number. */
  value: number | null;
  min: number;
  max: number;
  error?: boolean;
  readOnly?: boolean | undefined;
  classNames?: { wrapper?: string; input?: string };
  onChange: (value: number | null) => void;
  onKeyDown?: React.KeyboardEventHandler<HTMLInputElement> | undefined;
};

/** A number of units in a row of a table. */
export function UnitsInput({ label, value, onChange, ...field }: Props) {
  return (
    <Input
      {...field}
      type="number"
      size="xs"
      maw={84}
      inputMode="numeric"
      step={1}
      aria-label={label}
      value={value ?? ''}
      onChange={({ currentTarget: { value: typed } }) => onChange(typed === '' ? null : Number(typed))}
      onFocus={({ currentTarget }) => currentTarget.select()}
      // Scrolling the page must not change the number.
      onWheel={({ currentTarget }) => currentTarget.blur()}
    />
  );
}
