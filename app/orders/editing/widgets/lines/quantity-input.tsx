import { mostOfOneItem } from '../../fields.ts';
import classes from '../edit.module.css';
import { isWhole, type Quantity } from '../rules/lines.ts';

type Props = {
  label: string;
  value: Quantity;
  readOnly?: boolean;
  onChange: (quantity: Quantity) => void;
  onKeyDown?: React.KeyboardEventHandler<HTMLInputElement>;
};

/** A whole number of units, 1 at least. What cannot be read as a number is null, and stays to be seen. */
export function QuantityInput({ label, value, readOnly, onChange, onKeyDown }: Props) {
  return (
    <input
      type="number"
      inputMode="numeric"
      step={1}
      min={1}
      max={mostOfOneItem}
      className={classes.quantity}
      aria-label={label}
      aria-invalid={!isWhole(value) || undefined}
      readOnly={readOnly}
      value={value ?? ''}
      onChange={({ currentTarget: { value: typed } }) => onChange(typed === '' ? null : Number(typed))}
      onKeyDown={onKeyDown}
      onFocus={({ currentTarget }) => currentTarget.select()}
      // Whoever scrolls the page means the page.
      onWheel={({ currentTarget }) => currentTarget.blur()}
    />
  );
}
