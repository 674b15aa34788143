import { useNavigate } from 'react-router';
import classes from './address-select.module.css';
import { changeAddress, useNextParams } from './list-address.ts';

type Props = {
  label?: string;
  /** Values are what the address says for them: `perPage=25`. */
  value: string;
  options: readonly (readonly [value: string, words: string])[];
};

/** A choice of how a list is shown, stored in the address. A plain element: it comes with every list. */
export function AddressSelect({ label, value, options }: Props) {
  const next = useNextParams();
  const navigate = useNavigate();
  const choose = (chosen: string) =>
    navigate(changeAddress(next, Object.fromEntries(new URLSearchParams(chosen))), { preventScrollReset: true });
  return (
    <select className={classes.select} aria-label={label} value={value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
      {options.map(([key, words]) => (
        <option key={key} value={key}>
          {words}
        </option>
      ))}
    </select>
  );
}
