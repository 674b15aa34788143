import { BestProduct } from './best-product.tsx';
import type { Pair } from './steady-rows.ts';
import classes from './to-link.module.css';

type Props = { pair: Pair; isTicked: boolean; onTick: (isOn: boolean) => void };

/** A SKU beside its product, and whether it is linked with the others. */
export function PreviewedPair({ pair, isTicked, onTick }: Props) {
  const { sku, name } = pair;
  return (
    <li className={classes.pair}>
      <label className={classes.tick}>
        <input
          type="checkbox"
          checked={isTicked}
          onChange={({ currentTarget }) => onTick(currentTarget.checked)}
          aria-label={`Link ${sku}`}
        />
        <span>
          <span className="mono">{sku}</span> {name !== sku && name}
        </span>
      </label>
      <BestProduct row={pair} />
    </li>
  );
}
