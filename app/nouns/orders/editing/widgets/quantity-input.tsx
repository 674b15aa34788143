import { Input } from '@mantine/core';
import { mostOfOneItem } from '../../../order-flow/values/fields.ts';
import classes from './edit.module.css';
import { isWhole, type Quantity } from './rules/lines.ts';

type Props = {
  label: string;
  value: Quantity;
  readOnly?: boolean;
  onChange: (quantity: Quantity) => void;
  onKeyDown?: React.KeyboardEventHandler<HTMLInputElement>;
};

/** A whole number of units, at least 1. Input that is not a number is null, and stays visible. */
export function QuantityInput({ label, value, readOnly, onChange, onKeyDown }: Props) {
  return (
    <Input
      type="number"
      size="xs"
      maw={84}
      inputMode="numeric"
      step={1}
      min={1}
      max={mostOfOneItem}
      classNames={{ wrapper: classes.counted, input: classes.quantity }}
      aria-label={label}
      error={!isWhole(value)}
      readOnly={readOnly}
      value={value ?? ''}
      onChange={({ currentTarget: { value: typed } }) => onChange(typed === '' ? null : Number(typed))}
      onKeyDown={onKeyDown}
      onFocus={({ currentTarget }) => currentTarget.select()}
      // Scrolling the page must not change the number.
      onWheel={({ currentTarget }) => currentTarget.blur()}
    />
  );
}
