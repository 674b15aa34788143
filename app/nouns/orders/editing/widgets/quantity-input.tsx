import { mostOfOneItem } from '../../../order-flow/values/fields.ts';
import { UnitsInput } from '../../widgets/units-input.tsx';
import classes from './edit.module.css';
import { isWhole, type Quantity } from './rules/lines.ts';

type Props = {
  label: string;
  value: Quantity;
  readOnly?: boolean;
  onChange: (quantity: Quantity) => void;
  onKeyDown?: React.KeyboardEventHandler<HTMLInputElement>;
};

const look = { wrapper: classes.counted, input: classes.quantity };

/** A whole number of units, at least 1. Input that is not a number is null, and stays visible. */
export function QuantityInput(props: Props) {
  return <UnitsInput {...props} min={1} max={mostOfOneItem} classNames={look} error={!isWhole(props.value)} />;
}
