import classes from './sparkline.module.css';

const [height, step, width] = [20, 5, 4];

/** A bar for each value, the latest at the right; what was zero is a line. */
export function Sparkline({ label, values }: { label: string; values: readonly number[] }) {
  const most = Math.max(1, ...values);
  const words = `${label}: at most ${Math.max(0, ...values).toLocaleString('en-US')}, now ${(values.at(-1) ?? 0).toLocaleString('en-US')}`;
  return (
    <svg className={classes.bars} width={values.length * step} height={height} role="img" aria-label={words}>
      <title>{words}</title>
      {values.map((value, place) => {
        const tall = value === 0 ? 1 : Math.max(2, Math.round((height * value) / most));
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is the hour
          <rect key={place} x={place * step} y={height - tall} width={width} height={tall} data-none={value === 0 || undefined} />
        );
      })}
    </svg>
  );
}
