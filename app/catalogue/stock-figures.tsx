import classes from './stock-figures.module.css';

type Props = {
  item: { quantity_on_hand: number; quantity_on_hold: number };
  /** How many units orders have allocated. */
  allocated?: number;
};

/** Available stock, and the figures it is computed from. */
export function StockFigures({ item: { quantity_on_hand, quantity_on_hold }, allocated }: Props) {
  return (
    <dl className={classes.figures}>
      <Figure label="Available in Stock" units={quantity_on_hand - quantity_on_hold} said="On hand minus on hold" />
      <Figure label="On Hand" units={quantity_on_hand} />
      <Figure label="On Hold" units={quantity_on_hold} />
      {allocated !== undefined && <Figure label="Allocated" units={allocated} said="Taken by orders that have not left yet" />}
    </dl>
  );
}

function Figure({ label, units, said }: { label: string; units: number; said?: string }) {
  return (
    <div title={said}>
      <dt>{label}</dt>
      <dd>{units.toLocaleString('en-US')}</dd>
    </div>
  );
}
