import type { ShownFlow } from './draw-flow.ts';
import classes from './sparkline.module.css';

/** A bar for each hour of the last day, the current one at the right. */
export const Sparkline = ({ path, words }: Pick<ShownFlow, 'path' | 'words'>) => (
  <svg className={classes.bars} width={95} height={20} role="img" aria-label={words}>
    <title>{words}</title>
    <path d={path} />
  </svg>
);

/** The bars with what flows an hour. */
export const FlowRate = ({ rate, ...drawing }: ShownFlow) => (
  <>
    <Sparkline {...drawing} />
    {rate}
  </>
);
